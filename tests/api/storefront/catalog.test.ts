import { expect, test } from 'vitest';
import type { Category } from '#src/wire/products/categories.ts';
import type { CouponValidation } from '#src/wire/purchases/checkout.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);

test('a visitor gets the active products, newest update first, without download addresses', async () => {
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

test('the four categories always exist', async () => {
  const categories = (await visitor.get('/api/public/product-categories')).json<Category[]>();
  expect(categories.map(({ name }) => name)).toEqual([
    'Correção de Cor',
    'Motion Graphics',
    'Efeitos Especiais',
    'Animação de Texto',
  ]);
});

test('an active product is returned, an unknown or inactive one is not', async () => {
  expect((await visitor.get('/api/public/products/lote')).json<PublicProduct>().name).toBe('Lote');
  for (const id of ['nada', 'rolo-de-creditos', 'pele-natural', '..%2f', "'%20or%201=1--"]) {
    const response = await visitor.get(`/api/public/products/${id}`);
    expect(response.status, id).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found', message: 'Produto não encontrado.' });
  }
});

test('an unknown API route returns a JSON error', async () => {
  const response = await visitor.get('/api/public/nada');
  expect(response.status).toBe(404);
  expect(response.json()).toMatchObject({ code: 'not_found' });
});

async function validate(code: unknown, productId = 'lote', amount: unknown = '1,00') {
  return visitor.post('/api/validate-coupon', { code, productId, amount });
}

test('a coupon code is normalized and priced with the shop’s own figures', async () => {
  const response = await validate('  edita10 ', 'grade-cinema', '0,01');
  expect(response.status).toBe(200);
  expect(response.json<CouponValidation>()).toEqual({
    valid: true,
    message: 'Cupom aplicado: R$ 18,99 de desconto.',
    coupon: { code: 'EDITA10', name: 'Edita 10', type: 'PERCENT', discount: 10, discountValue: 18.99 },
  });
});

test('a fixed coupon subtracts its amount', async () => {
  const { coupon } = (await validate('BEMVINDO20')).json<Extract<CouponValidation, { valid: true }>>();
  expect(coupon).toMatchObject({ type: 'FIXED', discount: 20, discountValue: 20 });
});

test.each([
  ['NAOEXISTE', 'Cupom não encontrado. Confira o código e tente de novo.'],
  ['FESTIVAL15', 'Este cupom expirou.'],
  ['PARCERIA30', 'Este cupom não está ativo.'],
  ['VERAO12', 'Este cupom ainda não começou a valer.'],
])('%s is rejected with the reason', async (code, message) => {
  const response = await validate(code);
  expect(response.status).toBe(200);
  expect(response.json()).toEqual({ valid: false, message });
});

test('a used-up coupon is rejected, and validating one does not use it', async () => {
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

test('validating a coupon without a code or for an unknown product is rejected', async () => {
  const empty = await validate('   ');
  expect(empty.status).toBe(422);
  expect(empty.json()).toMatchObject({ fields: { code: 'Informe o código do cupom.' } });
  expect((await validate('EDITA10', 'nada')).status).toBe(404);
});
