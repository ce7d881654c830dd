import { sql } from 'kysely';
import type { ActivationKeyRow, PurchaseEventRow, Queryable } from '../tables.ts';

/** The keys that a customer was given, also those that were revoked later. */
export function listKeysOfCustomer(db: Queryable, customerId: string): Promise<ActivationKeyRow[]> {
  return db
    .selectFrom('activationKeys')
    .selectAll()
    .where('purchaseId', 'in', (row) =>
      row.selectFrom('purchases').select('purchases.id').where('purchases.customerId', '=', customerId),
    )
    .execute();
}

/** What happened to a customer's purchases, in the order in which it did. */
export function listEventsOfCustomer(db: Queryable, customerId: string): Promise<PurchaseEventRow[]> {
  return db
    .selectFrom('purchaseEvents')
    .selectAll()
    .where('purchaseId', 'in', (row) =>
      row.selectFrom('purchases').select('purchases.id').where('purchases.customerId', '=', customerId),
    )
    .orderBy('id')
    .execute();
}

/** Empties what banks and mail servers said about a customer's purchases: their words may repeat a name or an address. */
export async function eraseEventDetails(db: Queryable, customerId: string): Promise<void> {
  await db
    .updateTable('purchaseEvents')
    .set({ detail: null })
    .where('detail', 'is not', null)
    .where('event', '!=', 'mailed')
    .where('purchaseId', 'in', (row) =>
      row.selectFrom('purchases').select('purchases.id').where('purchases.customerId', '=', customerId),
    )
    .execute();
}

/** Empties the stored notices of banks that are about a customer's purchases, or say his address. */
export async function eraseNotices(db: Queryable, customerId: string, email: string): Promise<void> {
  await db
    .updateTable('webhookInbox')
    .set({ body: '' })
    .where('body', '!=', '')
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`instr(lower(body), ${email}) > 0`,
        exists(
          selectFrom('purchases')
            .select('purchases.id')
            .where('purchases.customerId', '=', customerId)
            .where(
              sql<boolean>`"resourceId" in ("providerReference", "providerChargeId", "providerPaymentId")
                or instr(body, "providerReference") > 0
                or coalesce(instr(body, "providerChargeId"), 0) > 0`,
            ),
        ),
      ]),
    )
    .execute();
}
