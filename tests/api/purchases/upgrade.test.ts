import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderQuote, PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import type { Client } from '../../support/calls/client.ts';
import { expectStatus } from '../../support/purchases/buy.ts';
import { actAsBuyers, enterAsBuyer } from '../../support/purchases/buyers.ts';

const UPGRADE_PAGE = '/plugins/grade-cinema/upgrade';
const NOT_OWNED = /^Não encontramos uma licença com direito a este preço\./;

const store = startStoreForFile();
const owner = loginForFile(store);
const visitor = openClientForFile(store);
let email: string;
let itemId: string;
let key: string;
const { buyAs, nextAddress } = actAsBuyers(() => ({ owner, visitor }));

beforeAll(async () => {
  const upgrade = { upgradesFrom: ['lote'], upgradePrice: 'R$ 59,90', replacesKey: true };
  expectStatus(await owner.put('/api/admin/products/grade-cinema', upgrade), 200);
});
beforeEach(async () => {
  email = nextAddress();
  itemId = (await buyAs(email, 'lote')).id;
  const license = expectStatus(await visitor.get(`/api/payments/license/${itemId}`), 200);
  key = license.json<{ activationKey: string }>().activationKey;
});

test('the owner of a license pays the upgrade price, by the item once signed in or by its key and address', async () => {
  const buyer = await enterAsBuyer(store, email);
  const upgrade = { itemId };
  const quote = await buyer.post('/api/payments/quote', { productId: 'grade-cinema', upgrade });
  expect(expectStatus(quote, 200).json<OrderQuote>().totalAmount).toBe('R$ 59,90');
  for (const wrong of [{ itemId }, { key, email: 'outra@exemplo.com.br' }, { key: 'LOTE-X', email }, {}]) {
    const refused = await order(visitor, wrong);
    expect(refused.status).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'not_owned', message: expect.stringMatching(NOT_OWNED) });
  }
  expect((await order(visitor, { key, email }, 'outra@exemplo.com.br')).json()).toMatchObject({ code: 'other_owner' });
  expect((await order(visitor, { key: 7 })).status).toBe(422);
  expect(expectStatus(await order(buyer, upgrade), 200).json<PaymentCreated>().amount).toBe('R$ 59,90');
  expect((await order(visitor, { key, email })).json()).toMatchObject({ code: 'already_upgraded' });
});

test('the page of the upgrade sells it by a plain form, and offers a signed-in buyer the own licenses', async () => {
  const buyer = await enterAsBuyer(store, email);
  const shown = await (await buyer.fetch(UPGRADE_PAGE)).text();
  expect(shown).toContain(`value="${itemId}"`);
  expect(await (await visitor.fetch(UPGRADE_PAGE)).text()).not.toContain(itemId);
  const refused = await post(visitor, { itemId });
  expect(refused.status).toBe(409);
  expect((await post(visitor, { key, email: 'ana' })).status).toBe(422);
  const sold = await post(visitor, { key, email });
  expect(sold.status).toBe(303);
  expect(sold.headers.get('location')).toMatch(/^\/purchase\/success\//);
  expect((await visitor.fetch('/plugins/curva-motion/upgrade')).status).toBe(404);
});

test('a coupon for owners is known to who is signed in alone', async () => {
  const days = { validFrom: '2026-01-01', validTo: '2099-12-31' };
  const coupon = { code: 'DONOS', name: 'Donos', type: 'PERCENT', discount: 10, ...days, onlyOwnersOf: 'lote' };
  expectStatus(await owner.post('/api/admin/coupons', coupon), 201);
  const typed = { code: 'DONOS', productId: 'curva-motion' };
  const buyer = await enterAsBuyer(store, email);
  expect((await buyer.post('/api/validate-coupon', typed)).json()).toMatchObject({ valid: true });
  expect((await visitor.post('/api/validate-coupon', typed)).json()).toEqual({
    valid: false,
    message: 'Este cupom é para quem já tem Lote. Entre em Minhas compras e use o cupom de novo.',
  });
  const wrong = await owner.post('/api/admin/coupons', { ...coupon, code: 'OUTRO', perCustomer: 0, productIds: ['?'] });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.json<{ fields: object }>().fields).toSorted()).toEqual(['perCustomer', 'productIds[0]']);
});

function order(client: Client, upgrade: object, customerEmail = email) {
  const buyer = { customerName: 'Ana Conceição', customerEmail, paymentMethod: 'pix' };
  return client.post('/api/payments/create', { ...buyer, productId: 'grade-cinema', upgrade });
}

function post(client: Client, fields: Record<string, string>) {
  return client.fetch(UPGRADE_PAGE, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}
