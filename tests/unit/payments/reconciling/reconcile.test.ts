import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertSweep } from '#db/queries/payments/reconciliation-sweeps.ts';
import {
  deleteWindow,
  finishWindow,
  insertWindows,
  listOpenWindows,
} from '#db/queries/payments/reconciliation-windows.ts';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import {
  reconcileAccounts,
  reconcileNow,
  showReconciliation,
} from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { chargeRequest, openConnectionTo, PIX_KEY } from '../../../support/banks/api-pix.ts';
import { fillMonth } from '../../../support/banks/bank-month.ts';
import { type FakeApiPix, startFakeApiPix } from '../../../support/banks/fake-api-pix.ts';
import { type FakeMercadoPago, openFakeMercadoPago } from '../../../support/banks/fake-mercado-pago.ts';
import { openShopSide, within } from '../../../support/banks/mercado-pago.ts';
import { insertSales } from '../../../support/purchases/insert-sales.ts';
import type { World } from '../../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../../support/worlds/fresh-worlds.ts';
import { actIn } from '../../../support/worlds/world-actions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let world: World;
const { sold } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

const shopAt = (pix: PixProvider) => ({ ...world.shop, pix });
const differences = () =>
  world.shop.db.selectFrom('bankDifferences').select(['kind', 'subject', 'purchaseId']).orderBy('id').execute();
const windows = () => world.shop.db.selectFrom('bankWindows').selectAll().orderBy('from').execute();

/** Does what the worker does: run after run, until there is nothing to go on with at once. */
async function runAll(pix: PixProvider): Promise<void> {
  let calls = 1;
  const end = world.shop.events.subscribe('reconciliation', () => {
    calls += 1;
  });
  while (calls > 0) {
    calls -= 1;
    await reconcileAccounts(shopAt(pix));
  }
  end();
}

describe('Mercado Pago', () => {
  let fake: FakeMercadoPago;
  let pix: PixProvider;

  beforeEach(async () => {
    fake = await openFakeMercadoPago();
    pix = openShopSide(fake, { clock: world.shop.clock });
    await sold();
  });
  afterEach(() => fake.close());

  async function keepBoth({ orders, paidOneIn }: { orders: number; paidOneIn: number }): Promise<string[]> {
    const paid = await fillMonth(fake, { orders, paidOneIn, end: world.now });
    const timed = paid.map((reference) => ({ reference, at: new Date(fake.order(reference).created_date) }));
    await insertSales(world.shop.db, pix, timed.slice(1));
    return paid;
  }

  test('with 20,000 orders in a month is compared completely', async () => {
    const [strange = '', returned = '', disputed = '', ...others] = await keepBoth({ orders: 20_000, paidOneIn: 10 });
    await fake.refund(returned);
    await fake.chargeBack(disputed, 'in_process');
    fake.calls.length = 0;
    await runAll(pix);

    expect(await showReconciliation(shopAt(pix))).toMatchObject({
      comparedAt: new Date(world.now).toISOString(),
      payments: others.length + 1,
      unseen: [],
      progress: null,
      differences: [
        { kind: 'unknown_payment', subject: strange, amount: 'R$ 99,90', payer: 'Maria da Silva, maria@testuser.com' },
      ],
    });
    const states = await world.shop.db
      .selectFrom('purchases')
      .select(['status', 'review'])
      .where('providerReference', 'in', [returned, disputed])
      .orderBy('status', 'desc')
      .execute();
    expect(states).toEqual([
      { status: 'REFUNDED', review: null },
      { status: 'COMPLETED', review: 'dispute' },
    ]);
    // Paid orders alone, page by page: a tenth of what the month has, and no sale is asked for by itself without need.
    expect(fake.calls.filter(({ act }) => act === 'search').length).toBeLessThan(200);
    expect(fake.calls.filter(({ act }) => act === 'read').length).toBeLessThan(5);
  });

  test('resumes an interrupted run, also in another process, without asking twice', async () => {
    const paid = await keepBoth({ orders: 120, paidOneIn: 1 });
    fake.faults.next('search', ...Array(20).fill(SLOW_BY_NOTHING));
    fake.faults.always('search', REFUSED);
    await runAll(pix);
    const before = await showReconciliation(shopAt(pix));
    expect(before).toMatchObject({ comparedAt: null, progress: { done: 20, windows: 60, isBankSilent: true } });

    fake.faults.clear();
    fake.calls.length = 0;
    await world.restart();
    world.now += 15 * 60_000;
    await runAll(pix);
    expect(await showReconciliation(shopAt(pix))).toMatchObject({
      payments: paid.length,
      progress: null,
      unseen: [],
      differences: [{ kind: 'unknown_payment', subject: paid[0] }],
    });
    const begins = fake.calls.map(({ path }) => new URL(path, fake.url).searchParams.get('begin_date'));
    expect(new Set(begins).size).toBe(40);
  });

  test('loses nothing when the process is killed within a window', async () => {
    const paid = await keepBoth({ orders: 60, paidOneIn: 1 });
    const dying = { ...pix, listPayments: dyingAfter(10) };
    await expect(reconcileAccounts(shopAt(dying))).rejects.toThrow('killed');
    expect((await windows()).filter(({ finishedAt }) => finishedAt).length).toBe(10);
    await world.restart();
    await runAll(pix);
    expect(await showReconciliation(shopAt(pix))).toMatchObject({ payments: paid.length, progress: null });
  });

  test('ends with the window under way where the process stops, and goes on at the next start', async () => {
    const paid = await keepBoth({ orders: 60, paidOneIn: 1 });
    const stopping = new AbortController();
    const stopped: PixProvider['listPayments'] = (period, deadline) => {
      stopping.abort();
      return pix.listPayments(period, deadline);
    };
    await reconcileAccounts(shopAt({ ...pix, listPayments: stopped }), stopping.signal);
    expect((await windows()).filter(({ finishedAt }) => finishedAt).length).toBe(1);
    await world.restart();
    await runAll(pix);
    expect(await showReconciliation(shopAt(pix))).toMatchObject({ payments: paid.length, progress: null });
  });

  function dyingAfter(calls: number): PixProvider['listPayments'] {
    let rest = calls;
    return async (period, deadline) => {
      rest -= 1;
      if (rest < 0) throw new Error('killed');
      return pix.listPayments(period, deadline);
    };
  }

  test('that does not page is asked for shorter periods', async () => {
    const paid = await keepBoth({ orders: 600, paidOneIn: 1 });
    Object.assign(fake.habits, { pageSize: 10, isOffsetIgnored: true });
    await runAll(pix);
    expect(await showReconciliation(shopAt(pix))).toMatchObject({
      payments: paid.length,
      differences: [{ subject: paid[0] }],
      unseen: [],
    });
  });

  test('is never split by who still knows a window that another process has split', async () => {
    const { db } = world.shop;
    const [from, middle, to] = ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', '2026-02-03T00:00:00Z'];
    const sweep = await insertSweep(db, { provider: 'test', from, to, startedAt: from });
    const sweepId = sweep?.id ?? 0;
    await insertWindows(db, [{ sweepId, from, to }]);
    const [known] = await listOpenWindows(db, sweepId);
    if (!known) throw new Error('There is no window.');
    expect(await deleteWindow(db, known.id)).toBe(true);
    await insertWindows(db, [
      { sweepId, from, to: middle },
      { sweepId, from: middle, to },
    ]);
    expect(await deleteWindow(db, known.id)).toBe(false);
    expect(await finishWindow(db, known.id, to)).toBe(false);
    expect(await listOpenWindows(db, sweepId)).toHaveLength(2);
  });

  test('with unreadable rows reports each row and compares the others', async () => {
    const [strange, odd = '', torn = '', ...others] = await keepBoth({ orders: 30, paidOneIn: 1 });
    await open(odd);
    fake.alter(odd, { status_detail: 'sort_of' });
    fake.alter(torn, { total_amount: '1,5' });
    await runAll(pix);

    const text = await showReconciliation(shopAt(pix));
    expect(text).toMatchObject({ payments: others.length + 1, unreadRows: 2 });
    expect(await differences()).toEqual(
      expect.arrayContaining([
        { kind: 'unknown_payment', subject: strange, purchaseId: null },
        { kind: 'unread_row', subject: odd, purchaseId: `sale-${odd}` },
        { kind: 'unread_row', subject: torn, purchaseId: `sale-${torn}` },
      ]),
    );
    expect(await rowOf(odd)).toEqual({ status: 'PENDING', review: 'unknown_state' });

    fake.alter(odd, { status_detail: 'accredited' });
    fake.alter(torn, { total_amount: '99.90' });
    world.now += DAY_MS;
    await runAll(pix);
    expect(await showReconciliation(shopAt(pix))).toMatchObject({ unreadRows: 0, differences: [{ subject: strange }] });
    expect(await rowOf(odd)).toEqual({ status: 'COMPLETED', review: null });
  });

  /** Given: a sale is not completed yet. */
  async function open(reference: string): Promise<void> {
    await world.shop.db
      .updateTable('purchases')
      .set({ status: 'PENDING', completedAt: null, paidCents: null, chargeState: 'open' })
      .where('providerReference', '=', reference)
      .execute();
  }

  function rowOf(reference: string) {
    return world.shop.db
      .selectFrom('purchases')
      .select(['status', 'review'])
      .where('providerReference', '=', reference)
      .executeTakeFirst();
  }

  test('that never returns one day still compares the other days and names the missing one', async () => {
    await keepBoth({ orders: 60, paidOneIn: 1 });
    const blindDay = new Date(world.now - 5.5 * DAY_MS);
    const blind: PixProvider = {
      ...pix,
      async listPayments(period, deadline) {
        const isBlind = period.from <= blindDay && blindDay < period.to;
        return isBlind ? { outcome: 'unavailable', reason: 'http_500' } : pix.listPayments(period, deadline);
      },
    };
    await runAll(blind);
    expect(await showReconciliation(shopAt(blind))).toMatchObject({
      comparedAt: null,
      progress: { done: 59, windows: 60, isBankSilent: true },
    });
    for (let day = 0; day < 2; day += 1) {
      world.now += DAY_MS / 2;
      await runAll(blind);
    }
    const { comparedAt, unseen } = await showReconciliation(shopAt(blind));
    expect(comparedAt).not.toBeNull();
    expect(unseen).toHaveLength(1);
    expect(blindDay >= new Date(unseen[0]?.from ?? '') && blindDay < new Date(unseen[0]?.to ?? '')).toBe(true);
  });

  test('that is unavailable rejects the owner’s request, and is compared once it responds', async () => {
    fake.faults.always('search', REFUSED);
    await expect(reconcileNow(shopAt(pix))).rejects.toMatchObject({ code: 'bank_unavailable' });
    expect(await showReconciliation(shopAt(pix))).toMatchObject({ comparedAt: null, progress: { done: 0 } });
    fake.faults.clear();
    expect(await reconcileNow(shopAt(pix))).toMatchObject({
      comparedAt: new Date(world.now).toISOString(),
      progress: null,
    });
  });
});

describe('the API Pix', () => {
  let bank: FakeApiPix;
  let pix: PixProvider;

  beforeEach(async () => {
    bank = await startFakeApiPix({ pixKey: PIX_KEY });
    pix = openConnectionTo(bank);
    world.now = Date.now() + 60_000;
  });
  afterEach(() => bank.close());

  test('with more pages than the limit is asked for shorter periods', async () => {
    const references = [];
    for (let index = 0; index < 120; index += 1) {
      const { reference } = chargeRequest();
      await pix.createCharge(chargeRequest({ reference }), within(8_000));
      bank.pay(reference);
      const payment = bank.charges.get(reference)?.pix?.[0];
      if (payment) payment.horario = new Date(world.now - 10 * DAY_MS + index * 60_000).toISOString();
      references.push(reference);
    }
    bank.showAtMost(2);
    await runAll(pix);
    const { payments, progress, unseen } = await showReconciliation(shopAt(pix));
    expect({ payments, progress, unseen }).toEqual({ payments: 120, progress: null, unseen: [] });
    expect(new Set((await differences()).map(({ subject }) => subject))).toEqual(new Set(references));
    expect((await windows()).length).toBeGreaterThan(12);
  });

  test('is compared although one row is unreadable and others contain nulls', async () => {
    const { reference } = chargeRequest();
    await pix.createCharge(chargeRequest({ reference }), within(8_000));
    bank.pay(reference);
    bank.bend((body) => {
      const { parametros, pix: rows = [] } = Object(body) as { parametros: unknown; pix?: object[] };
      if (rows.length === 0) return body;
      const byHand = { ...rows[0], endToEndId: `E${'1'.repeat(31)}`, txid: null, chave: null, devolucoes: null };
      return { parametros, pix: [...rows, byHand, { endToEndId: `E${'2'.repeat(31)}`, valor: null }] };
    });
    await runAll(pix);
    expect(await differences()).toEqual([
      { kind: 'unknown_payment', subject: reference, purchaseId: null },
      { kind: 'unknown_payment', subject: `E${'1'.repeat(31)}`, purchaseId: null },
      { kind: 'unread_row', subject: `E${'2'.repeat(31)}`, purchaseId: null },
    ]);
  });
});

const REFUSED = { kind: 'answer', when: 'before', status: 403 } as const;
const SLOW_BY_NOTHING = { kind: 'slow', when: 'before', ms: 0 } as const;
