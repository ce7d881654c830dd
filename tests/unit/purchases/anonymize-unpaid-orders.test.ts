import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCopy } from '#db/client.ts';
import type { SqliteHandle } from '#db/tables.ts';
import { readSettings } from '#src/config.ts';
import { anonymizeUnpaidOrders } from '#src/domain/customers/anonymize-unpaid-orders.ts';
import { acceptShortPayment } from '#src/domain/payments/manual-resolution.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { nextLateCheckAt } from '#src/domain/payments/polling/poll-intervals.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { showDashboard } from '#src/domain/reports/dashboard.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import type { Shop } from '#src/domain/shop.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import { MOST_PAYMENT_MINUTES } from '#src/wire/purchases/payment-window.ts';
import { OWNER, openWorlds, type World } from '../../support/purchases/payment-world.ts';
import { recordFigure, scaled } from '../../support/scale.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';
import { actIn } from '../../support/worlds/world-actions.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KEPT = 90 * DAY;

describe('unpaid orders', () => {
  let opened: OpenTestShop;
  let file: SqliteHandle;
  let now: number;
  let shop: Shop;

  beforeEach(async () => {
    opened = await openTestShop();
    file = openCopy(opened.file);
    now = Date.now();
    shop = opened.with({ clock: { now: () => new Date(now) } });
    // The demo's own orders are not what is looked at.
    now += 2 * KEPT;
    while ((await pollDuePurchases(shop)) > 0);
    while ((await anonymizeUnpaidOrders(shop)) > 0);
  });
  afterEach(async () => {
    file.close();
    await opened.close();
  });

  const order = async (buyer: string, couponCode?: string) => {
    const person = { customerName: `Nunca ${buyer}`, customerEmail: `nunca.${buyer}@exemplo.com.br` };
    const wanted = { ...person, paymentMethod: 'pix', productId: 'lote', couponCode } as const;
    const origin = { idempotencyKey: `chave-${buyer}-${now}`, clientNetwork: `198.51.100.${Number(buyer) % 250}` };
    return (await startPayment(shop, wanted, origin)).purchaseId;
  };
  /** Passes the two hours, the late looks and so many days. */
  const letPass = async (ms: number) => {
    for (const afterMs of [2 * HOUR, 10 * 60_000, 2 * HOUR, DAY]) {
      now += afterMs;
      while ((await pollDuePurchases(shop)) > 0);
    }
    now += ms;
  };
  const figures = async () => {
    const { recentOrders: _, ...dashboard } = await showDashboard(shop);
    const tallies = await shop.db
      .selectFrom('tallies')
      .selectAll()
      .where('name', '<>', 'customers')
      .orderBy('name')
      .execute();
    return { dashboard, tallies, analytics: await showAnalytics(shop, { from: null, to: null }) };
  };
  const everything = () => {
    const tables = file
      .prepare<[], string>("select name from sqlite_master where type = 'table' and name not like '%Search%'")
      .pluck()
      .all();
    return JSON.stringify(tables.map((table) => file.prepare(`select * from "${table}"`).all()));
  };
  const insertCoupon = async (code: string) => {
    const days = { validFrom: '2020-01-01', validTo: '2099-12-31' };
    const at = { createdAt: new Date(now).toISOString(), updatedAt: new Date(now).toISOString() };
    const coupon = { id: code, code, name: code, description: '', type: 'PERCENT', discountHundredths: 1_000 } as const;
    await shop.db
      .insertInto('coupons')
      .values({ ...coupon, ...days, ...at, maxUses: 5, used: 0, isActive: 1 })
      .execute();
  };
  const row = (id: string) =>
    shop.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('lose their personal data after 90 days, and no figure changes', async () => {
    await insertCoupon('NUNCA10');
    const ids = [await order('1', 'NUNCA10'), await order('2'), await order('3')];
    await letPass(KEPT - DAY - 5 * HOUR);
    const before = await figures();
    expect(await anonymizeUnpaidOrders(shop)).toBe(0);
    expect(everything()).toContain('nunca.1@exemplo.com.br');

    now += 2 * DAY;
    expect(await anonymizeUnpaidOrders(shop)).toBe(3);

    expect(everything()).not.toMatch(/nunca\.|Nunca/);
    for (const id of ids) {
      const { pixCopyPaste, idempotencyKeyHash, requestHash, couponCode, ...kept } = await row(id);
      expect([pixCopyPaste, idempotencyKeyHash, requestHash, couponCode]).toEqual([null, null, null, null]);
      expect(kept).toMatchObject({ status: 'FAILED', failureReason: 'expired', productId: 'lote', customerName: null });
      // The purchase has it, its item twice, and the word to other systems that the person is gone.
      expect(everything().split(id)).toHaveLength(1 + 4);
    }
    // The figures are those of the same day, since the months go on.
    now -= 2 * DAY;
    expect(await figures()).toEqual(before);
    now += 2 * DAY;
    expect(await anonymizeUnpaidOrders(shop)).toBe(0);
    expect(file.pragma('foreign_key_check')).toEqual([]);
  });

  it('delete their customers unless these have other orders', async () => {
    await order('1');
    const bought = await order('2');
    await sell(shop, 'lote');
    const customers = () => shop.db.selectFrom('customers').selectAll().where('erasedAt', 'is', null).execute();
    const tally = async () =>
      (await shop.db.selectFrom('tallies').select('value').where('name', '=', 'customers').executeTakeFirstOrThrow())
        .value;
    await letPass(KEPT);
    const { customerId } = await row(bought);
    const second = await order('2');
    const people = (await customers()).length;

    expect(await anonymizeUnpaidOrders(shop)).toBe(2);

    expect((await customers()).length).toBe(people - 1);
    expect(await tally()).toBe(people - 1);
    expect((await row(bought)).customerId).not.toBe(customerId);
    expect(await row(second)).toMatchObject({ customerId, customerEmail: 'nunca.2@exemplo.com.br' });
  });

  it('are kept whole when money arrived or may still be reported', async () => {
    const [inReview, booked, looked, returned] = [
      await order('1'),
      await order('2'),
      await order('3'),
      await order('4'),
    ];
    const open = await order('5');
    await letPass(KEPT + DAY);
    const change = (id: string, values: object) =>
      shop.db.updateTable('purchases').set(values).where('id', '=', id).execute();
    await change(inReview, { review: 'dispute' });
    await change(booked, { paidCents: 4_990 });
    await change(looked, { nextCheckAt: new Date(now).toISOString() });
    await change(open, { status: 'PENDING', failureReason: null, chargeState: 'open' });
    const event = { purchaseId: returned, at: new Date(now).toISOString(), event: 'returned', source: 'worker' };
    await shop.db.insertInto('purchaseEvents').values(event).execute();

    expect(await anonymizeUnpaidOrders(shop)).toBe(0);
    for (const id of [inReview, booked, looked, returned, open]) expect((await row(id)).customerEmail).toMatch(/nunca/);
  });

  it('are erased in small steps that leave room for other work', async ({ task }) => {
    const count = scaled(60, 2_000);
    const bytes = () =>
      file
        .prepare<[], number>("select sum(pgsize - unused) from dbstat where name not like '%sandbox%'")
        .pluck()
        .get() ?? 0;
    const without = bytes();
    for (let buyer = 0; buyer < count; buyer += 1) await order(String(buyer));
    await letPass(KEPT);
    const whole = bytes() - without;
    let isDone = false;
    const forgetting = anonymizeUnpaidOrders(shop).then((forgotten) => {
      isDone = true;
      return forgotten;
    });
    await showDashboard(shop);
    expect(isDone).toBe(false);
    expect(await forgetting).toBe(count);
    const slim = bytes() - without;
    recordFigure(task, { name: 'bytes of an order before', value: Math.round(whole / count) });
    recordFigure(task, { name: 'bytes of an order after', value: Math.round(slim / count) });
    expect(slim).toBeLessThan(whole / 2);
  });
});

describe('a payment for an erased order', () => {
  let worlds: Awaited<ReturnType<typeof openWorlds>>;
  let world: World;
  const { order, pay, id, row, workerLooks } = actIn(() => world);

  beforeEach(async () => {
    worlds = await openWorlds();
    world = await worlds.begin();
  });
  afterEach(async () => {
    await world.close();
    await worlds.close();
  });

  it('waits for the owner, who gives it back or delivers on the page', async () => {
    await order('a');
    for (const afterMs of [2 * HOUR, 10 * 60_000, 2 * HOUR, DAY]) await workerLooks(afterMs);
    world.now += KEPT;
    expect(await anonymizeUnpaidOrders(world.shop)).toBe(1);

    pay();
    await settlePayment(world.shop, await id(), 'worker');

    await settlePayment(world.shop, await id(), 'worker');

    const held = { status: 'PENDING', review: 'short_payment', refundRequestedAt: null, customerEmail: null };
    expect(await row()).toMatchObject({ ...held, paidCents: expect.any(Number) });
    const { timeline } = await showSale(world.shop, await id());
    expect(timeline).toMatchObject([{ event: 'short_payment', detail: 'unclaimed' }]);
    const { items } = await showAttention(world.shop, 'owner');
    expect(items).toContainEqual(
      expect.objectContaining({ detail: expect.stringContaining('Pix depois do prazo e da exclusão dos dados') }),
    );
    await acceptShortPayment(world.shop, OWNER, await id());
    expect(await row()).toMatchObject({ status: 'COMPLETED' });
  });
});

describe('UNPAID_KEPT_DAYS', () => {
  it.each(['0', '1', '3651', 'noventa', '2.5'])('is rejected as %s', (days) => {
    expect(() => readSettings({ UNPAID_KEPT_DAYS: days })).toThrow(
      'UNPAID_KEPT_DAYS deve ser um número inteiro de 2 a 3650.',
    );
  });

  it('is longer than the late polls', () => {
    const shortest = 2;
    expect(readSettings({ UNPAID_KEPT_DAYS: String(shortest) }).UNPAID_KEPT_DAYS).toBe(shortest);
    expect(readSettings({}).UNPAID_KEPT_DAYS).toBe(90);
    const createdAt = Date.parse('2026-11-21T12:00:00.000Z');
    const expiresAt = new Date(createdAt + MOST_PAYMENT_MINUTES * 60_000).toISOString();
    expect(nextLateCheckAt({ checkCount: 9, expiresAt }, new Date(createdAt + shortest * DAY))).toBeNull();
  });
});
