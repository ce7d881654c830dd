import { describe, expect, test } from 'vitest';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { handleKeys, KEYS, newKeys } from '../../support/purchases/keys.ts';
import { buyWithoutKeys } from '../../support/purchases/purchases.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);
const { added, auditOf, keyOf, only, page } = handleKeys(() => ({ store, owner }));

describe('removing a key', () => {
  test('that is free deletes it', async () => {
    const [key = ''] = newKeys(1);
    await added('lote', key);
    const { id } = await only(key);
    expectStatus(await owner.delete(`${KEYS}/${id}`), 200);
    expect((await page(`q=${key}`)).total).toBe(0);
    expect((await auditOf(id))[0]).toMatchObject({ action: 'key.delete', entity: 'activation_key' });
    expect((await owner.delete(`${KEYS}/${id}`)).status).toBe(404);
    expect(await added('lote', key)).toMatchObject({ created: 1 });
  });

  test('that was sold revokes it and informs the buyer', async () => {
    const keys = newKeys(40);
    await buyWithoutKeys(store, visitor, 'lote');
    await added('lote', keys);
    const sold = await buy(visitor, { productId: 'lote' });
    const { activationKey } = await keyOf(sold.id);
    const key = await only(activationKey ?? '-');
    expect((await visitor.post('/api/licenses/validate', { key: key.key })).json()).toMatchObject({ valid: true });

    expectStatus(await owner.delete(`${KEYS}/${key.id}`), 200);

    expect(await keyOf(sold.id)).toEqual({
      activationKey: null,
      state: 'revoked',
      message: 'Esta chave foi revogada. Fale com o suporte para saber o motivo.',
    });
    expect((await visitor.post('/api/licenses/validate', { key: key.key })).json()).toEqual({
      valid: false,
      code: 'revoked',
    });
    expect(await only(key.key)).toMatchObject({ status: 'revoked', isAssigned: true, purchaseId: sold.id });
    expect((await auditOf(key.id))[0]).toMatchObject({ action: 'key.revoke' });
    const again = await owner.delete(`${KEYS}/${key.id}`);
    expect(again.status).toBe(409);
    expect(again.json()).toMatchObject({ code: 'already_revoked', message: 'Esta chave já foi revogada.' });
    expect(await auditOf(key.id)).toHaveLength(1);
    expect(await added('lote', key.key)).toMatchObject({ created: 0, duplicates: [key.key] });
  });

  test('that was sold since the owner loaded the list is rejected', async () => {
    const sold = await buy(visitor, { productId: 'lote' });
    const { activationKey } = await keyOf(sold.id);
    const { id } = await only(activationKey ?? '-');
    const refused = await owner.delete(`${KEYS}/${id}?status=available`);
    expect(refused.status).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'state_changed' });
    expect(await keyOf(sold.id)).toEqual({ activationKey, state: 'ready' });
    expect(await auditOf(id)).toEqual([]);
  });

  test('that is unknown returns 404', async () => {
    expect((await owner.delete(`${KEYS}/nada`)).status).toBe(404);
  });
});
