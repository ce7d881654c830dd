import { sql } from 'kysely';
import type { PaymentStatus } from '#src/wire/purchases/purchases.ts';
import type { RedemptionState } from '../../tables/coupons.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';
import { eraseRemindersOfPurchases } from '../reminders/reminders.ts';

const NOBODY = 'nobody';

export type UnpaidOrder = Pick<PurchaseRow, 'id' | 'customerId' | 'customerName' | 'customerEmail' | 'whatsapp'>;

export function listUnpaidOrders(db: Queryable, before: string, limit: number): Promise<UnpaidOrder[]> {
  return db
    .selectFrom('purchases')
    .select(['id', 'customerId', 'customerName', 'customerEmail', 'whatsapp'])
    .where('status', '=', sql.lit<PaymentStatus>('FAILED'))
    .where('paidCents', 'is', null)
    .where('customerId', '<>', sql.lit(NOBODY))
    .where('createdAt', '<', before)
    .where('review', 'is', null)
    .where('nextCheckAt', 'is', null)
    .where('chargeState', '=', 'closed')
    .where('providerPaymentId', 'is', null)
    .where('refundRequestedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('purchaseEvents')
            .select('purchaseEvents.id')
            .whereRef('purchaseId', '=', 'purchases.id')
            .where('event', 'in', MONEY_EVENTS),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bankDifferences')
            .select('bankDifferences.id')
            .whereRef('purchaseId', '=', 'purchases.id')
            .where('resolvedAt', 'is', null),
        ),
      ),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}

/** Somebody may ask later about these events, which are about money. */
const MONEY_EVENTS = ['returned', 'mismatch'];

export async function anonymizeOrders(db: Queryable, ids: string[]): Promise<void> {
  await db.deleteFrom('purchaseWords').where('id', 'in', ids).execute();
  await db.deleteFrom('purchaseEvents').where('purchaseId', 'in', ids).execute();
  await db.deleteFrom('invoices').where('purchaseId', 'in', ids).execute();
  await db
    .deleteFrom('redemptions')
    .where('purchaseId', 'in', ids)
    .where('state', '=', sql.lit<RedemptionState>('FREED'))
    .execute();
  await db
    .insertInto('customers')
    .values({ id: NOBODY, name: null, email: null, createdAt: LONG_AGO, erasedAt: LONG_AGO })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await eraseRemindersOfPurchases(db, ids);
  await db.updateTable('purchases').set(ANONYMOUS).where('id', 'in', ids).execute();
}

const LONG_AGO = '1970-01-01T00:00:00.000Z';

const ANONYMOUS = {
  customerId: NOBODY,
  customerName: null,
  customerEmail: null,
  idempotencyKeyHash: null,
  requestHash: null,
  pixCopyPaste: null,
  couponCode: null,
  origin: null,
  clickIds: null,
  whatsapp: null,
  payerHash: null,
} as const satisfies Partial<PurchaseRow>;

export function listCustomersWithoutOrders(db: Queryable, ids: string[]) {
  return withoutOrders(db, ids).select(['candidate.id', 'candidate.name', 'candidate.email']).execute();
}

function withoutOrders(db: Queryable, ids: string[]) {
  return db
    .selectFrom('customers as candidate')
    .where('candidate.id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('purchases').select('purchases.id').whereRef('customerId', '=', 'candidate.id'))),
    );
}

export async function deleteCustomersWithoutOrders(db: Queryable, ids: string[], now: string): Promise<void> {
  const gone = withoutOrders(db, ids).select('candidate.id');
  await db
    .updateTable('customers')
    .set({ name: null, email: null, erasedAt: now })
    .where('erasedAt', 'is', null)
    .where('id', 'in', gone)
    .execute();
  await db.deleteFrom('customers').where('id', 'in', gone).execute();
}
