import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Category, PublicProduct } from '#src/wire/catalog.ts';
import type { CouponValidation } from '#src/wire/checkout.ts';
import { type Client, openClient } from '../support/client.ts';
import { type Store, startStore } from '../support/store.ts';

let store: Store;
let visitor: Client;

beforeAll(async () => {
  store = await startStore();
  visitor = openClient(store.url);
});
afterAll(() => store.stop());

test('a visitor sees the active products, newest update first, and never where their files are', async () => {
  const response = await visitor.get('/api/public/products');
  const products = response.json<PublicProduct[]>();

  expect(response.status).toBe(200);
  expect(products.length).toBeGreaterThanOrEqual(12);
  expect(products[0]).toMatchObject({
    id: 'grade-cinema',
    price: 'R$ 189,90',
    originalPrice: 'R$ 249,90',
    isFeatured: true,
  });
  expect(response.text).not.toContain('corte-final-demo.zip');
  const rows = await store
    .database()
    .selectFrom('products')
    .select(['id', 'updatedAt'])
    .where('status', '=', 'active')
    .orderBy('updatedAt', 'desc')
    .execute();
  expect(products.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test('the four categories are always there', async () => {
  const categories = (await visitor.get('/api/public/product-categories')).json<Category[]>();
  expect(categories.map(({ name }) => name)).toEqual([
    'Correção de Cor',
    'Motion Graphics',
    'Efeitos Especiais',
    'Animação de Texto',
  ]);
});

test('one product is shown; one that is unknown or not active is not', async () => {
  expect((await visitor.get('/api/public/products/lote')).json<PublicProduct>().name).toBe('Lote');
  for (const id of ['nada', 'rolo-de-creditos', 'pele-natural', '..%2f', "'%20or%201=1--"]) {
    const response = await visitor.get(`/api/public/products/${id}`);
    expect(response.status, id).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found', message: 'Produto não encontrado.' });
  }
});

test('an unknown call is answered in JSON', async () => {
  const response = await visitor.get('/api/public/nada');
  expect(response.status).toBe(404);
  expect(response.json()).toMatchObject({ code: 'not_found' });
});

async function validate(code: unknown, productId = 'lote', amount: unknown = '1,00') {
  return visitor.post('/api/validate-coupon', { code, productId, amount });
}

test('a coupon is trimmed, written in capitals and priced from the shop’s own figures', async () => {
  const response = await validate('  edita10 ', 'grade-cinema', '0,01');
  expect(response.status).toBe(200);
  expect(response.json<CouponValidation>()).toEqual({
    valid: true,
    message: 'Cupom aplicado: R$ 18,99 de desconto.',
    coupon: { code: 'EDITA10', name: 'Edita 10', type: 'PERCENT', discount: 10, discountValue: 18.99 },
  });
});

test('a fixed coupon takes off its reais', async () => {
  const { coupon } = (await validate('BEMVINDO20')).json<Extract<CouponValidation, { valid: true }>>();
  expect(coupon).toMatchObject({ type: 'FIXED', discount: 20, discountValue: 20 });
});

test.each([
  ['NAOEXISTE', 'Cupom não encontrado. Confira o código e tente de novo.'],
  ['FESTIVAL15', 'Este cupom expirou.'],
  ['PARCERIA30', 'Este cupom não está ativo.'],
  ['VERAO12', 'Este cupom ainda não começou a valer.'],
])('%s is not valid, and the answer says why', async (code, message) => {
  const response = await validate(code);
  expect(response.status).toBe(200);
  expect(response.json()).toEqual({ valid: false, message });
});

test('a coupon that is used up is not valid, and looking at one does not use it', async () => {
  const uses = () =>
    store.database().selectFrom('coupons').select('used').where('code', '=', 'EDITA10').executeTakeFirstOrThrow();
  const before = await uses();
  await validate('EDITA10');
  expect(await uses()).toEqual(before);

  await store.database().updateTable('coupons').set({ used: 20 }).where('code', '=', 'ULTIMOS25').execute();
  expect((await validate('ULTIMOS25')).json()).toEqual({
    valid: false,
    message: 'Este cupom já atingiu o limite de usos.',
  });
});

test('a coupon question without a code, or about an unknown product, is refused', async () => {
  const empty = await validate('   ');
  expect(empty.status).toBe(422);
  expect(empty.json()).toMatchObject({ fields: { code: 'Informe o código do cupom.' } });
  expect((await validate('EDITA10', 'nada')).status).toBe(404);
});
