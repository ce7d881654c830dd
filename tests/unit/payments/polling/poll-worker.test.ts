import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { checkPaymentStatus } from '#src/domain/payments/open-charge.ts';
import type { ChargeReading, PixProvider } from '#src/domain/payments/pix-provider.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import type { Shop } from '#src/domain/shop.ts';
import { POLL_RATE } from '#src/gateways/pix/poll-rate.ts';
import { insertOpenPurchases, payOpenPurchase } from '../../../support/purchases/open-purchases.ts';
import { COUPON, type World } from '../../../support/purchases/payment-world.ts';
import { recordFigure, scaled } from '../../../support/scale.ts';
import { beginEachAnew } from '../../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../../support/worlds/world-actions.ts';

/** The worker, with more open purchases than it polls in a moment. */
let world: World;
const { bankWith } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

const OPEN = scaled(500, 10_000);
/** Fifty times quicker in the suite, the bank and the pace alike. */
const QUICKER = scaled(50, 1);
const LATENCY_MS = 250 / QUICKER;
const PACE = { atOnce: POLL_RATE.atOnce, shortestMs: POLL_RATE.shortestMs / QUICKER };

test(`of ${OPEN} open purchases one is paid whose buyer waited: it is served first, and all are polled without a pause`, async ({
  task,
}) => {
  const ids = await insertOpenPurchases(world, { count: OPEN });
  const last = ids.at(-1) ?? '';
  // The longest due first: nobody is later than he is.
  await world.shop.db
    .updateTable('purchases')
    .set({ nextCheckAt: new Date(world.now + 1).toISOString() })
    .where('id', '=', last)
    .execute();
  await checkPaymentStatus(world.shop, `transaction-${last}`, '198.51.100.4');
  await comeDue();
  payOpenPurchase(world, last);

  const { shop, polled, most } = watched();
  const startedAt = performance.now();
  let servedMs = Number.POSITIVE_INFINITY;
  const unsubscribe = shop.events.subscribe(`purchase:${last}`, () => {
    servedMs = performance.now() - startedAt;
  });
  expect(await pollDuePurchases(shop)).toBe(OPEN);
  unsubscribe();

  expect(await statusOf(last)).toBe('COMPLETED');
  expect(polled.indexOf(`reference-${last}`)).toBe(0);
  expect(new Set(polled).size).toBe(OPEN);
  expect(most()).toBe(PACE.atOnce);
  recordFigure(task, { name: 'the paid one was served after', value: servedMs, unit: 'ms', under: 60_000 });
  recordFigure(task, {
    name: `all were polled after`,
    value: performance.now() - startedAt,
    unit: 'ms',
    under: 600_000,
  });
});

test('the rate of a bank lets 10,000 purchases be polled within ten minutes and closes expired ones', () => {
  const looksOfOne = 2;
  const callMs = 250;
  const perPurchaseMs = Math.max(looksOfOne * callMs, POLL_RATE.shortestMs) / POLL_RATE.atOnce;
  expect(10_000 * perPurchaseMs).toBeLessThan(10 * MINUTE);
});

test('a buyer who starts waiting during a round is polled next', async () => {
  const ids = await insertOpenPurchases(world, { count: 200 });
  await insertOpenPurchases(world, { count: 1, name: 'honest', dueAt: world.now + 9 * MINUTE });
  payOpenPurchase(world, 'honest-00000');
  let begun = 0;
  const { shop, polled } = watched({
    async beforePoll() {
      begun += 1;
      if (begun === 50) await pollWithoutShare(shop, 'transaction-honest-00000');
    },
  });
  expect(await pollDuePurchases(shop)).toBe(ids.length + 1);
  expect(polled.indexOf('reference-honest-00000')).toBeLessThan(100);
  expect(await statusOf('honest-00000')).toBe('COMPLETED');
});

test('expired purchases are closed in the same round and free their coupon uses', async () => {
  await insertOpenPurchases(world, { count: 120, createdAt: world.now - 121 * MINUTE });
  await world.shop.db.updateTable('coupons').set({ used: 120, maxUses: 120 }).execute();
  const at = new Date(world.now).toISOString();
  const holds = Array.from({ length: 120 }, (_, index) => ({
    purchaseId: `open-${String(index).padStart(5, '0')}`,
    couponId: 'coupon',
    state: 'HELD' as const,
    createdAt: at,
    updatedAt: at,
  }));
  await world.shop.db.insertInto('redemptions').values(holds).execute();
  await pollDuePurchases(world.shop);
  const rows = await world.shop.db.selectFrom('purchases').select(['status', 'failureReason']).execute();
  expect(new Set(rows.map(({ status, failureReason }) => `${status} ${failureReason}`))).toEqual(
    new Set(['FAILED expired']),
  );
  const coupon = await world.shop.db.selectFrom('coupons').select('used').where('code', '=', COUPON).executeTakeFirst();
  expect(coupon?.used).toBe(0);
});

test('a bank that requests a pause is not polled, and the rest follow after it', async () => {
  await insertOpenPurchases(world, { count: 100 });
  const tired: ChargeReading = { outcome: 'unavailable', reason: 'too_many_requests', retryAfterMs: 30_000 };
  const { shop, polled } = watched({ response: async () => tired });
  await pollDuePurchases(shop);
  expect(polled.length).toBeLessThanOrEqual(2 * PACE.atOnce);
  const asked = polled.length;
  expect(await pollDuePurchases(shop)).toBe(0);
  expect(polled).toHaveLength(asked);
  expect(await pollDuePurchases({ ...world.shop, limits: fresh() })).toBe(100 - asked);
});

test('one slow poll does not delay the others', async () => {
  const [first = ''] = await insertOpenPurchases(world, { count: 60 });
  const silence = Promise.withResolvers<ChargeReading>();
  const { shop, polled } = watched({
    async response(charge, bank) {
      if (charge.reference !== `reference-${first}`) return bank.readCharge(charge);
      return silence.promise;
    },
  });
  const round = pollDuePurchases(shop);
  await expect.poll(() => polled.length, { interval: 5 }).toBe(60);
  silence.resolve({ outcome: 'missing' });
  expect(await round).toBe(60);
});

test('a store that shuts down starts no more polls', async () => {
  await insertOpenPurchases(world, { count: 100 });
  const closing = new AbortController();
  const { shop, polled } = watched({
    async beforePoll() {
      closing.abort();
    },
  });
  await pollDuePurchases(shop, closing.signal);
  expect(polled.length).toBeLessThanOrEqual(PACE.atOnce);
});

type Watch = {
  beforePoll?(): Promise<void>;
  response?(charge: Parameters<PixProvider['readCharge']>[0], bank: PixProvider): Promise<ChargeReading>;
};

/** The shop at a bank that takes its time, and in which order it was polled. */
function watched({ beforePoll, response }: Watch = {}) {
  const polled: string[] = [];
  let now = 0;
  let most = 0;
  const pix = bankWith({
    polling: PACE,
    async readCharge(charge) {
      polled.push(charge.reference);
      now += 1;
      most = Math.max(most, now);
      await beforePoll?.();
      await wait(LATENCY_MS);
      now -= 1;
      return response ? response(charge, world.bank) : world.bank.readCharge(charge);
    },
  });
  return { shop: { ...world.shop, pix }, polled, most: () => most };
}

/** Everything is due, as after a night in which the bank was away. */
async function comeDue(): Promise<void> {
  world.now += 9 * MINUTE;
}

/** All pages together have no share of the bank left. */
async function pollWithoutShare(shop: Shop, transactionId: string): Promise<void> {
  const limits: Shop['limits'] = {
    ...shop.limits,
    take: async (name, key) => (/^(first|further)Polls/.test(name) ? 5 : shop.limits.take(name, key)),
  };
  const pix = { ...shop.pix, minimumReadIntervalMs: 10_000 };
  await checkPaymentStatus({ ...shop, limits, pix }, transactionId, '198.51.100.4');
}

function fresh(): Shop['limits'] {
  return { ...world.shop.limits, peek: async () => null };
}

async function statusOf(id: string): Promise<string> {
  return (await world.shop.db.selectFrom('purchases').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;
}
