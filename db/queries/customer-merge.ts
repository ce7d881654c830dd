import { sql } from 'kysely';
import type { Queryable } from '../tables.ts';

/** Locks them first, as every transaction takes purchases before their customer. */
export async function movePurchases(db: Queryable, fromId: string, toId: string): Promise<void> {
  await db.updateTable('purchases').set({ customerId: toId }).where('customerId', '=', fromId).execute();
}

export async function moveMail(db: Queryable, fromId: string, toId: string): Promise<void> {
  await db.updateTable('outbox').set({ customerId: toId }).where('customerId', '=', fromId).execute();
}

/** Counts anew what triggers keep, which do not follow a purchase to another customer. */
export async function recountCustomers(db: Queryable, ids: string[]): Promise<void> {
  await sql`
    update customers set
      "purchaseCount" = (select count(*) from purchases where "customerId" = customers.id and status <> 'FAILED'),
      "lastPurchaseAt" = (select max("createdAt") from purchases where "customerId" = customers.id and status <> 'FAILED'),
      "saleCount" = (select count(*) from purchases where "customerId" = customers.id and status = 'COMPLETED'),
      "totalSpentCents" = (select coalesce(sum("keptCents"), 0) from purchases where "customerId" = customers.id and status = 'COMPLETED'),
      "firstSaleAt" = (select min("completedAt") from purchases where "customerId" = customers.id and status = 'COMPLETED')
    where id in (${sql.join(ids)})`.execute(db);
}

export async function changeCustomerEmail(db: Queryable, id: string, email: string): Promise<void> {
  await db.updateTable('customers').set({ email }).where('id', '=', id).where('erasedAt', 'is', null).execute();
}

/** Receipts go to the address of the purchase. */
export async function changeEmailOfPurchases(db: Queryable, customerId: string, email: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ customerEmail: email })
    .where('customerId', '=', customerId)
    .where('customerEmail', 'is not', null)
    .execute();
}
