import { type Expression, type SqlBool, sql } from 'kysely';
import type { CustomerFigures, CustomerRow, Queryable } from '../tables.ts';
import { isMatching, matching, type Slice } from './paging.ts';

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

export type CustomerList = {
  /** Part of a name or an e-mail; empty for everybody. */
  search: string;
  by: CustomerOrder;
  order: 'asc' | 'desc';
  /** The search finds many: then the order is walked, and not what is found. */
  isCommon: boolean;
};

/** One page of those that are not erased. */
export function listCustomers(
  db: Queryable,
  { search, by, order, isCommon }: CustomerList,
  slice: Slice,
): Promise<ListedCustomer[]> {
  return db
    .selectFrom('customers')
    .select(LISTED)
    .where('id', 'in', (row) =>
      row
        .selectFrom('customers')
        .select('id')
        .where('erasedAt', 'is', null)
        .$if(search !== '', (found) => found.where(isFound(search, isCommon)))
        .orderBy(by, order)
        .orderBy('id', order)
        .limit(slice.limit)
        .offset(slice.offset),
    )
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
  return db
    .selectFrom('customers')
    .select(LISTED)
    .where('erasedAt', 'is', null)
    .$if(search !== '', (found) => found.where(isMatching('id', 'customer', search)))
    .$if(last !== undefined, (rest) =>
      rest.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('createdAt', 'id'), '<', tuple(last?.createdAt ?? '', last?.id ?? '')),
      ),
    )
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

/** An expression has no index: the database reads the rows in their order and looks each up among what was found. */
function isFound(search: string, isCommon: boolean): Expression<SqlBool> {
  if (!isCommon) return isMatching('id', 'customer', search);
  return sql<SqlBool>`(id || '') in ${matching('customer', search)}`;
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
