import type { CustomerFigures, CustomerRow, Queryable } from '../tables.ts';
import { type Finding, idsOfPage, isOlder, type Way } from './paging.ts';
import { isAmong, isContaining, isLookedUp, matching } from './searching.ts';

/** The customer of that e-mail, made when there is none. The row that is there keeps its name. */
export async function takeCustomer(db: Queryable, customer: CustomerRow & { email: string }): Promise<string> {
  const { id } = await db
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) => conflict.column('email').doUpdateSet((row) => ({ email: row.ref('excluded.email') })))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type ListedCustomer = Pick<CustomerRow, 'id' | 'name' | 'email' | 'createdAt'> &
  Pick<CustomerFigures, 'purchaseCount' | 'totalSpentCents' | 'lastPurchaseAt' | 'nameOrder'>;

/** A person whose data are still here. */
export function findCustomer(db: Queryable, id: string): Promise<ListedCustomer | undefined> {
  return db
    .selectFrom('customers')
    .select(LISTED)
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
}

/** By what customers can be ordered; each has its index. */
export type CustomerOrder =
  | 'nameOrder'
  | 'email'
  | 'createdAt'
  | 'lastPurchaseAt'
  | 'purchaseCount'
  | 'totalSpentCents';

/** One page of those that are not erased; `search` is part of a name or an e-mail, empty for everybody. */
export function listCustomers(
  db: Queryable,
  search: string,
  by: CustomerOrder,
  { order, stretch, finding }: Way,
): Promise<ListedCustomer[]> {
  const looked = wanted(db, search, finding).select(['id', by]);
  const asked = typeof finding === 'object' ? [isContaining('looked.id', 'customer', search)] : [];
  const ids = idsOfPage(db, looked, { by, asked }, { stretch, finding });
  return db
    .selectFrom('customers')
    .select(LISTED)
    .where('id', 'in', ids)
    .orderBy(by, order)
    .orderBy('id', order)
    .execute();
}

/** So many customers, newest first, that come after `last`: a long list read in batches, whatever happens meanwhile. */
export function listCustomersAfter(
  db: Queryable,
  search: string,
  last: Pick<CustomerRow, 'createdAt' | 'id'> | undefined,
  limit: number,
): Promise<ListedCustomer[]> {
  const all = wanted(db, search).select(LISTED);
  return (last ? all.where(isOlder('customers', last)) : all)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Takes name and e-mail from a customer; false when there is none, or they are gone already. */
export async function eraseCustomer(db: Queryable, id: string, erasedAt: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('customers')
    .set({ name: null, email: null, erasedAt })
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function wanted(db: Queryable, search: string, finding: Finding = 'sort') {
  return db
    .selectFrom('customers')
    .where('erasedAt', 'is', null)
    .$if(isLookedUp(search, finding), (found) => found.where(isAmong('id', matching('customer', search), finding)));
}

const LISTED = [
  'id',
  'name',
  'email',
  'createdAt',
  'purchaseCount',
  'totalSpentCents',
  'lastPurchaseAt',
  'nameOrder',
] as const satisfies (keyof ListedCustomer)[];
