import { sql } from 'kysely';
import { expect } from 'vitest';
import type { BankSide } from '../banks/real-banks.ts';
import type { Store } from '../store/store.ts';
import { openStoreDatabase } from '../store/store-database.ts';

export async function pollAll(store: Store): Promise<void> {
  await store
    .database()
    .updateTable('purchases')
    .set({ nextCheckAt: new Date(0).toISOString() })
    .where((row) =>
      row.or([
        row('status', '=', 'PENDING'),
        row.and([row('status', '=', 'COMPLETED'), row('refundRequestedAt', 'is not', null)]),
      ]),
    )
    .execute();
}

export async function expectNothingLostOrTwice(
  store: Store,
  bank: Pick<BankSide, 'paid' | 'refunds'> & { name: string },
): Promise<void> {
  const books = store.database();
  if (store.databaseUrl.startsWith('file:')) await expectWholeFile(`${store.folder}/store.sqlite`);

  // Excludes the demo sales, which have no idempotency key.
  const purchases = await books
    .selectFrom('purchases')
    .selectAll()
    .where('provider', '=', bank.name)
    .where('idempotencyKeyHash', 'is not', null)
    .execute();
  const sold = purchases.filter(({ completedAt }) => completedAt !== null);
  const paid = bank.paid();
  expect(sold.map(({ providerReference }) => providerReference).sort()).toEqual([...paid].sort());
  for (const { providerReference, status } of sold) {
    expect(bank.refunds(providerReference)).toBe(status === 'REFUNDED' ? 1 : 0);
  }

  const once = sold.map(({ id }) => id).sort();
  // A subquery, since a long run exceeds the limit of bound values.
  const ids = books
    .selectFrom('purchases')
    .select('id')
    .where('provider', '=', bank.name)
    .where('idempotencyKeyHash', 'is not', null)
    .where('completedAt', 'is not', null);
  const keys = await books.selectFrom('activationKeys').select(['itemId', 'key']).where('itemId', 'in', ids).execute();
  const receipts = await books
    .selectFrom('outbox')
    .select('purchaseId')
    .where('kind', '=', 'receipt')
    .where('purchaseId', 'in', ids)
    .execute();
  const events = await books
    .selectFrom('purchaseEvents')
    .select('purchaseId')
    .where('event', 'in', ['paid', 'paid_late'])
    .where('purchaseId', 'in', ids)
    .execute();
  const waiting = await books
    .selectFrom('purchaseItems')
    .select('id')
    .where('id', 'in', ids)
    .where('keyWaitingSince', 'is not', null)
    .execute();
  expect(waiting).toEqual([]);
  // Who got the money back while keys were held, as after a promotion, waits for none.
  const served = new Set(keys.map(({ itemId }) => itemId));
  const owed = sold.filter(({ id, status }) => status !== 'REFUNDED' || served.has(id));
  expect(keys.map(({ itemId }) => itemId ?? '').sort()).toEqual(owed.map(({ id }) => id).sort());
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
  expect(receipts.map(({ purchaseId }) => purchaseId ?? '').sort()).toEqual(once);
  expect(events.map(({ purchaseId }) => purchaseId).sort()).toEqual(once);
  await expectTrueCoupons(store);
}

/** A new connection, since an open one caches parts of the search index. */
async function expectWholeFile(path: string): Promise<void> {
  const books = openStoreDatabase(path);
  try {
    const { rows: check } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(books);
    expect(check).toEqual([{ integrity_check: 'ok' }]);
    expect((await sql`pragma foreign_key_check`.execute(books)).rows).toEqual([]);
  } finally {
    await books.destroy();
  }
}

async function expectTrueCoupons(store: Store): Promise<void> {
  const books = store.database();
  const coupons = await books
    .selectFrom('coupons')
    .leftJoin('redemptions', (join) =>
      join.onRef('redemptions.couponId', '=', 'coupons.id').on('redemptions.state', 'in', ['HELD', 'USED']),
    )
    .select(({ fn }) => ['code', 'used', fn.count<number>('purchaseId').as('redemptions')])
    .groupBy('coupons.id')
    .execute();
  for (const { code, used, redemptions } of coupons) expect({ code, used }).toEqual({ code, used: redemptions });
  const states = await books
    .selectFrom('redemptions')
    .innerJoin('purchases', 'purchases.id', 'redemptions.purchaseId')
    .leftJoin('affiliateSales', 'affiliateSales.purchaseId', 'purchases.id')
    .innerJoin('coupons', 'coupons.id', 'redemptions.couponId')
    .select(['redemptions.state', 'purchases.status', 'affiliateSales.status as commission', 'coupons.affiliateId'])
    .where('purchases.idempotencyKeyHash', 'is not', null)
    .execute();
  for (const { state, status, commission, affiliateId } of states) {
    const [redemption, owed] = STATES[status];
    expect({ status, state, commission }).toEqual({ status, state: redemption, commission: affiliateId ? owed : null });
  }
}

const STATES = {
  PENDING: ['HELD', null],
  COMPLETED: ['USED', 'pending'],
  REFUNDED: ['FREED', 'reversed'],
  FAILED: ['FREED', null],
} as const;
