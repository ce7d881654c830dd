import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#src/wire/basics/dates.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { Sale, SaleDetails, SaleVerified } from '#src/wire/sales/sales.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { actAtSandbox, buy, expectStatus, startPurchase } from '../../support/purchases/buy.ts';
import { bankSays, purchaseRow, purchasesInEachState } from '../../support/purchases/purchases.ts';

const PATH = '/api/admin/purchases';

const store = startStoreForFile({ LOG_LEVEL: 'warn' });
const visitor = openClientForFile(store);
const owner = loginForFile(store);
let inState: Record<string, string>;

beforeAll(async () => {
  inState = await purchasesInEachState(store, visitor);
});

const page = async (query: string) => expectStatus(await owner.get(`${PATH}?${query}`), 200).json<Page<Sale>>();
const found = async (q: string) => (await page(new URLSearchParams({ q }).toString())).items.map(({ id }) => id);
const showSale = async (id: string) => expectStatus(await owner.get(`${PATH}/${id}`), 200).json<SaleDetails>();
const stateId = (name: string) => inState[name] ?? '';

describe('a stranger', () => {
  test.each([
    ['GET', ''],
    ['GET', '/export.csv'],
    ['GET', '/x'],
    ['POST', '/x/refund'],
    ['POST', '/x/verify'],
    ['POST', '/x/resend-email'],
  ])('is rejected at %s %s', async (method, path) => {
    expect((await visitor.fetch(PATH + path, { method })).status).toBe(401);
  });
});

describe('the list of sales', () => {
  test('is the whole array without parameters, and a page with any', async () => {
    const all = (await owner.get(PATH)).json<Sale[]>();
    const first = await page('page=1');
    expect(first).toMatchObject({ total: all.length, page: 1, pageSize: 10 });
    expect(first.items).toEqual(all.slice(0, 10));
    const last = await page(`page=${Math.ceil(all.length / 100)}&pageSize=100`);
    expect(last.items.at(-1)).toEqual(all.at(-1));
    expect(all[0]).toMatchObject({
      id: expect.any(String),
      productName: expect.any(String),
      paymentMethod: 'pix',
      totalAmount: expect.stringMatching(/^R\$ \d/),
      transactionId: expect.any(String),
      customerId: expect.any(String),
      label: expect.any(String),
    });
  });

  test.each([
    ['createdAt', ({ createdAt }: Sale) => createdAt],
    ['total', ({ totalAmount }: Sale) => totalAmount.replace(/\D/g, '').padStart(12, '0')],
    ['customer', ({ customerName }: Sale) => plain(customerName)],
    ['product', ({ items }: Sale) => plain(items[0]?.productName ?? '')],
  ])('sorts by %s, both ways', async (sort, key) => {
    for (const order of ['asc', 'desc'] as const) {
      const keys = (await page(`sort=${sort}&order=${order}&pageSize=100`)).items.map(key);
      const sorted = keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
      expect(keys).toEqual(order === 'asc' ? sorted : sorted.toReversed());
    }
  });

  test.each([
    ['processing', 'Processando', 'pending'],
    ['completed', 'Completado', 'paid'],
    ['cancelled', 'Cancelado', 'expired'],
    ['failed', 'Falha', 'rejected'],
    ['refunded', 'Reembolsado', 'refunded'],
    ['under_review', 'em análise', 'under review'],
    ['waiting_for_key', 'esperando chave', 'paid, its key on the way'],
  ])('filtered by %s, or in old addresses %s, contains what is %s and counts it', async (status, label, name) => {
    const narrowed = await page(`status=${status}&pageSize=100`);
    const { items, total } = narrowed;
    expect(items.map(({ id }) => id)).toContain(stateId(name));
    const everything = (await owner.get(PATH)).json<Sale[]>();
    const wanted = everything.filter((sale) => {
      if (status === 'under_review') return sale.review !== null;
      if (status === 'waiting_for_key') return sale.isWaitingForKey;
      return sale.label === label;
    });
    expect(total).toBe(wanted.length);
    expect(items).toEqual(wanted.slice(0, 100));
    expect((await page(`status=${status}&sort=total`)).total).toBe(wanted.length);
    expect(await page(`status=${encodeURIComponent(label)}&pageSize=100`)).toEqual(narrowed);
  });

  test('shows refunds in progress', async () => {
    const { id } = await buy(visitor, { productId: 'lote' });
    const refundRequestedAt = new Date().toISOString();
    const nextCheckAt = new Date(Date.now() + 600_000).toISOString();
    await store
      .database()
      .updateTable('purchases')
      .set({ refundRequestedAt, nextCheckAt })
      .where('id', '=', id)
      .execute();
    const { items, total } = await page(new URLSearchParams({ status: 'reembolso em andamento' }).toString());
    expect(items).toMatchObject([{ id, refundPending: true, label: 'Completado' }]);
    expect(total).toBe(1);
  });

  test('filters by days of São Paulo', async () => {
    const everything = (await owner.get(PATH)).json<Sale[]>();
    const days = everything.map(({ createdAt }) => dayOf(new Date(createdAt)));
    const day = days[30] ?? '';
    const ofDay = await page(`from=${day}&to=${day}&pageSize=100`);
    expect(ofDay.total).toBe(days.filter((other) => other === day).length);
    expect((await page(`from=${day}`)).total).toBe(days.filter((other) => other >= day).length);
    expect((await page(`period=_${day}`)).total).toBe(days.filter((other) => other <= day).length);
    let today = '';
    let totals: number[] = [];
    // The lists are asked again where midnight struck in between.
    while (today !== dayOf(new Date())) {
      today = dayOf(new Date());
      totals = [(await page('period=today')).total, (await page('period=month&status=Completado')).total];
    }
    const ofMonth = everything.filter(
      ({ label, createdAt }) => label === 'Completado' && dayOf(new Date(createdAt)).slice(0, 7) === today.slice(0, 7),
    );
    expect(totals).toEqual([days.filter((other) => other === today).length, ofMonth.length]);
    // A filter that makes no sense counts as not said.
    expect((await page('from=2026-02-31&to=amanha&status=nada&sort=nada')).total).toBe(everything.length);
  });

  test('finds a sale by anything a customer may quote', async () => {
    const buyer = { customerName: 'Zuleica Antônia', customerEmail: 'zuleica@exemplo.com.br' };
    const { id, transactionId } = await buy(visitor, { ...buyer, productId: 'onda-audio' });
    const row = await purchaseRow(store, id);
    const texts = [
      id,
      `#${id.slice(0, 8)}`,
      transactionId,
      `${store.url}/purchase/success/${id}`,
      'zuleica@exemplo.com.br',
      'ZULEICA ANTONIA',
      row.providerReference,
      row.providerPaymentId ?? '',
    ];
    for (const text of texts) expect(await found(text), text).toEqual([id]);
    // Others may have it in their ids.
    for (const text of [`#${row.number}`, `${row.number}`]) expect((await found(text))[0], text).toBe(id);
    const newest = await page(`q=${row.number}&status=Completado&sort=total&order=asc`);
    expect(newest.items[0]).toMatchObject({ id, number: row.number });
    const refunded = await page(`q=${row.number}&status=Reembolsado`);
    expect(refunded.items.map((sale) => sale.id)).not.toContain(id);
    expect((await page('q=onda&status=Completado')).items.length).toBeGreaterThan(0);
    expect(await found('%')).toEqual([]);
    expect(await found('" OR 1')).toEqual([]);
  });
});

describe('one sale', () => {
  test('has its whole history in order', async () => {
    const { purchaseId: id, transactionId } = await startPurchase(visitor, {
      productId: 'grade-cinema',
      couponCode: 'EDITA10',
      customerEmail: 'linha@exemplo.com.br',
    });
    await actAtSandbox(visitor, transactionId, 'pay');
    await visitor.get(`/api/payments/download/${id}`);
    await expect.poll(async () => (await showSale(id)).timeline.map(({ event }) => event)).toContain('mailed');

    const sale = await showSale(id);
    const events = sale.timeline.map(({ event }) => event);
    expect(events.slice(0, 4)).toEqual(['created', 'charge_opened', 'paid', 'key_given']);
    expect(events.slice(4).toSorted()).toEqual(['downloaded', 'mailed']);
    for (const point of sale.timeline) {
      expect(point).toEqual({
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        event: expect.any(String),
        source: expect.any(String),
        detail: point.event === 'mailed' ? 'receipt' : null,
      });
    }
    expect(sale).toMatchObject({
      productDetails: { price: 'R$ 189,90' },
      discountAmount: 'R$ 18,99',
      totalAmount: 'R$ 170,91',
      paidAmount: 'R$ 170,91',
      couponUse: 'USED',
      downloads: 1,
      key: { text: expect.stringMatching(/^CF-/), state: 'active' },
      bank: { provider: 'sandbox', reference: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
  });

  test('that is unknown returns 404 on every route', async () => {
    const id = '0'.repeat(32);
    expect((await owner.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await owner.post(`${PATH}/${id}/verify`)).status).toBe(404);
    expect((await owner.post(`${PATH}/${id}/resend-email`)).status).toBe(404);
  });

  test('of an erased customer keeps its figures without names', async () => {
    const { id } = await buy(visitor, { productId: 'lote', customerEmail: 'some@exemplo.com.br' });
    await store
      .database()
      .updateTable('purchases')
      .set({ customerName: null, customerEmail: null })
      .where('id', '=', id)
      .execute();
    expect(await showSale(id)).toMatchObject({ customerId: null, customerName: 'Cliente removido', customerEmail: '' });
    expect(await found('some@exemplo.com.br')).toEqual([]);
    expect((await owner.post(`${PATH}/${id}/resend-email`)).json()).toMatchObject({ code: 'erased' });
  });
});

describe('checking a sale at the bank', () => {
  test('finds a payment that no webhook reported', async () => {
    const { purchaseId: id } = await startPurchase(visitor, { productId: 'lote' });
    await bankSays(store, id, { state: 'paid', paidAt: new Date().toISOString() });
    const sale = expectStatus(await owner.post(`${PATH}/${id}/verify`), 200).json<SaleVerified>();
    expect(sale).toMatchObject({ bankAnswer: 'paid', paymentStatus: 'COMPLETED', label: 'Completado' });
    expect(sale.timeline.filter(({ event }) => event === 'checked')).toMatchObject([
      { source: 'admin', detail: 'paid' },
    ]);
  });

  test('reports that nothing was paid, and records each check on the timeline', async () => {
    const { purchaseId: id } = await startPurchase(visitor, { productId: 'lote' });
    for (const count of [1, 2]) {
      const sale = (await owner.post(`${PATH}/${id}/verify`)).json<SaleVerified>();
      expect(sale).toMatchObject({ bankAnswer: 'waiting', label: 'Processando' });
      expect(sale.timeline.filter(({ event }) => event === 'checked')).toHaveLength(count);
    }
    const audit = store.database().selectFrom('audit').selectAll().where('entityId', '=', id);
    expect(await audit.where('action', '=', 'purchase.verify').execute()).toHaveLength(2);
  });

  test('honors a payment after the two hours', async () => {
    const id = stateId('expired');
    await bankSays(store, id, { state: 'paid', paidAt: new Date().toISOString() });
    const sale = (await owner.post(`${PATH}/${id}/verify`)).json<SaleVerified>();
    expect(sale.label).toBe('Completado');
    expect(sale.timeline.map(({ event }) => event)).toContain('paid_late');
  });

  test('agrees with the books for an old sale, and is unavailable for a refunded one', async () => {
    const [past] = (await page('status=Completado&sort=createdAt&order=asc&pageSize=1')).items;
    const sale = (await owner.post(`${PATH}/${past?.id}/verify`)).json<SaleVerified>();
    expect(sale).toMatchObject({ bankAnswer: 'paid', label: 'Completado' });
    const refunded = (await owner.post(`${PATH}/${stateId('refunded')}/verify`)).json<SaleVerified>();
    expect(refunded).toMatchObject({ bankAnswer: null, label: 'Reembolsado' });
  });
});

describe('sending the receipt again', () => {
  test('goes to the address of the purchase, five times an hour, and is audited', async () => {
    const { id } = await buy(visitor, { productId: 'lote', customerEmail: 'recibo@exemplo.com.br' });
    const resend = () => owner.post(`${PATH}/${id}/resend-email`);
    for (let time = 1; time <= 5; time += 1) expect((await resend()).status).toBe(200);
    const sixth = await resend();
    expect(sixth.status).toBe(429);
    expect(sixth.headers.get('retry-after')).toBe('3600');
    await expect
      .poll(async () => (await store.mailbox()).filter(({ to }) => to?.[0]?.address === 'recibo@exemplo.com.br').length)
      .toBe(6);
    // The buyer's own allowance is untouched.
    const own = { email: 'recibo@exemplo.com.br', customerName: 'Ana' };
    expect((await visitor.post(`/api/payments/resend-email/${id}`, own)).status).toBe(200);
    const audit = store.database().selectFrom('audit').selectAll().where('entityId', '=', id);
    expect(await audit.where('action', '=', 'purchase.resend_email').execute()).toHaveLength(5);
  });

  test.each(['pending', 'rejected', 'refunded'])('is rejected without a receipt: %s', async (name) => {
    expect((await owner.post(`${PATH}/${stateId(name)}/resend-email`)).status).toBe(409);
  });
});

describe('the export of sales', () => {
  test('applies the filters, escapes formulas, and is audited', async () => {
    const evil = { customerName: '=HYPERLINK("http://evil.test")', customerEmail: 'formula@exemplo.com.br' };
    const { id } = await buy(visitor, { ...evil, productId: 'lote' });
    const response = await owner.get(`${PATH}/export.csv?q=formula@exemplo.com.br`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="vendas.csv"');
    const rows: Record<string, string>[] = parse(response.text, { bom: true, delimiter: ';', columns: true });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ Pedido: id, Status: 'Completado', Total: '49,90', Pago: '49,90' });
    expect(rows[0]?.['Cliente']).toBe(`'${evil.customerName}`);

    const all: unknown[] = parse((await owner.get(`${PATH}/export.csv`)).text, { bom: true, delimiter: ';' });
    expect(all).toHaveLength((await page('page=1')).total + 1);
    const narrow: unknown[] = parse((await owner.get(`${PATH}/export.csv?status=Falha`)).text, { delimiter: ';' });
    expect(narrow).toHaveLength((await page('status=Falha')).total + 1);
    const audit = store.database().selectFrom('audit').select('fields').where('action', '=', 'purchase.export');
    expect(await audit.execute()).toEqual([{ fields: '["q"]' }, { fields: '[]' }, { fields: '["status"]' }]);
  });
});

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
