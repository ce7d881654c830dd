import { sql } from 'kysely';
import { expect } from 'vitest';
import { listKeysOfPurchase } from '#db/queries/keys/activation-keys.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { reconcileAccounts } from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { shareOfCents } from '#src/wire/basics/money.ts';
import type { WithdrawalState } from '#src/wire/withdrawals/withdrawals.ts';
import type { MemoryCharge } from '../banks/memory-bank.ts';
import { finishRefunds, round } from './payment-steps.ts';
import { type Ordered, passTime, type World } from './payment-world.ts';

const HOUR_MS = 3_600_000;
/** Hours between two rounds of the worker. */
const HOURS = [1, 1, 0.5, 1, 6, 12, 6, 25, 25];

export async function runToEnd(world: World): Promise<void> {
  world.bank.isAway = false;
  world.bank.lag(false);
  for (const charge of world.bank.charges.values()) finishRefunds(charge, 'done');
  for (const hours of HOURS) {
    passTime(world, hours * HOUR_MS);
    await round(world);
    await reconcileAccounts(world.shop);
  }
  await round(world);
}

export async function expectNoStepBack(world: World): Promise<void> {
  const rows = await world.shop.db.selectFrom('purchases').select(['id', 'status', 'review']).execute();
  for (const { id, status, review } of rows) {
    // Each begins so, and may be paid before the first look.
    const seen = world.seen.get(id) ?? ['PENDING'];
    const before = seen.at(-1) ?? 'PENDING';
    const isReopened = status === 'PENDING' && seen.includes('FAILED');
    const state = isReopened ? `REOPENED ${review}` : status;
    world.seen.set(id, before === state ? seen : [...seen, state]);
    if (before !== state) expect(FOLLOWING[before.split(' ')[0] ?? ''], `after ${seen.join(', ')}`).toContain(state);
  }
}

/** Money that arrives after the end opens a purchase again, and the owner sees it until it is decided about. */
const REOPENED = ['REOPENED short_payment', 'REOPENED partial_return', 'REOPENED dispute'];
const ENDS = ['FAILED', 'COMPLETED', 'REFUNDED'];
const FOLLOWING: Record<string, string[]> = {
  PENDING: ENDS,
  FAILED: ['COMPLETED', 'REFUNDED', ...REOPENED],
  REOPENED: [...ENDS, ...REOPENED],
  COMPLETED: ['REFUNDED'],
  REFUNDED: [],
};

export async function expectTrueBooks(world: World): Promise<void> {
  for (const ordered of world.orders) await expectTruePurchase(world, ordered);
  await expectTrueCoupon(world);
  await expectTrueKeys(world);
  await expectTrueFigures(world);
}

async function expectTruePurchase(world: World, ordered: Ordered): Promise<void> {
  const { db } = world.shop;
  const one = <Row>(rows: Row[]) => rows;
  const purchase = await db.selectFrom('purchases').selectAll().where('id', '=', ordered.id).executeTakeFirstOrThrow();
  const of = ['purchaseId', '=', ordered.id] as const;
  const events = await db
    .selectFrom('purchaseEvents')
    .selectAll()
    .where(...of)
    .orderBy('id')
    .execute();
  const items = await db
    .selectFrom('purchaseItems')
    .selectAll()
    .where(...of)
    .orderBy('position')
    .execute();
  const keys = await listKeysOfPurchase(db, ordered.id);
  const redemption = await db
    .selectFrom('redemptions')
    .select('state')
    .where(...of)
    .executeTakeFirst();
  const sales = await db
    .selectFrom('affiliateSales')
    .selectAll()
    .where(...of)
    .execute();
  const mails = one(
    await db
      .selectFrom('outbox')
      .select(['kind', 'state'])
      .where(...of)
      .execute(),
  );
  const differences = await db
    .selectFrom('bankDifferences')
    .select('kind')
    .where(...of)
    .where('resolvedAt', 'is', null)
    .execute();
  const charge = world.bank.charges.get(ordered.reference);
  const count = (...names: string[]) => events.filter(({ event }) => names.includes(event)).length;

  const isSold = count('paid', 'paid_late') > 0;
  const isLate = count('paid_late') > 0;
  // The end of an unpaid purchase frees it, too, and money that opens the purchase again does not take it back.
  const freedAt = events.findIndex(({ event }) => ['coupon_freed', 'expired', 'rejected'].includes(event));
  const hadEnded = (world.seen.get(purchase.id) ?? []).includes('FAILED');
  const isFreedFirst = freedAt >= 0 && freedAt < events.findIndex(({ event }) => event === 'paid');
  const isUseLate = isLate || hadEnded || isFreedFirst;
  const stands = purchase.status === 'COMPLETED';
  const isDisputed = charge?.state === 'disputed';
  const given = count('key_given');
  const needed = ordered.products.filter((product) => product === 'with-keys').length;
  const keyMails = mails.filter(({ kind }) => kind === 'key');
  const withdrawal = await db
    .selectFrom('withdrawals')
    .select('state')
    .where(...of)
    .executeTakeFirst();
  const isGivenUp = withdrawal?.state === 'requested' || withdrawal?.state === 'refunding';
  expect({
    outcome: outcomeOf(purchase),
    isRefundOpen: stands && !isDisputed && purchase.refundRequestedAt !== null,
    paidCents: stands ? purchase.paidCents : null,
    sold: count('paid', 'paid_late'),
    refunded: count('refunded'),
    keys: keys.map(({ revokedReason, frozenAt }) => revokedReason ?? (frozenAt ? 'frozen' : 'usable')),
    waiting: items.filter(({ keyWaitingSince }) => keyWaitingSince !== null).length,
    bought: items.map(({ id, productId, position }) => `${position} ${productId} ${id === ordered.id}`),
    totalCents: items.reduce((sum, { totalCents }) => sum + totalCents, 0),
    withdrawal: withdrawal?.state ?? null,
    redemption: redemption?.state ?? null,
    commissions: sales.map(({ status, commissionCents }) => `${status} ${commissionCents}`),
    mails: mails.map(({ kind }) => kind).sort(),
    differences: differences.map(({ kind }) => kind),
    refunds: [...(charge?.refunds.values() ?? [])].filter((state) => state !== 'refused').length <= 1,
  }).toEqual({
    outcome: expect.toBeOneOf(outcomes(world, charge, ordered, isSold)),
    isRefundOpen: false,
    paidCents: stands ? charge?.paidCents : null,
    sold: isSold ? 1 : 0,
    refunded: purchase.status === 'REFUNDED' ? 1 : 0,
    keys: Array.from({ length: given }, () =>
      purchase.status === 'REFUNDED' ? 'refunded' : isDisputed || isGivenUp ? 'frozen' : 'usable',
    ),
    withdrawal: expect.toBeOneOf(withdrawals(purchase)),
    waiting: stands ? needed - given : 0,
    bought: ordered.products.map((product, position) => `${position} ${product} ${position === 0}`),
    totalCents: purchase.totalCents,
    redemption: ordered.coupon ? redemptionOf(purchase, isUseLate) : null,
    commissions: isSold && ordered.coupon ? [commissionOf(purchase)] : [],
    mails: [
      ...(isSold ? ['receipt'] : []),
      ...keyMails.slice(0, given).map(({ kind }) => kind),
      ...(purchase.status === 'REFUNDED' ? ['refunded'] : []),
      ...Array.from({ length: count('withdrawal_requested') }, () => 'withdrawal_received'),
      ...Array.from({ length: count('withdrawal_refused') }, () => 'withdrawal_refused'),
    ].sort(),
    differences: expect.toSatisfy((kinds: string[]) => kinds.length === 0 || purchase.status === 'FAILED'),
    refunds: true,
  });
  if (purchase.status === 'FAILED' && isMoneyThere(charge)) expect(differences).toEqual([{ kind: 'not_booked' }]);
  if (purchase.status === 'FAILED' && !isMoneyThere(charge)) expect(differences).toEqual([]);
  for (const { productId, itemId } of keys) {
    expect(items.find(({ id }) => id === itemId)).toMatchObject({ productId, requiresActivation: 1 });
  }
  if (isLate && !world.hadTrouble) expectReallyLate(charge, events);
}

function outcomeOf({ status, failureReason, review }: PurchaseRow): string {
  return [status, failureReason, review].filter(Boolean).join(' ');
}

/** The allowed outcomes; short, late or disputed money is under review. */
function outcomes(world: World, charge: MemoryCharge | undefined, { hasCode }: Ordered, isSold: boolean): string[] {
  const unpaid = hasCode ? ['FAILED expired'] : ['FAILED expired', 'FAILED provider'];
  if (!charge) return ['FAILED expired', 'FAILED provider'];
  const isFull = (charge.paidCents ?? 0) >= charge.request.amountCents;
  switch (charge.state) {
    case 'paid':
      if (isFull) return ['COMPLETED'];
      return ['PENDING short_payment', 'FAILED expired'];
    case 'disputed':
      return isSold ? ['COMPLETED dispute'] : ['PENDING dispute', 'FAILED expired'];
    case 'refunded':
      return isSold ? ['REFUNDED'] : ['FAILED rejected', 'FAILED expired'];
    case 'rejected':
      return world.hadTrouble || !hasCode ? [...unpaid, 'FAILED rejected'] : ['FAILED rejected', 'FAILED expired'];
    default:
      return unpaid;
  }
}

/** A withdrawal that the bank refused stays open, and a refund ends every other request. */
function withdrawals({ status }: PurchaseRow): (WithdrawalState | null)[] {
  if (status === 'REFUNDED') return [null, 'refunded', 'refused', 'cancelled'];
  return status === 'COMPLETED' ? [null, 'requested', 'refunding', 'refused', 'cancelled'] : [null];
}

function isMoneyThere(charge: MemoryCharge | undefined): boolean {
  return charge?.state === 'paid' || charge?.state === 'disputed';
}

function redemptionOf({ status }: PurchaseRow, isLate: boolean): string {
  // A purchase under review holds no coupon use after days.
  if (status === 'PENDING') return 'FREED';
  if (status === 'FAILED') return 'FREED';
  if (isLate) return 'LATE';
  return status === 'COMPLETED' ? 'USED' : 'FREED';
}

function commissionOf({ status, paidCents }: PurchaseRow): string {
  return `${status === 'COMPLETED' ? 'pending' : 'reversed'} ${shareOfCents(paidCents ?? 0, 1_000)}`;
}

/** A payment in time must not be marked late while the bank could be read. */
function expectReallyLate(charge: MemoryCharge | undefined, events: { event: string; at: string }[]): void {
  const closed = events.find(({ event }) => event === 'expired' || event === 'rejected');
  expect(Date.parse(closed?.at ?? '')).toBeLessThanOrEqual((charge?.paidAt?.getTime() ?? 0) + 5 * 60_000);
}

async function expectTrueCoupon({ shop }: World): Promise<void> {
  const { used } = await shop.db.selectFrom('coupons').select('used').executeTakeFirstOrThrow();
  const states = await shop.db
    .selectFrom('redemptions')
    .select('state')
    .where('state', 'in', ['HELD', 'USED'])
    .execute();
  expect(used).toBe(states.length);
}

async function expectTrueKeys({ shop }: World): Promise<void> {
  const keys = await shop.db.selectFrom('activationKeys').select(['key', 'itemId']).execute();
  const waiting = await shop.db
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .leftJoin('withdrawals', (open) =>
      open
        .onRef('withdrawals.purchaseId', '=', 'purchases.id')
        .on('withdrawals.state', 'in', ['requested', 'refunding']),
    )
    .select(['review', 'withdrawals.state as isGivenUp'])
    .where('keyWaitingSince', 'is not', null)
    .execute();
  const free = keys.filter(({ itemId }) => itemId === null).length;
  if (waiting.some(({ review, isGivenUp }) => review === null && isGivenUp === null)) expect(free).toBe(0);
  const owners = keys.flatMap(({ itemId }) => itemId ?? []);
  expect(new Set(owners).size).toBe(owners.length);
}

const KEPT = sql.raw(`CASE
  WHEN "totalCents" < coalesce("paidCents", "totalCents") - "returnedCents" THEN "totalCents"
  ELSE coalesce("paidCents", "totalCents") - "returnedCents" END`);

/** The kept totals, customers, products and affiliates stand beside what their rows add up to. */
export async function expectTrueFigures({ shop: { db } }: { shop: { db: Queryable } }): Promise<void> {
  const kept = await sql`
    SELECT 'tally' AS kind, name, value FROM tallies WHERE value <> 0 AND name NOT LIKE 'audit%'
    UNION ALL SELECT 'hour', hour, sales * 1000000 + "salesCents" FROM "salesByHour" WHERE sales <> 0 OR "salesCents" <> 0
    UNION ALL SELECT 'customer', id, "saleCount" * 100000000 + "purchaseCount" * 10000000 + "totalSpentCents" FROM customers
    UNION ALL SELECT 'product', id, "keysAvailable" * 100 + "buyersWaiting" FROM "productFigures"
    UNION ALL SELECT 'affiliate', "userId", ("pendingCount" * 100 + "reversedCount") * 10000000 + "pendingCents" * 2 + "reversedCents" * 3 + "soldCents" FROM affiliates
    ORDER BY 1, 2`.execute(db);
  const summed = await sql`
    SELECT 'tally' AS kind, 'purchases:' || status || ':' || coalesce("failureReason", '') AS name, count(*) AS value FROM purchases GROUP BY 2
    UNION ALL SELECT 'tally', 'sales', count(*) FROM purchases WHERE status = 'COMPLETED' HAVING count(*) > 0
    UNION ALL SELECT 'tally', 'salesCents', sum(${KEPT}) FROM purchases WHERE status = 'COMPLETED' HAVING count(*) > 0
    UNION ALL SELECT 'tally', 'customers', count(*) FROM customers WHERE "erasedAt" IS NULL HAVING count(*) > 0
    UNION ALL SELECT 'tally', 'buyers', count(DISTINCT "customerId") FROM purchases WHERE status = 'COMPLETED' HAVING count(*) > 0
    UNION ALL SELECT 'tally', 'keys:' || state, count(*) FROM (
      SELECT CASE WHEN "revokedAt" IS NOT NULL THEN 'revoked' WHEN "itemId" IS NULL THEN 'available' ELSE 'assigned' END AS state FROM "activationKeys") AS states GROUP BY state
    UNION ALL SELECT 'tally', 'keys:' || state || ':' || "productId", count(*) FROM (
      SELECT "productId", CASE WHEN "revokedAt" IS NOT NULL THEN 'revoked' WHEN "itemId" IS NULL THEN 'available' ELSE 'assigned' END AS state FROM "activationKeys") AS states GROUP BY state, "productId"
    UNION ALL SELECT 'hour', substr("completedAt", 1, 13), count(*) * 1000000 + sum(${KEPT}) FROM purchases WHERE status = 'COMPLETED' GROUP BY 2
    UNION ALL SELECT 'customer', customers.id,
      (SELECT count(*) * 100000000 + coalesce(sum(${KEPT}), 0) FROM purchases WHERE "customerId" = customers.id AND status = 'COMPLETED')
      + (SELECT count(*) * 10000000 FROM purchases WHERE "customerId" = customers.id AND status <> 'FAILED') FROM customers
    UNION ALL SELECT 'product', id,
      (SELECT count(*) * 100 FROM "activationKeys" WHERE "productId" = products.id AND "itemId" IS NULL AND "revokedAt" IS NULL)
      + (SELECT count(*) FROM "purchaseItems" WHERE "productId" = products.id AND "keyWaitingSince" IS NOT NULL) FROM products
    UNION ALL SELECT 'affiliate', "userId", (SELECT coalesce(sum(CASE status
      WHEN 'pending' THEN 1000000000 + "commissionCents" * 2 + "amountCents"
      WHEN 'paid' THEN "amountCents"
      ELSE 10000000 + "commissionCents" * 3 END), 0) FROM "affiliateSales" WHERE "affiliateId" = affiliates."userId") FROM affiliates
    ORDER BY 1, 2`.execute(db);
  expect(kept.rows).toEqual(summed.rows);
}
