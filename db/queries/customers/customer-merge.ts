import { sql } from 'kysely';
import type { Flag } from '../../tables/columns.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';
import { soldBy } from '../purchases/sale-time.ts';
import { type Mark, UNMARKED } from './bounces.ts';

export async function movePurchases(db: Queryable, fromId: string, toId: string): Promise<void> {
  await db.updateTable('purchases').set({ customerId: toId }).where('customerId', '=', fromId).execute();
}

/** Notes what each link that stops this change will give back; call it before the purchases have the new address. */
export async function rememberPurchases(db: Queryable, customerId: string, newEmail: string): Promise<void> {
  await db
    .insertInto('movedPurchases')
    .columns(['tokenId', 'purchaseId'])
    .expression((row) =>
      row
        .selectFrom('buyerTokens as token')
        .innerJoin('purchases', 'purchases.customerId', 'token.customerId')
        .select(['token.id', 'purchases.id as purchaseId'])
        .where('token.customerId', '=', customerId)
        .where('token.purpose', '=', sql.lit('stop_email'))
        .where('token.usedAt', 'is', null)
        .where('token.newEmail', '=', newEmail)
        .whereRef('purchases.customerEmail', '=', 'token.formerEmail'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type RememberedPurchase = Pick<PurchaseRow, 'id' | 'customerName'> & { customerId: string };

/** Leaves out those of an erased person; the newest come first. */
export async function listRemembered(db: Queryable, tokenId: string): Promise<RememberedPurchase[]> {
  return db
    .selectFrom('movedPurchases')
    .innerJoin('purchases', 'purchases.id', 'movedPurchases.purchaseId')
    .select(['purchases.id', 'purchases.customerName', 'purchases.customerId'])
    .where('movedPurchases.tokenId', '=', tokenId)
    .where('purchases.customerEmail', 'is not', null)
    .where('purchases.customerId', 'is not', null)
    .orderBy('purchases.number', 'desc')
    .$narrowType<{ customerId: string }>()
    .execute();
}

export async function giveBackPurchases(
  db: Queryable,
  ids: string[],
  { customerId, email }: { customerId: string; email: string },
): Promise<void> {
  await db.updateTable('purchases').set({ customerId, customerEmail: email }).where('id', 'in', ids).execute();
}

export async function moveMailOfPurchases(db: Queryable, purchaseIds: string[], toId: string): Promise<void> {
  await db.updateTable('outbox').set({ customerId: toId }).where('purchaseId', 'in', purchaseIds).execute();
}

/** One customer refuses from now on what the other refused. */
export async function joinRefusals(db: Queryable, fromId: string, toId: string): Promise<void> {
  const refused = (choice: 'wantsUpdates' | 'wantsReminders' | 'wantsReviewNotices') =>
    sql<Flag>`(select min(${sql.ref(choice)}) from customers where id in (${fromId}, ${toId}))`;
  await db
    .updateTable('customers')
    .set({
      wantsUpdates: refused('wantsUpdates'),
      wantsReminders: refused('wantsReminders'),
      wantsReviewNotices: refused('wantsReviewNotices'),
    })
    .where('id', '=', toId)
    .execute();
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
      "saleCount" = (select count(*) from purchases where "customerId" = customers.id and status = 'COMPLETED' and ${soldBy('own')}),
      "totalSpentCents" = (select coalesce(sum("keptCents"), 0) from purchases where "customerId" = customers.id and status = 'COMPLETED' and ${soldBy('own')}),
      "firstSaleAt" = (select min("completedAt") from purchases where "customerId" = customers.id and status = 'COMPLETED' and ${soldBy('own')})
    where id in (${sql.join(ids)})`.execute(db);
}

/** What came back from the former address says nothing of this one. */
export async function changeCustomerEmail(
  db: Queryable,
  id: string,
  email: string,
  { bounces, bouncedAt }: Mark = UNMARKED,
): Promise<void> {
  await db
    .updateTable('customers')
    .set({ email, bounces, bouncedAt })
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .execute();
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
