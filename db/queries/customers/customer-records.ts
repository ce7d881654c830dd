import type { ActivationKeyRow } from '../../tables/keys.ts';
import type { PurchaseEventRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';

export function listKeysOfCustomer(db: Queryable, customerId: string): Promise<ActivationKeyRow[]> {
  return db
    .selectFrom('activationKeys')
    .selectAll()
    .where('itemId', 'in', (row) =>
      row
        .selectFrom('purchaseItems')
        .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
        .select('purchaseItems.id')
        .where('purchases.customerId', '=', customerId),
    )
    .execute();
}

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

/** Bank and mail errors may repeat personal data. */
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
