import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestLink } from '#src/domain/buyers/sign-in.ts';
import { addKeys } from '#src/domain/keys/activation-keys.ts';
import type { ChargeReading } from '#src/domain/payments/pix-provider.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { createCategory } from '#src/domain/products/categories.ts';
import { editProduct, removeProduct } from '#src/domain/products/products.ts';
import { resendReceipt } from '#src/domain/purchases/receipt-mail.ts';
import { createRelease, editRelease } from '#src/domain/releases/releases.ts';
import { noteWhatsappOpened } from '#src/domain/sales/sale-actions.ts';
import type { Shop } from '#src/domain/shop.ts';
import { RESEND_LIMIT } from '#src/wire/purchases/resends.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const OWNER = { id: 'dona' };
const PRODUCT = 'lote';
const ANA = 'ana@exemplo.com.br';
const AWAY: ChargeReading = { outcome: 'unavailable', reason: 'timeout', retryAfterMs: null };

const opened = openShopForFile();
let shop: Shop;
let purchaseId: string;
let told: string[];

beforeAll(async () => {
  shop = { ...opened.shop, events: { ...opened.shop.events, publish: (topic) => void told.push(topic) } };
  told = [];
  purchaseId = await sell(shop, PRODUCT);
});
beforeEach(() => {
  told = [];
});

describe('the screens and the mail hear', () => {
  test('of a paid order, where it is written', async () => {
    const id = await sell(shop, PRODUCT);
    const paid = told.slice(told.lastIndexOf(`purchase:${id}`));
    expect(paid).toEqual([`purchase:${id}`, 'sales', 'outbox']);
  });

  test('of nothing where the deed was refused', async () => {
    for (let sent = 0; sent < RESEND_LIMIT; sent += 1) await resendReceipt(shop, purchaseId, { email: ANA });
    expect(told).toEqual(Array.from({ length: RESEND_LIMIT }, () => 'outbox'));
    told = [];
    await expect(resendReceipt(shop, purchaseId, { email: ANA })).rejects.toMatchObject({ code: 'resend_limit' });
    await expect(noteWhatsappOpened(shop, OWNER, purchaseId)).rejects.toMatchObject({ code: 'no_whatsapp' });
    expect(told).toEqual([]);
  });

  test('of a poll by the worker only where the bank answers otherwise than before', async () => {
    const poll = async (reading: ChargeReading) => {
      told = [];
      const pix = { ...shop.pix, readCharge: async () => reading };
      await settlePayment({ ...shop, pix }, purchaseId, 'worker');
      return told;
    };
    const heard = [`purchase:${purchaseId}`, 'sales'];
    expect(await poll(AWAY)).toEqual(heard);
    expect(await poll(AWAY)).toEqual([]);
    expect(await poll({ outcome: 'missing' })).toEqual(heard);
  });

  test('of a link to sign in only when the answer has left', async () => {
    await requestLink(shop, { email: ANA }, 'a network');
    expect(told).toEqual([]);
    await expect.poll(() => told).toEqual(['outbox']);
  });
});

describe('the kept pages go', () => {
  test('with a change of a product, and stay where nothing changed', async () => {
    await editProduct(shop, OWNER, PRODUCT, { name: 'Lote de Tomadas' });
    expect(told).toEqual(['catalog', 'stock']);
    told = [];
    await editProduct(shop, OWNER, PRODUCT, { name: 'Lote de Tomadas' });
    await expect(removeProduct(shop, OWNER, 'nobody')).rejects.toMatchObject({ kind: 'not_found' });
    expect(told).toEqual([]);
  });

  test('with a category', async () => {
    await createCategory(shop, OWNER, { name: 'Pele' });
    expect(told).toEqual(['catalog']);
    await expect(createCategory(shop, OWNER, { name: 'Pele' })).rejects.toMatchObject({ code: 'name_taken' });
    expect(told).toEqual(['catalog']);
  });

  test('with the text of a version', async () => {
    const { id } = await createRelease(shop, OWNER, PRODUCT, { version: '9.0' });
    told = [];
    await editRelease(shop, OWNER, id, { notes: 'Mais rápido.' });
    expect(told).toEqual(['catalog']);
  });

  test('with keys that bring a product back, and not with more of them', async () => {
    const sold = { pauseWithoutKeys: 1, requiresActivation: 1, keySource: 'pool', soldOutAt: '2026-11-20' } as const;
    await shop.db.updateTable('products').set(sold).where('id', '=', PRODUCT).execute();
    await addKeys(shop, OWNER, { productId: PRODUCT, keys: 'K-1\nK-2' });
    expect(told).toEqual(['catalog', 'stock']);
    told = [];
    await addKeys(shop, OWNER, { productId: PRODUCT, keys: 'K-3' });
    expect(told).toEqual(['stock']);
  });
});
