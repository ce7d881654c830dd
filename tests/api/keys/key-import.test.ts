import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { KeysAdded } from '#src/wire/keys/activation-keys.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { buy } from '../../support/purchases/buy.ts';
import { handleKeys, KEYS, newKeys, waitsSince } from '../../support/purchases/keys.ts';

const PLUGIN = { name: 'Em Ordem', price: '10', downloadUrl: 'https://arquivos.loja.test/ordem.zip' };

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);
const { add, added, auditOf, count, keyOf, page } = handleKeys(() => ({ store, owner }));

describe('adding keys', () => {
  test('trims lines, drops empty ones, and stores a repeated key once', async () => {
    const [first = '', second = '', third = ''] = newKeys(3);
    await added('lote', second);
    const before = await count();
    const response = await add('lote', `  ${first} \r\n\r\n${second}\n${third}\n${third}\n   \n${first}`);

    expect(response.status).toBe(201);
    expect(response.json<KeysAdded>()).toEqual({
      success: true,
      message: '2 chaves adicionadas.',
      created: 2,
      duplicates: [first, second, third],
      delivered: 0,
    });
    expect(await count()).toBe(before + 2);
    expect(await added('lote', [first, second])).toMatchObject({ created: 0, message: 'Nenhuma chave nova.' });
    expect(await count()).toBe(before + 2);
  });

  test('stores none when a line contains a control character, and reports the line', async () => {
    const [first = '', second = ''] = newKeys(2);
    const before = await count();
    const response = await add('lote', `${first}\n${second.slice(0, 4)}\u0000${second.slice(4)}`);
    expect([response.status, response.json<ErrorBody>().fields]).toEqual([
      422,
      { keys: expect.stringContaining('A linha 2 tem um caractere de controle') },
    ]);
    expect(await count()).toBe(before);
  });

  test('keeps the order of the text in the list and in sales', async () => {
    const { id } = (await owner.post('/api/admin/products', PLUGIN)).json<AdminProduct>();
    const keys = newKeys(12).toReversed();
    await added(id, keys);
    const listed = await page(`productId=${id}&sort=createdAt&order=asc&pageSize=100`);
    expect(listed.items.map(({ key }) => key)).toEqual(keys);
    const purchase = await buy(visitor, { productId: id });
    expect(await keyOf(purchase.id)).toMatchObject({ activationKey: keys[0] });
  });

  test('allows the same key for two products', async () => {
    const keys = newKeys(1);
    expect(await added('lote', keys)).toMatchObject({ created: 1 });
    expect(await added('onda-audio', keys)).toMatchObject({ created: 1, duplicates: [] });
  });

  test('reports a product that needs no key', async () => {
    expect(await added('grao-16', newKeys(1))).toMatchObject({
      created: 1,
      message: '1 chave adicionada. Este produto não pede ativação: elas ficam guardadas.',
    });
  });

  test('is audited and logged without the keys', async () => {
    const [key = ''] = newKeys(1);
    await added('onda-audio', key);
    const [change] = await auditOf('onda-audio');
    expect(change).toMatchObject({ action: 'key.import', entity: 'product', fields: '["keys"]' });
    expect(store.output()).not.toContain(key);
  });

  test.each([
    [{ productId: 'lote', keys: ' \n ' }, 'keys', 'Por favor, insira pelo menos uma chave de ativação.'],
    [{ productId: 'lote' }, 'keys', 'Por favor, insira pelo menos uma chave de ativação.'],
    [{ keys: 'A' }, 'productId', 'Por favor, selecione um produto para associar as chaves.'],
    [{ productId: '', keys: 'A' }, 'productId', 'Por favor, selecione um produto para associar as chaves.'],
    [{ productId: 'lote', keys: `A\n\n${'B'.repeat(201)}` }, 'keys', /^A linha 3 tem mais de 200 caracteres/],
    [{ productId: 'lote', keys: numbers(10_001) }, 'keys', /^São no máximo 10\.000 chaves/],
  ])('rejects %o at its field and stores nothing', async (body, field, sentence) => {
    const before = await count();
    const response = await owner.post(`${KEYS}/bulk`, body);
    expect(response.status).toBe(422);
    const { message, fields } = response.json<{ message: string; fields: Record<string, string> }>();
    expect(fields[field]).toMatch(sentence);
    expect(message).toMatch(sentence);
    expect(await count()).toBe(before);
  });

  test('rejects an unknown or withdrawn product unless a buyer waits for its key', async () => {
    expect((await add('nada', 'A')).status).toBe(404);
    const withdrawn = await withdraw('rastro');
    expect((await add(withdrawn, 'A')).status).toBe(404);
    await setWaiting((await buy(visitor, { productId: 'lote' })).id, withdrawn);
    expect(await added(withdrawn, newKeys(2))).toMatchObject({ created: 2, delivered: 1 });
  });

  test('rejects more than 2 MB', async () => {
    expect((await add('lote', 'K'.repeat(2 * 1024 * 1024))).status).toBe(413);
  });

  test('of 10,000 keys does not delay other requests', async () => {
    // A process that did all of it at once would answer the first of them, and the next after the last key.
    let served = 0;
    // The next import tells where this machine gave the visitor no time to ask.
    for (let turn = 1; turn <= 5 && served <= 5; turn += 1) served = await servedDuring(numbers(10_000, `V${turn}`));
    expect(served).toBeGreaterThan(5);
  });
});

/** Counts how often a visitor was answered while the keys were added. */
async function servedDuring(keys: string): Promise<number> {
  let isDone = false;
  const importing = add('lote', keys).finally(() => {
    isDone = true;
  });
  let served = 0;
  while (!isDone) {
    // Needs no database: it is as late as the process is busy.
    expect((await visitor.get('/healthz')).status).toBe(200);
    served += 1;
    await wait(5);
  }
  expect((await importing).json()).toMatchObject({ created: 10_000 });
  return served;
}

function numbers(count: number, name = 'NUMERO'): string {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`).join('\n');
}

/** Given: a product that is no longer sold. */
async function withdraw(id: string): Promise<string> {
  const books = store.database();
  const like = await books
    .selectFrom('products')
    .select(['description', 'priceCents', 'status', 'image', 'systemRequirements', 'isFeatured', 'downloadUrl'])
    .select(['requiresActivation', 'createdAt', 'updatedAt', 'downloads'])
    .where('id', '=', 'lote')
    .executeTakeFirstOrThrow();
  await books
    .insertInto('products')
    .values({ ...like, id, name: 'Rastro', withdrawnAt: '2026-01-01T00:00:00.000Z' })
    .execute();
  return id;
}

/** Given: a purchase of another product that waits for its key. */
async function setWaiting(purchaseId: string, productId: string): Promise<void> {
  const books = store.database();
  await books.deleteFrom('activationKeys').where('itemId', '=', purchaseId).execute();
  await books.updateTable('purchaseItems').set({ productId }).where('id', '=', purchaseId).execute();
  await waitsSince(store, purchaseId, '2026-01-01T00:00:00.000Z');
}
