import { sql } from 'kysely';
import type { PaymentStatus } from '#src/wire/purchases/purchases.ts';
import type { Queryable } from '../../tables.ts';

/** The purchases are paid, and have a key that is in force; the newest comes first. */
export function listPurchasesWithKey(db: Queryable, customerIds: readonly string[], limit: number) {
  return withKey(db, customerIds)
    .select('purchases.id')
    .orderBy('purchases.createdAt', 'desc')
    .orderBy('purchases.id')
    .limit(limit)
    .execute();
}

export function listCustomersWithKey(db: Queryable, customerIds: readonly string[]): Promise<{ customerId: string }[]> {
  return withKey(db, customerIds).select('purchases.customerId').distinct().execute();
}

function withKey(db: Queryable, customerIds: readonly string[]) {
  return db
    .selectFrom('purchases')
    .where('purchases.customerId', 'in', customerIds)
    .where('purchases.status', '=', sql.lit<PaymentStatus>('COMPLETED'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('purchaseItems')
          .innerJoin('activationKeys', 'activationKeys.itemId', 'purchaseItems.id')
          .select('activationKeys.id')
          .whereRef('purchaseItems.purchaseId', '=', 'purchases.id')
          .where('activationKeys.revokedAt', 'is', null),
      ),
    );
}
