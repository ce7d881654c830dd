import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Affiliate, AffiliateSale, CommissionSummary } from '#src/wire/affiliates.ts';
import type { Coupon } from '#src/wire/coupons.ts';
import type { ErrorBody } from '#src/wire/errors.ts';
import type { Page } from '#src/wire/lists.ts';
import { enterAsAffiliate } from '../support/affiliate.ts';
import { atTheBank, buy, expectStatus, order, startPurchase, waitForStatus } from '../support/buy.ts';
import { type Client, login, openClient } from '../support/client.ts';
import { bankSays } from '../support/purchases.ts';
import { type Store, startStore } from '../support/store.ts';

const PATH = '/api/admin/affiliates';
const SALES = '/api/admin/affiliate-sales';

let store: Store;
let owner: Client;
let visitor: Client;
let serial = 0;

beforeAll(async () => {
  store = await startStore();
  visitor = openClient(store.url);
  owner = await login(store);
});
afterAll(() => store.stop());
beforeEach(() => {
  serial += 1;
});

describe('the list of affiliates', () => {
  test('agrees with the books: what was given back counts nowhere', async () => {
    const affiliates = await listAffiliates();
    expect(affiliates.map(({ name }) => name)).toContain('Marina Tavares');
    for (const { id, totalSales, totalCommission, pendingCommission } of affiliates) {
      const sales = await booksOf(id);
      const standing = sales.filter(({ status }) => status !== 'reversed');
      expect(totalSales).toBe(standing.length);
      expect(Math.round(totalCommission * 100)).toBe(sum(standing));
      expect(Math.round(pendingCommission * 100)).toBe(sum(sales.filter(({ status }) => status === 'pending')));
    }
    const marina = affiliates.find(({ name }) => name === 'Marina Tavares');
    expect(marina).toMatchObject({ isAffiliate: true, isActive: true, commissionRate: 20, couponCode: 'MARINA10' });
  });

  test('comes in pages that are searched and sorted', async () => {
    const page = (await owner.get(`${PATH}?q=edicao`)).json<Page<Affiliate>>();
    expect(page).toMatchObject({ total: 1, items: [{ name: 'Podcast Ilha de Edição' }] });
    const byCode = (await owner.get(`${PATH}?q=cortedoleo`)).json<Page<Affiliate>>();
    expect(byCode.items.map(({ name }) => name)).toEqual(['Leonardo Pacheco']);
    const byRate = (await owner.get(`${PATH}?sort=commissionRate&order=desc&pageSize=2`)).json<Page<Affiliate>>();
    expect(byRate.items[0]?.commissionRate).toBeGreaterThanOrEqual(byRate.items[1]?.commissionRate ?? 0);
    expect(byRate.items).toHaveLength(2);
  });
});

describe('a new affiliate', () => {
  test('comes with a coupon of its own, whose discount is the commission rate', async () => {
    const wanted = { ...fields(), commissionRate: '12,5', totalSales: 99, totalCommission: 99 };
    const answer = await owner.post(PATH, wanted);
    expectStatus(answer, 201);
    const made = answer.json<Affiliate>();
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
  ])('is refused for its %s in %o, and nothing is stored', async (field, wrong, sentence) => {
    const before = await everything();
    const answer = await owner.post(PATH, { ...fields(), ...wrong });
    expectStatus(answer, 422);
    expect(answer.json<ErrorBody>().fields).toEqual({ [field]: sentence });
    expect(await everything()).toEqual(before);
  });

  test('is refused when e-mail or code is taken, and leaves no half of it behind', async () => {
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
      const answer = await owner.post(PATH, { ...fields(), ...wrong });
      expectStatus(answer, 409);
      expect(answer.json<ErrorBody>()).toMatchObject({ message: sentence, fields: { [field]: sentence } });
    }
    expect(await everything()).toEqual(before);
  });

  test('gets a code that is free', async () => {
    const suggest = async (query: string) =>
      (await owner.get(`${PATH}/suggested-code?${query}`)).json<{ code: string }>().code;
    expect(await suggest('name=%C3%82ngela%20Dias&rate=10')).toBe('ANGELA10');
    expect(await suggest('name=Marina&rate=10')).toBe('MARINA10-2');
    await makeAffiliate({ couponCode: 'MARINA10-2' });
    expect(await suggest('name=marina%20costa&rate=10')).toBe('MARINA10-3');
    const marina = (await listAffiliates()).find(({ couponCode }) => couponCode === 'MARINA10');
    expect(await suggest(`name=Marina&rate=10&affiliate=${marina?.id}`)).toBe('MARINA10');
  });
});

describe('a change of an affiliate', () => {
  test('keeps what is not sent', async () => {
    const made = await makeAffiliate();
    const answer = await owner.put(`${PATH}/${made.id}`, { name: 'Outro Nome' });
    expectStatus(answer, 200);
    expect(answer.json()).toEqual({ ...made, name: 'Outro Nome' });
    const password = (await userOf(made.id))?.passwordHash;
    const sent = {
      name: 'Outro Nome',
      email: made.email,
      isAffiliate: true,
      commissionRate: '10',
      couponCode: made.couponCode,
    };
    expectStatus(await owner.put(`${PATH}/${made.id}`, sent), 200);
    expect((await userOf(made.id))?.passwordHash).toBe(password);
  });

  test('takes the coupon along: its code, and its discount while nobody set one under Promoções', async () => {
    const made = await makeAffiliate();
    expectStatus(
      await owner.put(`${PATH}/${made.id}`, { commissionRate: 20, couponCode: `${made.couponCode}-b` }),
      200,
    );
    const coupon = await couponOf(made);
    expect(coupon).toMatchObject({ discount: 20, code: `${made.couponCode}-B`, type: 'AFFILIATE' });

    expectStatus(await owner.put(`/api/admin/coupons/${coupon.id}`, { discount: 5, type: 'PERCENT' }), 200);
    expectStatus(await owner.put(`${PATH}/${made.id}`, { commissionRate: 30 }), 200);
    expect(await couponOf(made)).toMatchObject({ discount: 5, type: 'AFFILIATE' });
    expect((await listAffiliates()).find(({ id }) => id === made.id)).toMatchObject({ commissionRate: 30 });
  });

  test('to Pendente stops the coupon, and back again starts it', async () => {
    const made = await makeAffiliate();
    expectStatus(await owner.put(`${PATH}/${made.id}`, { isActive: false }), 200);
    const tryCoupon = async () => (await order(visitor, { productId: 'lote', couponCode: made.couponCode })).status;
    expect(await tryCoupon()).toBe(409);
    expectStatus(await owner.put(`${PATH}/${made.id}`, { isActive: true }), 200);
    expect(await tryCoupon()).toBe(200);
  });

  test('is refused when e-mail or code is taken, and changes nothing', async () => {
    const made = await makeAffiliate();
    const before = await everything();
    for (const wrong of [
      { email: 'marina@canal.exemplo.com.br' },
      { email: store.admin.email },
      { couponCode: 'EDITA10' },
    ]) {
      const answer = await owner.put(`${PATH}/${made.id}`, { name: 'Novo', ...wrong });
      expectStatus(answer, 409);
      expect(Object.keys(answer.json<ErrorBody>().fields ?? {})).toEqual(Object.keys(wrong));
    }
    expectStatus(await owner.put(`${PATH}/${made.id}`, { commissionRate: 51 }), 422);
    expect(await everything()).toEqual(before);
  });
});

describe('the commission', () => {
  test('of a sale is exact to the centavo, of the amount paid, and waits to be paid', async () => {
    const made = await makeAffiliate({ commissionRate: 10 });
    const { id } = await buy(visitor, {
      productId: 'grade-cinema',
      couponCode: made.couponCode,
      customerName: 'Bia Nunes',
    });
    // R$ 189,90 less 10 % is R$ 170,91; a tenth of it is R$ 17,091.
    const [sale] = await salesOf(made.id);
    expect(sale).toMatchObject({
      affiliateId: made.id,
      affiliateName: made.name,
      customerName: 'Bia Nunes',
      amount: 170.91,
      commission: 17.09,
      couponCode: made.couponCode,
      status: 'pending',
      purchaseId: id,
    });
    expect(await find(made.id)).toMatchObject({ totalSales: 1, totalCommission: 17.09, pendingCommission: 17.09 });
  });

  test('is rounded half up', async () => {
    const made = await makeAffiliate({ commissionRate: 12.5 });
    const coupon = await couponOf(made);
    await owner.put(`/api/admin/coupons/${coupon.id}`, { discount: 1 });
    await setPrice('lote', 10_180);
    await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    // R$ 101,80 less R$ 1,02 is R$ 100,78; 12,5 % of it is R$ 12,5975.
    await setPrice('lote', 10_105);
    await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    // R$ 101,05 less R$ 1,01 is R$ 100,04; 12,5 % of it is R$ 12,505: half a centavo goes up.
    expect((await salesOf(made.id)).map(({ amount, commission }) => [amount, commission])).toEqual([
      [100.04, 12.51],
      [100.78, 12.6],
    ]);
    expect(await find(made.id)).toMatchObject({ totalSales: 2, totalCommission: 25.11 });
  });

  test('keeps the rate of the day of the sale', async () => {
    const made = await makeAffiliate({ commissionRate: 10 });
    await buy(visitor, { productId: 'grade-cinema', couponCode: made.couponCode });
    await owner.put(`${PATH}/${made.id}`, { commissionRate: 50 });
    expect((await salesOf(made.id)).map(({ commission }) => commission)).toEqual([17.09]);
  });

  test('is marked as paid once, and never when the sale was given back', async () => {
    const made = await makeAffiliate();
    await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    const { id: refundedId } = await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    const [refunded, sale] = await salesOf(made.id);
    const answer = await owner.post(`${SALES}/${sale?.id}/pay`);
    expectStatus(answer, 200);
    expect(answer.json()).toEqual({ ...sale, status: 'paid', paidAt: expect.any(String) });
    const again = await owner.post(`${SALES}/${sale?.id}/pay`);
    expect([again.status, again.json()]).toEqual([
      409,
      { code: 'already_paid', message: 'Esta comissão já está marcada como paga.' },
    ]);

    await refund(refundedId);
    const late = await owner.post(`${SALES}/${refunded?.id}/pay`);
    expect([late.status, late.json()]).toEqual([
      409,
      { code: 'reversed', message: 'Esta venda foi estornada: não há comissão a pagar.' },
    ]);
    expectStatus(await owner.post(`${SALES}/nada/pay`), 404);
    expect(await find(made.id)).toMatchObject({ totalSales: 1, pendingCommission: 0 });
    const trail = store.database().selectFrom('audit').select('entityId').where('action', '=', 'affiliate_sale.pay');
    expect((await trail.execute()).filter(({ entityId }) => entityId === sale?.id)).toHaveLength(1);
  });
});

describe('the sales of affiliates', () => {
  test('come as an array of what stands, of one or of all', async () => {
    const made = await makeAffiliate();
    await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    const { id } = await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    await refund(id);
    expect((await salesOf(made.id)).map(({ status }) => status)).toEqual(['pending']);
    const all = await salesOf('all');
    expect(all).toHaveLength((await booksOf()).filter(({ status }) => status !== 'reversed').length);
    expect(all.map(({ date }) => date)).toEqual(
      all
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
    expectStatus(await owner.get(`${SALES}/nada`), 404);
  });

  test('come in pages with what was given back, by state, by affiliate and by search', async () => {
    const made = await makeAffiliate();
    await buy(visitor, { productId: 'lote', couponCode: made.couponCode, customerName: 'Zélia Última' });
    const { id } = await buy(visitor, { productId: 'lote', couponCode: made.couponCode });
    await refund(id);
    const read = async (query: string) => (await owner.get(`${SALES}/${query}`)).json<Page<AffiliateSale>>();
    expect(await read(`${made.id}?page=1`)).toMatchObject({
      total: 2,
      items: [{ status: 'reversed' }, { status: 'pending' }],
    });
    expect(await read(`all?affiliate=${made.id}&status=reversed`)).toMatchObject({
      total: 1,
      items: [{ purchaseId: id }],
    });
    expect(await read('all?q=zelia')).toMatchObject({ total: 1, items: [{ customerName: 'Zélia Última' }] });
    const books = await booksOf();
    for (const status of ['pending', 'paid', 'reversed']) {
      expect((await read(`all?status=${status}`)).total).toBe(books.filter((sale) => sale.status === status).length);
    }
    expect((await read('all?page=2&pageSize=3')).items.map((sale) => sale.id)).toEqual(
      (await read('all?pageSize=6')).items.slice(3).map((sale) => sale.id),
    );
  });

  test('are summed up: what is owed, paid and given back', async () => {
    const books = await booksOf();
    const summary = (await owner.get(`${SALES}/all/summary`)).json<CommissionSummary>();
    for (const state of ['pending', 'paid', 'reversed'] as const) {
      const sales = books.filter(({ status }) => status === state);
      expect(summary[state].sales).toBe(sales.length);
      expect(Math.round(summary[state].commission * 100)).toBe(sum(sales));
    }
    const made = await makeAffiliate();
    const own = (await owner.get(`${SALES}/${made.id}/summary`)).json<CommissionSummary>();
    expect(own.pending).toEqual({ sales: 0, commission: 0 });
    expect(own.affiliates).toContainEqual({ id: made.id, name: made.name, isClosed: false });
  });
});

describe('deleting an affiliate', () => {
  test('removes one without sales, with the coupon', async () => {
    const made = await makeAffiliate();
    const answer = await owner.delete(`${PATH}/${made.id}`);
    expect([answer.status, answer.json()]).toEqual([200, { success: true }]);
    expect(await userOf(made.id)).toBeUndefined();
    expectStatus(await owner.delete(`${PATH}/${made.id}`), 404);
    expectStatus(await owner.put(`${PATH}/${made.id}`, { name: 'Ninguém' }), 404);
    await makeAffiliate({ email: made.email, couponCode: made.couponCode });
  });

  test('closes one with sales: the coupon stops, what is owed stays, an open sale still counts', async () => {
    const made = await makeAffiliate();
    await buy(visitor, { productId: 'grade-cinema', couponCode: made.couponCode });
    const open = await startPurchase(visitor, { productId: 'grade-cinema', couponCode: made.couponCode });
    expectStatus(await owner.delete(`${PATH}/${made.id}`), 200);
    expect((await listAffiliates()).some(({ id }) => id === made.id)).toBe(false);
    expect(await userOf(made.id)).toMatchObject({ isAffiliate: 0, isActive: 0 });
    expectStatus(await order(visitor, { productId: 'lote', couponCode: made.couponCode }), 409);
    expectStatus(await owner.put(`${PATH}/${made.id}`, { name: 'De volta' }), 404);

    await atTheBank(visitor, open.transactionId, 'pay');
    await waitForStatus(visitor, open.purchaseId, 'COMPLETED');
    const sales = await salesOf(made.id);
    expect(sales.map(({ status }) => status)).toEqual(['pending', 'pending']);
    expectStatus(await owner.post(`${SALES}/${sales[0]?.id}/pay`), 200);
    const { affiliates } = (await owner.get(`${SALES}/all/summary`)).json<CommissionSummary>();
    expect(affiliates).toContainEqual({ id: made.id, name: made.name, isClosed: true });

    const back = await makeAffiliate({ email: made.email, couponCode: made.couponCode, name: 'De Volta' });
    expect(back).toMatchObject({ id: made.id, name: 'De Volta', totalSales: 2 });
  });
});

test('every change stands in the audit trail, without names or addresses', async () => {
  const made = await makeAffiliate();
  await owner.put(`${PATH}/${made.id}`, { email: `novo${serial}@exemplo.com.br`, commissionRate: 11 });
  await owner.delete(`${PATH}/${made.id}`);
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

test("affiliates are the owner's alone", async () => {
  const before = await everything();
  const [affiliate] = await listAffiliates();
  for (const who of [visitor, await enterAsAffiliate(store)]) {
    const expected = who === visitor ? 401 : 403;
    const answers = [
      await who.get(PATH),
      await who.get(`${PATH}/suggested-code?name=Ana&rate=10`),
      await who.post(PATH, fields()),
      await who.put(`${PATH}/${affiliate?.id}`, { name: 'Outra' }),
      await who.delete(`${PATH}/${affiliate?.id}`),
      await who.get(`${SALES}/all`),
      await who.get(`${SALES}/all/summary`),
      await who.post(`${SALES}/x/pay`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => expected));
    for (const { text } of answers) expect(text).not.toContain('Marina');
  }
  expect(await everything()).toEqual(before);
});

function fields() {
  const unique = `${serial}${Math.random().toString(36).slice(2, 8)}`;
  return {
    name: `Afiliada ${unique}`,
    email: `afiliada${unique}@exemplo.com.br`,
    password: 'segredo-1',
    isAffiliate: true,
    commissionRate: '10',
    couponCode: `AF${unique}`.toUpperCase(),
  };
}

async function makeAffiliate(values: Record<string, unknown> = {}): Promise<Affiliate> {
  return expectStatus(await owner.post(PATH, { ...fields(), ...values }), 201).json<Affiliate>();
}

async function listAffiliates(): Promise<Affiliate[]> {
  return expectStatus(await owner.get(PATH), 200).json<Affiliate[]>();
}

async function find(id: string): Promise<Affiliate | undefined> {
  return (await listAffiliates()).find((affiliate) => affiliate.id === id);
}

async function couponOf(affiliate: Affiliate): Promise<Coupon> {
  const coupons = expectStatus(await owner.get('/api/admin/coupons'), 200).json<Coupon[]>();
  const own = coupons.find((coupon) => coupon.affiliate?.id === affiliate.id);
  if (!own) throw new Error(`${affiliate.name} has no coupon.`);
  return own;
}

async function salesOf(whose: string): Promise<AffiliateSale[]> {
  return expectStatus(await owner.get(`${SALES}/${whose}`), 200).json<AffiliateSale[]>();
}

async function everything(): Promise<unknown> {
  return [
    await listAffiliates(),
    (await owner.get('/api/admin/coupons')).json(),
    await owner.get(`${SALES}/all`).then(({ text }) => text),
  ];
}

function userOf(id: string) {
  return store.database().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

async function booksOf(affiliateId?: string) {
  const sales = await store.database().selectFrom('affiliateSales').selectAll().execute();
  return sales.filter((sale) => affiliateId === undefined || sale.affiliateId === affiliateId);
}

function sum(sales: { commissionCents: number }[]): number {
  return sales.reduce((cents, { commissionCents }) => cents + commissionCents, 0);
}

async function setPrice(productId: string, priceCents: number): Promise<void> {
  await store.database().updateTable('products').set({ priceCents }).where('id', '=', productId).execute();
}

/** The money goes back at the bank, and the shop hears of it at its next look. */
async function refund(purchaseId: string): Promise<void> {
  await bankSays(store, purchaseId, { state: 'refunded' });
  const nextCheckAt = '2020-01-01T00:00:00.000Z';
  await store.database().updateTable('purchases').set({ nextCheckAt }).where('id', '=', purchaseId).execute();
  await waitForStatus(visitor, purchaseId, 'REFUNDED', 15_000);
}
