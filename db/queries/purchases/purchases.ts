import { sql } from 'kysely';
import type { PaymentStatus } from '#src/wire/purchases/purchases.ts';
import { type Placeholders, prepared } from '../../prepared.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';
import { openWithdrawal } from '../withdrawals/withdrawals.ts';

export function findPurchase(db: Queryable, id: string): Promise<PurchaseRow | undefined> {
  return purchaseOf.executeTakeFirst(db, { id });
}

const purchaseOf = prepared((db, { id }: Placeholders<{ id: string }>) =>
  db.selectFrom('purchases').selectAll().where('id', '=', id),
);

export function findPurchaseByTransaction(db: Queryable, transactionId: string): Promise<PurchaseRow | undefined> {
  return purchaseOfTransaction.executeTakeFirst(db, { transactionId });
}

const purchaseOfTransaction = prepared((db, { transactionId }: Placeholders<{ transactionId: string }>) =>
  db.selectFrom('purchases').selectAll().where('transactionId', '=', transactionId),
);

/** Finds it by our reference or by the bank's id. */
export function findPurchaseOfCharge(
  db: Queryable,
  provider: string,
  subject: string,
): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('provider', '=', provider)
    .where((row) =>
      row.or([
        row('providerReference', '=', subject),
        row(
          'id',
          '=',
          row
            .selectFrom('bankCharges')
            .select('purchaseId')
            .where('bankCharges.provider', '=', provider)
            .where('chargeId', '=', subject),
        ),
      ]),
    )
    .executeTakeFirst();
}

export function findPurchaseByIdempotencyKey(db: Queryable, hash: string): Promise<PurchaseRow | undefined> {
  return purchaseOfKey.executeTakeFirst(db, { hash });
}

const purchaseOfKey = prepared((db, { hash }: Placeholders<{ hash: string }>) =>
  db.selectFrom('purchases').selectAll().where('idempotencyKeyHash', '=', hash),
);

/** `from` is included, `to` is not. */
export function listCompletedPurchases(
  db: Queryable,
  account: string,
  time: 'createdAt' | 'completedAt',
  { from, to }: { from: string; to: string },
): Promise<Pick<PurchaseRow, 'id' | 'providerReference' | 'completedAt'>[]> {
  return db
    .selectFrom('purchases')
    .select(['id', 'providerReference', 'completedAt'])
    .where('status', '=', sql.lit<PaymentStatus>('COMPLETED'))
    .where(time, '>=', from)
    .where(time, '<', to)
    .where('account', '=', account)
    .execute();
}

/** `isAwaited` is true while a key has not come; `lastKeyAt` is null where none was needed. */
export async function findDelivery(
  db: Queryable,
  id: string,
): Promise<{ isAwaited: boolean; lastKeyAt: string | null }> {
  const items = await db
    .selectFrom('purchaseItems')
    .leftJoin('activationKeys', 'activationKeys.itemId', 'purchaseItems.id')
    .select(['purchaseItems.requiresActivation', 'activationKeys.assignedAt'])
    .where('purchaseItems.purchaseId', '=', id)
    .execute();
  const keyTimes = items.flatMap(({ assignedAt }) => assignedAt ?? []);
  return {
    isAwaited: items.some(({ requiresActivation, assignedAt }) => requiresActivation === 1 && assignedAt === null),
    lastKeyAt: keyTimes.toSorted().at(-1) ?? null,
  };
}

/** Lock its row first: a dispute, a refund or a withdrawal may have just begun. */
export async function isKeyDue(db: Queryable, id: string): Promise<boolean> {
  const sold = await db
    .selectFrom('purchases')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'COMPLETED')
    .where('review', 'is', null)
    .where('id', 'not in', openWithdrawal(db))
    .executeTakeFirst();
  return sold !== undefined;
}

export function listPurchasesOfCustomers(db: Queryable, customerIds: string[]): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('customerId', 'in', customerIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Locks them in the order in which every transaction takes its rows: purchases before their customer. */
export function listBuyerNames(db: Queryable, customerId: string) {
  return db
    .selectFrom('purchases')
    .select(['id', 'customerName', 'customerOrder', 'whatsapp', 'clickIds'])
    .where('customerId', '=', customerId)
    .orderBy('id')
    .execute();
}

/** Drops the hashes too, by which a guess of name, e-mail or document could be confirmed. */
export async function erasePurchasesOfCustomer(db: Queryable, customerId: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({
      customerName: null,
      customerEmail: null,
      requestHash: null,
      payerHash: null,
      whatsapp: null,
      origin: null,
      clickIds: null,
    })
    .where('customerId', '=', customerId)
    .execute();
}
