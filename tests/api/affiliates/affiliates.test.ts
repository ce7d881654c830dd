import { describe, expect, test } from 'vitest';
import type { Affiliate, CommissionSummary } from '#src/wire/affiliates/affiliates.ts';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import {
  AFFILIATES,
  COMMISSIONS,
  commissionOf,
  enterAsAffiliate,
  handleAffiliates,
  newAffiliate,
} from '../../support/purchases/affiliates.ts';
import { actAtSandbox, buy, expectStatus, order, startPurchase, waitForStatus } from '../../support/purchases/buy.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);
const { booksOf, couponOf, everything, list, makeAffiliate, commissionsOf } = handleAffiliates(() => ({
  store,
  owner,
}));

describe('the list of affiliates', () => {
  test('agrees with the books and excludes refunded sales', async () => {
    const affiliates = await list();
    expect(affiliates.map(({ name }) => name)).toContain('Marina Tavares');
    for (const { id, totalSales, totalCommission, pendingCommission } of affiliates) {
      const sales = await booksOf(id);
      const standing = sales.filter(({ status }) => status !== 'reversed');
      expect(totalSales).toBe(standing.length);
      expect(Math.round(totalCommission * 100)).toBe(commissionOf(standing));
      expect(Math.round(pendingCommission * 100)).toBe(
        commissionOf(sales.filter(({ status }) => status === 'pending')),
      );
    }
    const marina = affiliates.find(({ name }) => name === 'Marina Tavares');
    expect(marina).toMatchObject({ isAffiliate: true, isActive: true, commissionRate: 20, couponCode: 'MARINA10' });
  });

  test('is paged, searched and sorted', async () => {
    const page = (await owner.get(`${AFFILIATES}?q=edicao`)).json<Page<Affiliate>>();
    expect(page).toMatchObject({ total: 1, items: [{ name: 'Podcast Ilha de Edição' }] });
    const byCode = (await owner.get(`${AFFILIATES}?q=cortedoleo`)).json<Page<Affiliate>>();
    expect(byCode.items.map(({ name }) => name)).toEqual(['Leonardo Pacheco']);
    const byRate = (await owner.get(`${AFFILIATES}?sort=commissionRate&order=desc&pageSize=2`)).json<Page<Affiliate>>();
    expect(byRate.items[0]?.commissionRate).toBeGreaterThanOrEqual(byRate.items[1]?.commissionRate ?? 0);
    expect(byRate.items).toHaveLength(2);
  });
});

describe('a new affiliate', () => {
  test('gets its own coupon with the commission rate as discount', async () => {
    const wanted = { ...newAffiliate(), commissionRate: '12,5', totalSales: 99, totalCommission: 99 };
    const response = await owner.post(AFFILIATES, wanted);
    expectStatus(response, 201);
    const made = response.json<Affiliate>();
    expect(made).toMatchObject({
      name: wanted.name,
      email: wanted.email,
      isAffiliate: true,
      commissionRate: 12.5,
      couponCode: wanted.couponCode,
      totalSales: 0,
      totalCommission: 0,
      isActive: true,
    });
    expect(await couponOf(made)).toMatchObject({
      code: wanted.couponCode,
      type: 'AFFILIATE',
      discount: 12.5,
      maxUses: null,
      isActive: true,
      affiliate: { id: made.id, name: wanted.name },
    });
    const user = await userOf(made.id);
    expect(user).toMatchObject({ isAdmin: 0, isAffiliate: 1, isActive: 1 });
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
    const refused = await openClient(store.url).post('/api/auth/login', wanted);
    expect([refused.status, refused.json<ErrorBody>().message]).toEqual([
      401,
      'Credenciais inválidas. Apenas administradores podem acessar.',
    ]);
  });

  test.each([
    ['name', { name: ' ' }, 'Informe o nome do afiliado, com até 120 caracteres.'],
    ['email', { email: 'sem-arroba' }, 'Por favor, insira um endereço de email válido.'],
    ['password', { password: '12345' }, 'A senha deve ter pelo menos 6 caracteres.'],
    ['commissionRate', { commissionRate: 0.5 }, 'A comissão vai de 1 a 50%, com até duas casas decimais.'],
    ['commissionRate', { commissionRate: '50,01' }, 'A comissão vai de 1 a 50%, com até duas casas decimais.'],
    ['commissionRate', { commissionRate: 10.001 }, 'A comissão vai de 1 a 50%, com até duas casas decimais.'],
    ['couponCode', { couponCode: '' }, 'Informe o código do cupom.'],
    ['couponCode', { couponCode: 'A/B' }, 'Use apenas letras sem acento, números, hífen e sublinhado.'],
    ['isAffiliate', { isAffiliate: false }, 'Para encerrar a parceria, exclua o afiliado.'],
  ])('is rejected for its %s in %o, and nothing is stored', async (field, wrong, sentence) => {
    const before = await everything();
    const response = await owner.post(AFFILIATES, { ...newAffiliate(), ...wrong });
    expectStatus(response, 422);
    expect(response.json<ErrorBody>().fields).toEqual({ [field]: sentence });
    expect(await everything()).toEqual(before);
  });

  test('is rejected when its e-mail or code is taken, and leaves nothing half done', async () => {
    const before = await everything();
    const taken = [
      [
        { email: 'MARINA@canal.exemplo.com.br' },
        'email',
        'Este e-mail já é de outro afiliado, atual ou antigo. Confira o endereço.',
      ],
      [{ email: store.admin.email }, 'email', 'Este e-mail é de um administrador. Use outro para o afiliado.'],
      [{ couponCode: 'edita10' }, 'couponCode', 'Já existe um cupom com o código EDITA10. Escolha outro.'],
    ] as const;
    for (const [wrong, field, sentence] of taken) {
      const response = await owner.post(AFFILIATES, { ...newAffiliate(), ...wrong });
      expectStatus(response, 409);
      expect(response.json<ErrorBody>()).toMatchObject({ message: sentence, fields: { [field]: sentence } });
    }
    expect(await everything()).toEqual(before);
  });

  test('gets a free code', async () => {
    const suggest = async (query: string) =>
      (await owner.get(`${AFFILIATES}/suggested-code?${query}`)).json<{ code: string }>().code;
    expect(await suggest('name=%C3%82ngela%20Dias&rate=10')).toBe('ANGELA10');
    expect(await suggest('name=Marina&rate=10')).toBe('MARINA10-2');
    await makeAffiliate({ couponCode: 'MARINA10-2' });
    expect(await suggest('name=marina%20costa&rate=10')).toBe('MARINA10-3');
    const marina = (await list()).find(({ couponCode }) => couponCode === 'MARINA10');
    expect(await suggest(`name=Marina&rate=10&affiliate=${marina?.id}`)).toBe('MARINA10');
  });
});

describe('editing an affiliate', () => {
  test('keeps fields that are not sent', async () => {
    const made = await makeAffiliate();
    const response = await owner.put(`${AFFILIATES}/${made.id}`, { name: 'Outro Nome' });
    expectStatus(response, 200);
    expect(response.json()).toEqual({ ...made, name: 'Outro Nome' });
    const password = (await userOf(made.id))?.passwordHash;
    const sent = {
      name: 'Outro Nome',
      email: made.email,
      isAffiliate: true,
      commissionRate: '10',
      couponCode: made.couponCode,
    };
    expectStatus(await owner.put(`${AFFILIATES}/${made.id}`, sent), 200);
    expect((await userOf(made.id))?.passwordHash).toBe(password);
  });

  test('updates the coupon: its code, and its discount unless it was set under Promoções', async () => {
    const made = await makeAffiliate();
    expectStatus(
      await owner.put(`${AFFILIATES}/${made.id}`, { commissionRate: 20, couponCode: `${made.couponCode}-b` }),
      200,
    );
    const coupon = await couponOf(made);
    expect(coupon).toMatchObject({ discount: 20, code: `${made.couponCode}-B`, type: 'AFFILIATE' });

    expectStatus(await owner.put(`/api/admin/coupons/${coupon.id}`, { discount: 5, type: 'PERCENT' }), 200);
    expectStatus(await owner.put(`${AFFILIATES}/${made.id}`, { commissionRate: 30 }), 200);
    expect(await couponOf(made)).toMatchObject({ discount: 5, type: 'AFFILIATE' });
    expect((await list()).find(({ id }) => id === made.id)).toMatchObject({ commissionRate: 30 });
  });

  test('to Pendente disables the coupon, and back again enables it', async () => {
    const made = await makeAffiliate();
    expectStatus(await owner.put(`${AFFILIATES}/${made.id}`, { isActive: false }), 200);
    const tryCoupon = async () => (await order(visitor, { productId: 'lote', couponCode: made.couponCode })).status;
    expect(await tryCoupon()).toBe(409);
    expectStatus(await owner.put(`${AFFILIATES}/${made.id}`, { isActive: true }), 200);
    expect(await tryCoupon()).toBe(200);
  });

  test('is rejected when the e-mail or code is taken, and changes nothing', async () => {
    const made = await makeAffiliate();
    const before = await everything();
    for (const wrong of [
      { email: 'marina@canal.exemplo.com.br' },
      { email: store.admin.email },
      { couponCode: 'EDITA10' },
    ]) {
      const response = await owner.put(`${AFFILIATES}/${made.id}`, { name: 'Novo', ...wrong });
      expectStatus(response, 409);
      expect(Object.keys(response.json<ErrorBody>().fields ?? {})).toEqual(Object.keys(wrong));
    }
    expectStatus(await owner.put(`${AFFILIATES}/${made.id}`, { commissionRate: 51 }), 422);
    expect(await everything()).toEqual(before);
  });
});

describe('deleting an affiliate', () => {
  test('removes one without sales together with the coupon', async () => {
    const made = await makeAffiliate();
    const response = await owner.delete(`${AFFILIATES}/${made.id}`);
    expect([response.status, response.json()]).toEqual([200, { success: true }]);
    expect(await userOf(made.id)).toBeUndefined();
    expectStatus(await owner.delete(`${AFFILIATES}/${made.id}`), 404);
    expectStatus(await owner.put(`${AFFILIATES}/${made.id}`, { name: 'Ninguém' }), 404);
    await makeAffiliate({ email: made.email, couponCode: made.couponCode });
  });

  test('closes one with sales: disables the coupon, keeps commissions and counts open sales', async () => {
    const made = await makeAffiliate();
    await buy(visitor, { productId: 'grade-cinema', couponCode: made.couponCode });
    const open = await startPurchase(visitor, { productId: 'grade-cinema', couponCode: made.couponCode });
    expectStatus(await owner.delete(`${AFFILIATES}/${made.id}`), 200);
    expect((await list()).some(({ id }) => id === made.id)).toBe(false);
    expect(await userOf(made.id)).toMatchObject({ isAffiliate: 0, isActive: 0 });
    expectStatus(await order(visitor, { productId: 'lote', couponCode: made.couponCode }), 409);
    expectStatus(await owner.put(`${AFFILIATES}/${made.id}`, { name: 'De volta' }), 404);

    await actAtSandbox(visitor, open.transactionId, 'pay');
    await waitForStatus(visitor, open.purchaseId, 'COMPLETED');
    const sales = await commissionsOf(made.id);
    expect(sales.map(({ status }) => status)).toEqual(['pending', 'pending']);
    expectStatus(await owner.post(`${COMMISSIONS}/${sales[0]?.id}/pay?force=true`), 200);
    const { affiliates } = (await owner.get(`${COMMISSIONS}/all/summary`)).json<CommissionSummary>();
    expect(affiliates).toContainEqual({ id: made.id, name: made.name, isClosed: true });

    const back = await makeAffiliate({ email: made.email, couponCode: made.couponCode, name: 'De Volta' });
    expect(back).toMatchObject({ id: made.id, name: 'De Volta', totalSales: 2 });
  });
});

test('every change is recorded in the audit trail without names or addresses', async () => {
  const made = await makeAffiliate();
  await owner.put(`${AFFILIATES}/${made.id}`, { email: 'novo.endereco@exemplo.com.br', commissionRate: 11 });
  await owner.delete(`${AFFILIATES}/${made.id}`);
  const trail = await store
    .database()
    .selectFrom('audit')
    .select(['action', 'entity', 'fields'])
    .where('entityId', '=', made.id)
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    {
      action: 'affiliate.create',
      entity: 'affiliate',
      fields: '["name","email","password","commissionRate","couponCode"]',
    },
    { action: 'affiliate.update', entity: 'affiliate', fields: '["email","commissionRate"]' },
    { action: 'affiliate.delete', entity: 'affiliate', fields: '[]' },
  ]);
});

test('affiliates require an administrator', async () => {
  const before = await everything();
  const [affiliate] = await list();
  for (const who of [visitor, await enterAsAffiliate(store)]) {
    const expected = who === visitor ? 401 : 403;
    const responses = [
      await who.get(AFFILIATES),
      await who.get(`${AFFILIATES}/suggested-code?name=Ana&rate=10`),
      await who.post(AFFILIATES, newAffiliate()),
      await who.put(`${AFFILIATES}/${affiliate?.id}`, { name: 'Outra' }),
      await who.delete(`${AFFILIATES}/${affiliate?.id}`),
      await who.get(`${COMMISSIONS}/all`),
      await who.get(`${COMMISSIONS}/all/summary`),
      await who.post(`${COMMISSIONS}/x/pay`),
    ];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => expected));
    for (const { text } of responses) expect(text).not.toContain('Marina');
  }
  expect(await everything()).toEqual(before);
});

function userOf(id: string) {
  return store.database().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}
