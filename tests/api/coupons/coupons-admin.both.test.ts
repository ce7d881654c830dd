import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { enterAsAffiliate } from '../../support/purchases/affiliates.ts';
import { actAtSandbox, buy, expectStatus, order, startPurchase, waitForStatus } from '../../support/purchases/buy.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);
let serial = 0;
let codes = 0;

beforeEach(() => {
  serial += 1;
});

describe('the list of coupons', () => {
  test('returns the whole list, newest first, with everything a screen shows', async () => {
    const made = await makeCoupon();
    const coupons = await listCoupons();
    expect(coupons[0]).toEqual(made);
    expect(coupons.find(({ code }) => code === 'EDITA10')).toMatchObject({
      name: 'Edita 10',
      discount: 10,
      type: 'PERCENT',
      maxUses: null,
      isActive: true,
      affiliate: null,
    });
    expect(coupons.find(({ code }) => code === 'BEMVINDO20')).toMatchObject({ discount: 20, type: 'FIXED' });
    expect(coupons.find(({ code }) => code === 'MARINA10')).toMatchObject({
      type: 'AFFILIATE',
      discount: 10,
      affiliate: { name: 'Marina Tavares' },
    });
  });

  test('is paged, searched without accents and sorted', async () => {
    const page = await pageOf('page=1&pageSize=2&sort=code&order=asc');
    expect(page).toMatchObject({ page: 1, pageSize: 2, total: (await listCoupons()).length });
    expect(page.items.map(({ code }) => code)).toEqual([...page.items.map(({ code }) => code)].sort());
    expect((await pageOf('q=verao')).items.map(({ code }) => code)).toEqual(['VERAO12']);
    expect((await pageOf('q=ULTIMAS%25_')).total).toBe(0);
    const paused = await pageOf('status=inactive');
    expect(paused.items.map(({ code }) => code)).toContain('PARCERIA30');
    expect(paused.items.every(({ isActive }) => !isActive)).toBe(true);
  });
});

describe('a new coupon', () => {
  test('is stored in upper case and works at the checkout', async () => {
    const response = await owner.post('/api/admin/coupons', { ...fields(), code: `  corte-${serial}_a ` });
    expectStatus(response, 201);
    expect(response.json()).toMatchObject({ code: `CORTE-${serial}_A`, used: 0, discount: 10, isActive: true });
    const { discountValue } = (
      await visitor.post('/api/validate-coupon', { code: `corte-${serial}_a`, productId: 'grade-cinema' })
    ).json<{ coupon: { discountValue: number } }>().coupon;
    expect(discountValue).toBe(18.99);
  });

  test.each([
    [89.9, 89.9],
    ['89.90', 89.9],
    ['89,90', 89.9],
    ['R$ 1.234,50', 1234.5],
  ])('accepts %s as its amount', async (sent, kept) => {
    expect((await makeCoupon({ type: 'FIXED', discount: sent })).discount).toBe(kept);
  });

  test.each([
    ['', null],
    [null, null],
    [undefined, null],
    ['7', 7],
    [1, 1],
  ])('accepts %s as its maximum uses', async (sent, kept) => {
    expect((await makeCoupon({ maxUses: sent })).maxUses).toBe(kept);
  });

  test('stores days, also when timestamps are sent', async () => {
    const made = await makeCoupon({ validFrom: '2026-11-21T00:00:00.000Z', validTo: '2027-01-01T01:30:00.000Z' });
    expect(made).toMatchObject({ validFrom: '2026-11-21', validTo: '2026-12-31' });
  });

  test.each([
    ['code', { code: ' ' }, 'Informe o código do cupom.'],
    ['code', { code: 'OLÁ' }, 'Use apenas letras sem acento, números, hífen e sublinhado.'],
    ['code', { code: 'A B' }, 'Use apenas letras sem acento, números, hífen e sublinhado.'],
    ['name', { name: '' }, 'Informe o nome do cupom, com até 120 caracteres.'],
    ['discount', { discount: 0.99 }, 'Informe o desconto, a partir de 1, com até duas casas decimais.'],
    ['discount', { discount: '10,123' }, 'Informe o desconto, a partir de 1, com até duas casas decimais.'],
    ['discount', { discount: 100.01 }, 'Um desconto em porcentagem vai de 1 a 100.'],
    [
      'discount',
      { type: 'FIXED', discount: '0,50' },
      'Informe o desconto, a partir de 1, com até duas casas decimais.',
    ],
    ['type', { type: 'GRATIS' }, 'Escolha o tipo de desconto: porcentagem ou valor fixo.'],
    ['type', { type: 'AFFILIATE' }, 'O cupom de um afiliado nasce com o afiliado, em Afiliados.'],
    ['maxUses', { maxUses: 0 }, 'Informe um número inteiro a partir de 1, ou deixe vazio para ilimitado.'],
    ['maxUses', { maxUses: 1.5 }, 'Informe um número inteiro a partir de 1, ou deixe vazio para ilimitado.'],
    ['maxUses', { maxUses: 'muitos' }, 'Informe um número inteiro a partir de 1, ou deixe vazio para ilimitado.'],
    ['validFrom', { validFrom: '2026-02-30' }, 'Informe o primeiro dia de validade.'],
    ['validTo', { validTo: 'amanhã' }, 'Informe o último dia de validade.'],
    ['validTo', { validFrom: '2026-11-21', validTo: '2026-11-20' }, 'O último dia não pode vir antes do primeiro.'],
    ['isActive', { isActive: 'sim' }, 'Diga se o cupom está ativo.'],
  ])('is rejected for its %s in %o, and nothing is stored', async (field, wrong, sentence) => {
    const before = await listCoupons();
    const response = await owner.post('/api/admin/coupons', { ...fields(), ...wrong });
    expectStatus(response, 422);
    expect(response.json<ErrorBody>().fields).toEqual({ [field]: sentence });
    expect(await listCoupons()).toEqual(before);
  });

  test('reports every missing field', async () => {
    const response = await owner.post('/api/admin/coupons', {});
    expectStatus(response, 422);
    const missing = Object.keys(response.json<ErrorBody>().fields ?? {});
    expect(missing.sort()).toEqual(['code', 'discount', 'name', 'type', 'validFrom', 'validTo']);
  });

  test.each(['edita10', 'Marina10'])('is rejected when %s is taken, including an affiliate’s code', async (code) => {
    const before = await listCoupons();
    const response = await owner.post('/api/admin/coupons', { ...fields(), code });
    expectStatus(response, 409);
    const sentence = `Já existe um cupom com o código ${code.toUpperCase()}. Escolha outro.`;
    expect(response.json()).toEqual({ message: sentence, code: 'code_taken', fields: { code: sentence } });
    expect(await listCoupons()).toEqual(before);
  });
});

describe('editing a coupon', () => {
  test('keeps fields that are not sent', async () => {
    const made = await makeCoupon({ description: 'Para a turma', maxUses: 5 });
    const response = await owner.put(`/api/admin/coupons/${made.id}`, { isActive: false });
    expectStatus(response, 200);
    expect(response.json()).toEqual({ ...made, isActive: false });
    expect((await listCoupons()).find(({ id }) => id === made.id)).toEqual({ ...made, isActive: false });
  });

  test('is validated together with the unchanged fields', async () => {
    const made = await makeCoupon({ type: 'FIXED', discount: 150 });
    const response = await owner.put(`/api/admin/coupons/${made.id}`, { type: 'PERCENT' });
    expectStatus(response, 422);
    expect(response.json<ErrorBody>().fields).toEqual({ discount: 'Um desconto em porcentagem vai de 1 a 100.' });
    expectStatus(await owner.put(`/api/admin/coupons/${made.id}`, { validTo: '2020-01-01' }), 422);
    expect((await listCoupons()).find(({ id }) => id === made.id)).toEqual(made);
  });

  test('never sets the maximum below the current uses', async () => {
    const made = await makeCoupon({ maxUses: 5 });
    await startPurchase(visitor, { productId: 'lote', couponCode: made.code });
    await startPurchase(visitor, { productId: 'lote', couponCode: made.code });
    const response = await owner.put(`/api/admin/coupons/${made.id}`, { maxUses: 1, name: 'Outro' });
    expectStatus(response, 422);
    const sentence = 'Este cupom já tem 2 usos: o máximo não pode ficar abaixo disso.';
    expect(response.json<ErrorBody>().fields).toEqual({ maxUses: sentence });
    expect((await listCoupons()).find(({ id }) => id === made.id)).toEqual({ ...made, used: 2 });
    expectStatus(await owner.put(`/api/admin/coupons/${made.id}`, { maxUses: 2 }), 200);
    expectStatus(await order(visitor, { productId: 'lote', couponCode: made.code }), 409);
  });

  test('is rejected when the code is taken, except by itself', async () => {
    const made = await makeCoupon();
    const change = async (code: string) => (await owner.put(`/api/admin/coupons/${made.id}`, { code })).status;
    expect(await change('EDITA10')).toBe(409);
    expect(await change(made.code.toLowerCase())).toBe(200);
  });

  test('keeps an affiliate’s coupon of its type, whatever is sent', async () => {
    const marina = await couponOfMarina();
    const response = await owner.put(`/api/admin/coupons/${marina.id}`, { type: 'PERCENT', discount: 12.5 });
    expectStatus(response, 200);
    expect(response.json()).toEqual({ ...marina, discount: 12.5 });
    const refused = await owner.put(`/api/admin/coupons/${marina.id}`, { type: 'FIXED' });
    expectStatus(refused, 422);
    expect(refused.json<ErrorBody>().fields).toEqual({ type: 'O cupom de um afiliado é sempre em porcentagem.' });
    const made = await makeCoupon();
    expectStatus(await owner.put(`/api/admin/coupons/${made.id}`, { type: 'AFFILIATE' }), 422);

    await owner.put(`/api/admin/coupons/${marina.id}`, { code: 'MARINA12' });
    const affiliates = (await owner.get('/api/admin/affiliates')).json<{ couponCode: string; name: string }[]>();
    expect(affiliates.find(({ name }) => name === 'Marina Tavares')).toMatchObject({ couponCode: 'MARINA12' });
    await owner.put(`/api/admin/coupons/${marina.id}`, { code: 'MARINA10', discount: 10 });
  });
});

describe('deleting a coupon', () => {
  test('removes an unused one and frees its code', async () => {
    const made = await makeCoupon();
    const response = await owner.delete(`/api/admin/coupons/${made.id}`);
    expect([response.status, response.json()]).toEqual([200, { success: true }]);
    expect(await rowOf(made.id)).toBeUndefined();
    expectStatus(await owner.delete(`/api/admin/coupons/${made.id}`), 404);
    await makeCoupon({ code: made.code });
  });

  test('leaves purchases unchanged: an open one settles at its price, a paid one keeps the code', async () => {
    const made = await makeCoupon();
    const paid = await buy(visitor, { productId: 'grade-cinema', couponCode: made.code });
    const open = await startPurchase(visitor, { productId: 'grade-cinema', couponCode: made.code });
    const late = await startPurchase(visitor, { productId: 'grade-cinema', couponCode: made.code });
    await actAtSandbox(visitor, late.transactionId, 'expire');
    expectStatus(await owner.delete(`/api/admin/coupons/${made.id}`), 200);

    expect((await listCoupons()).some(({ id }) => id === made.id)).toBe(false);
    expectStatus(await order(visitor, { productId: 'lote', couponCode: made.code }), 409);
    const again = await makeCoupon({ code: made.code, discount: 50 });
    expect(again.used).toBe(0);

    await actAtSandbox(visitor, open.transactionId, 'pay');
    const settled = await waitForStatus(visitor, open.purchaseId, 'COMPLETED');
    expect(settled).toMatchObject({ totalAmount: paid.totalAmount, couponCode: made.code });
    await actAtSandbox(visitor, late.transactionId, 'pay');
    await waitForStatus(visitor, late.purchaseId, 'COMPLETED');
    expect(await redemptionsOf(made.id)).toEqual({
      [paid.id]: 'USED',
      [open.purchaseId]: 'USED',
      [late.purchaseId]: 'LATE',
    });
    expect(await rowOf(made.id)).toMatchObject({ used: 2, isActive: 0 });
    expect(await rowOf(again.id)).toMatchObject({ used: 0 });
    expectStatus(await owner.put(`/api/admin/coupons/${made.id}`, { isActive: true }), 404);
  });

  test('is rejected while its affiliate exists', async () => {
    const marina = await couponOfMarina();
    const response = await owner.delete(`/api/admin/coupons/${marina.id}`);
    expectStatus(response, 409);
    expect(response.json()).toEqual({
      code: 'affiliate_coupon',
      message: 'Este cupom é de Marina Tavares. Desative-o, ou exclua o afiliado em Afiliados.',
    });
    expect(await couponOfMarina()).toEqual(marina);
  });
});

test('every change is recorded in the audit trail without the typed values', async () => {
  const made = await makeCoupon();
  await owner.put(`/api/admin/coupons/${made.id}`, { ...fields(), code: made.code, discount: 15 });
  await owner.put(`/api/admin/coupons/${made.id}`, { discount: 15 });
  await owner.delete(`/api/admin/coupons/${made.id}`);
  const trail = await store
    .database()
    .selectFrom('audit')
    .select(['action', 'entity', 'fields'])
    .where('entityId', '=', made.id)
    .orderBy('id')
    .execute();
  const all = JSON.stringify(['code', 'name', 'discount', 'type', 'maxUses', 'validFrom', 'validTo']);
  expect(trail.map(({ action }) => action)).toEqual(['coupon.create', 'coupon.update', 'coupon.delete']);
  expect(new Set<string>(JSON.parse(trail[0]?.fields ?? ''))).toEqual(new Set<string>(JSON.parse(all)));
  expect(trail[1]).toMatchObject({ entity: 'coupon', fields: '["discount"]' });
});

test('coupons require an administrator', async () => {
  const [coupon] = await listCoupons();
  const id = coupon?.id ?? '';
  for (const who of [visitor, await enterAsAffiliate(store)]) {
    const expected = who === visitor ? 401 : 403;
    expect((await who.get('/api/admin/coupons')).status).toBe(expected);
    expect((await who.post('/api/admin/coupons', fields())).status).toBe(expected);
    expect((await who.put(`/api/admin/coupons/${id}`, { isActive: false })).status).toBe(expected);
    expect((await who.delete(`/api/admin/coupons/${id}`)).status).toBe(expected);
  }
  expect((await listCoupons())[0]).toEqual(coupon);
  for (const unknown of ['nada', '%00', `${'a'.repeat(500)}`]) {
    expect((await owner.put(`/api/admin/coupons/${unknown}`, { isActive: false })).status).toBe(404);
    expect((await owner.delete(`/api/admin/coupons/${unknown}`)).status).toBe(404);
  }
});

function fields() {
  codes += 1;
  return {
    code: `TESTE${serial}-${codes}`,
    name: 'Teste',
    discount: 10,
    type: 'PERCENT',
    maxUses: 100,
    validFrom: '2026-01-01',
    validTo: '2099-12-31',
  };
}

async function makeCoupon(values: Record<string, unknown> = {}): Promise<Coupon> {
  return expectStatus(await owner.post('/api/admin/coupons', { ...fields(), ...values }), 201).json<Coupon>();
}

async function listCoupons(): Promise<Coupon[]> {
  return expectStatus(await owner.get('/api/admin/coupons'), 200).json<Coupon[]>();
}

async function pageOf(query: string): Promise<Page<Coupon>> {
  return expectStatus(await owner.get(`/api/admin/coupons?${query}`), 200).json<Page<Coupon>>();
}

async function couponOfMarina(): Promise<Coupon> {
  const found = (await listCoupons()).find(({ affiliate }) => affiliate?.name === 'Marina Tavares');
  if (!found) throw new Error('Marina has no coupon.');
  return found;
}

function rowOf(id: string) {
  return store.database().selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirst();
}

async function redemptionsOf(couponId: string): Promise<Record<string, string>> {
  const rows = store
    .database()
    .selectFrom('redemptions')
    .select(['purchaseId', 'state'])
    .where('couponId', '=', couponId);
  return Object.fromEntries((await rows.execute()).map(({ purchaseId, state }) => [purchaseId, state]));
}
