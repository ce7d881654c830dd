import { sql } from 'kysely';
import { findAccountingError } from '#db/move/accounting-check.ts';
import { listKeysOfPurchase } from '#db/queries/keys/activation-keys.ts';
import { listItems } from '#db/queries/purchases/purchase-items.ts';
import { findWithdrawal } from '#db/queries/withdrawals/withdrawals.ts';
import type { ActivationKeyRow } from '#db/tables/keys.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { groundsOf } from '#src/domain/purchases/dependents.ts';
import { isGivenUp } from '#src/domain/withdrawals/withdrawals.ts';
import type { MemoryCharge } from '../banks/memory-bank.ts';
import type { RandomWorld } from './random-world.ts';

/** Says of everything that a shop may never show, after everything ran out, where it does. */
export async function findBrokenBooks({ world, purchaseIds }: RandomWorld): Promise<string[]> {
  const { db } = world.shop;
  const broken: string[] = [];
  for (const id of purchaseIds) {
    const purchase = await db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const trail = await readTrail(db, id);
    const charge = world.bank.charges.get(purchase.providerReference);
    const found = [
      ...againstBank(purchase, charge, trail),
      ...(await againstKeys(db, purchase)),
      ...(await againstCommission(db, purchase)),
      ...(await againstCoupon(db, purchase)),
      ...(await againstGrounds(db, purchase)),
    ];
    broken.push(...found.map((what) => `${what} (${trail})`));
  }
  return [...broken, ...(await inShop(db))];
}

async function readTrail(db: Queryable, purchaseId: string): Promise<string> {
  const events = await db
    .selectFrom('purchaseEvents')
    .select('event')
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute();
  return events.map(({ event }) => event).join(' ');
}

function against(facts: Record<string, boolean | null | undefined>): string[] {
  return Object.keys(facts).filter((name) => facts[name]);
}

function againstBank(purchase: PurchaseRow, charge: MemoryCharge | undefined, trail: string): string[] {
  const { status, refundRequestedAt } = purchase;
  const refunds = [...(charge?.refunds.values() ?? [])].filter((state) => state === 'done');
  return against({
    'the bank gave the money back, the shop sold': charge?.state === 'refunded' && status === 'COMPLETED',
    'the bank has the money, the shop gave it back':
      charge?.state === 'paid' && status === 'REFUNDED' && !trail.includes('marked_'),
    'given back twice': refunds.length > 1,
    'a refund never ends': status === 'COMPLETED' && refundRequestedAt !== null && charge?.state !== 'disputed',
  });
}

async function againstKeys(db: Queryable, purchase: PurchaseRow): Promise<string[]> {
  const isSold = purchase.status === 'COMPLETED';
  const withdrawal = await findWithdrawal(db, purchase.id);
  const isGivenUp = withdrawal?.state === 'requested' || withdrawal?.state === 'refunding';
  const isStopped = purchase.review === 'dispute' || isGivenUp;
  const items = await db.selectFrom('purchaseItems').selectAll().where('purchaseId', '=', purchase.id).execute();
  const keys = await listKeysOfPurchase(db, purchase.id);
  const good = keys.filter(({ revokedAt }) => revokedAt === null);
  const keysOf = (itemId: string) => keys.filter((key: Pick<ActivationKeyRow, 'itemId'>) => key.itemId === itemId);
  return against({
    'two keys for an item': items.some(({ id }) => keysOf(id).length > 1),
    'neither key nor wait': items.some(
      ({ id, requiresActivation, keyWaitingSince }) =>
        isSold && purchase.returnedCents === 0 && requiresActivation && !keyWaitingSince && keysOf(id).length === 0,
    ),
    'waits for a key without a sale': items.some(({ keyWaitingSince }) => !isSold && keyWaitingSince !== null),
    'waits with a key': items.some(({ id, keyWaitingSince }) => keyWaitingSince !== null && keysOf(id).length > 0),
    'a good key after a refund': purchase.status === 'REFUNDED' && good.length > 0,
    'frozen for nothing': isSold && !isStopped && good.some(({ frozenAt }) => frozenAt !== null),
    'not frozen in a dispute or a withdrawal': isSold && isStopped && good.some(({ frozenAt }) => frozenAt === null),
  });
}

async function againstCommission(db: Queryable, purchase: PurchaseRow): Promise<string[]> {
  const { id, status, paidCents, returnedCents } = purchase;
  const sale = await db.selectFrom('affiliateSales').selectAll().where('purchaseId', '=', id).executeTakeFirst();
  if (!sale) return [];
  const isReversed = sale.status === 'reversed';
  return against({
    'a commission of money that went back': status === 'REFUNDED' && !isReversed,
    'no commission of a sale': status === 'COMPLETED' && isReversed,
    'a commission of another amount':
      status === 'COMPLETED' && !isReversed && sale.amountCents !== (paidCents ?? 0) - returnedCents,
  });
}

async function againstCoupon(db: Queryable, { id, status, couponCode }: PurchaseRow): Promise<string[]> {
  const known = await db.selectFrom('redemptions').select('state').where('purchaseId', '=', id).executeTakeFirst();
  if (!couponCode || !known || status === 'PENDING') return [];
  const expected = status === 'COMPLETED' ? ['USED', 'LATE'] : ['FREED', 'LATE'];
  return against({ [`${status} with a coupon ${known.state}`]: !expected.includes(known.state) });
}

/** Nobody keeps at the price for owners what he owns by a purchase that he gave up, or has had before. */
async function againstGrounds(db: Queryable, { id, status }: PurchaseRow): Promise<string[]> {
  const decided = db.selectFrom('purchaseEvents').select('purchaseId').where('event', 'in', DECISIONS_OF_OWNER);
  const sold = await db
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .selectAll('purchaseItems')
    .where('status', '=', 'COMPLETED')
    .where('purchases.id', 'not in', decided)
    .execute();
  const own = sold.filter(({ purchaseId }) => purchaseId === id);
  const grounds = await listItems(db, ['', ...own.flatMap(groundsOf)]);
  if (status !== 'COMPLETED' || grounds.length === 0 || (await isGivenUp(db, id))) return [];
  const states = await Promise.all(grounds.map(({ purchaseId }) => findWithdrawal(db, purchaseId)));
  const others = sold.filter(({ purchaseId, productId }) => {
    return purchaseId !== id && own.some((item) => item.productId === productId);
  });
  return against({
    'kept at the price for owners of what was given up': states.some(
      (withdrawal) => withdrawal && ['requested', 'refunding', 'refunded'].includes(withdrawal.state),
    ),
    'sold twice at the price for one owner': others
      .flatMap(groundsOf)
      .some((ground) => grounds.some((item) => item.id === ground)),
  });
}

const DECISIONS_OF_OWNER = ['accepted', 'marked_received', 'withdrawal_refused'];

async function inShop(db: Queryable): Promise<string[]> {
  const coupon = await db.selectFrom('coupons').selectAll().where('id', '=', 'coupon').executeTakeFirstOrThrow();
  const uses = await db.selectFrom('redemptions').select('state').where('state', 'in', ['HELD', 'USED']).execute();
  const select = async (statement: string) => {
    const { rows } = await sql.raw<Record<string, string | number>>(statement).execute(db);
    return rows.map((row) => Object.values(row));
  };
  const total = await findAccountingError({ select });
  return [
    ...against({ 'another number of uses of the coupon': uses.length !== coupon.used }),
    ...(total === undefined ? [] : [`another total ${total}`]),
    ...(await falsePayouts(db)),
    ...(await overfullKeys(db)),
    ...(await falseCustomers(db)),
  ];
}

/** Each sale is settled by its lines alone, and each payout is the sum of its own. */
async function falsePayouts(db: Queryable): Promise<string[]> {
  const sales = await db.selectFrom('affiliateSales').selectAll().execute();
  const payouts = await db.selectFrom('payouts').selectAll().execute();
  const lines = await db.selectFrom('payoutLines').selectAll().execute();
  const sumOf = (own: typeof lines) => own.reduce((cents, { fromCents, toCents }) => cents + toCents - fromCents, 0);
  const standing = payouts.filter(({ state }) => state !== 'cancelled');
  const paidIds = new Set(payouts.filter(({ state }) => state === 'paid').map(({ id }) => id));
  const isPaid = (saleId: string) => lines.some((line) => line.saleId === saleId && paidIds.has(line.payoutId));
  return against({
    'a sale settled by more or less than its lines': sales.some(
      ({ id, settledCents }) => settledCents !== sumOf(lines.filter(({ saleId }) => saleId === id)),
    ),
    'a payout of another amount': standing.some(
      ({ id, amountCents }) => amountCents !== sumOf(lines.filter(({ payoutId }) => payoutId === id)),
    ),
    'a cancelled payout with lines': payouts.some(
      ({ id, state }) => state === 'cancelled' && lines.some(({ payoutId }) => payoutId === id),
    ),
    'a paid commission without a paid payout': sales.some(({ id, status }) => status === 'paid' && !isPaid(id)),
    'a commission that still waits in a paid payout': sales.some(
      ({ id, status }) => status === 'pending' && isPaid(id),
    ),
  });
}

async function overfullKeys(db: Queryable): Promise<string[]> {
  const keys = await db
    .selectFrom('activationKeys')
    .innerJoin('machines', 'machines.keyId', 'activationKeys.id')
    .select(({ fn }) => ['activationKeys.machineLimit', fn.countAll<number>().as('total')])
    .where('machines.releasedAt', 'is', null)
    .groupBy(['activationKeys.id', 'activationKeys.machineLimit'])
    .execute();
  const isOverfull = keys.some(({ machineLimit, total }) => machineLimit !== null && Number(total) > machineLimit);
  return against({ 'more machines than the key allows': isOverfull });
}

async function falseCustomers(db: Queryable): Promise<string[]> {
  const customers = await db.selectFrom('customers').selectAll().where('id', '<>', 'nobody').execute();
  const sales = await db.selectFrom('purchases').selectAll().where('status', '=', 'COMPLETED').execute();
  return customers.flatMap(({ id, saleCount, totalSpentCents }) => {
    const own = sales.filter(({ customerId }) => customerId === id);
    const spentCents = own.reduce((sum, { keptCents }) => sum + Number(keptCents), 0);
    return against({
      'a customer with another number of sales': Number(saleCount) !== own.length,
      'a customer who spent another sum': Number(totalSpentCents) !== spentCents,
    });
  });
}
