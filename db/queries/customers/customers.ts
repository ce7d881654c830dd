import { type Placeholders, prepared } from '../../prepared.ts';
import { updatesAny } from '../../results.ts';
import type { CustomerFigures, CustomerRow } from '../../tables/customers.ts';
import type { Queryable } from '../../tables.ts';
import { isAmong, isContaining, looksUpMatches, matching } from '../lists/full-text-search.ts';
import { idsOfPage, isOlder, orderBy, type PagePlan, type SearchStrategy } from '../lists/paging.ts';
import { type Mark, UNMARKED } from './bounces.ts';

/** Keeps the name of an existing customer. */
export async function upsertCustomer(db: Queryable, customer: CustomerRow & { email: string }): Promise<string> {
  const { id } = await newOrKnownCustomer.executeTakeFirstOrThrow(db, customer);
  return id;
}

const newOrKnownCustomer = prepared((db, customer: Placeholders<CustomerRow & { email: string }>) =>
  db
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) => conflict.column('email').doUpdateSet((row) => ({ email: row.ref('excluded.email') })))
    .returning('id'),
);

export type ListedCustomer = Pick<CustomerRow, 'id' | 'name' | 'email' | 'createdAt'> &
  Pick<Mark, 'bouncedAt'> &
  Pick<CustomerFigures, 'purchaseCount' | 'totalSpentCents' | 'lastPurchaseAt' | 'nameOrder'>;

export function findCustomer(db: Queryable, id: string): Promise<ListedCustomer | undefined> {
  return db
    .selectFrom('customers')
    .select(LISTED)
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
}

/** Returns false when the buyer of a purchase, or a customer, was erased. */
export async function isKnownCustomer(
  db: Queryable,
  { purchaseId, customerId }: { purchaseId: string | null; customerId: string | null },
): Promise<boolean> {
  const ids = { purchaseId: purchaseId ?? '', customerId: customerId ?? '' };
  return (await knownCustomer.executeTakeFirst(db, ids)) !== undefined;
}

const knownCustomer = prepared(
  (db, { purchaseId, customerId }: Placeholders<{ purchaseId: string; customerId: string }>) => {
    const buyer = db.selectFrom('purchases').select('customerId').where('purchases.id', '=', purchaseId);
    return db
      .selectFrom('customers')
      .select('id')
      .where('id', '=', ({ fn }) => fn.coalesce(buyer, customerId))
      .where('erasedAt', 'is', null);
  },
);

export async function declineUpdates(db: Queryable, id: string): Promise<void> {
  await db.updateTable('customers').set({ wantsUpdates: 0 }).where('id', '=', id).execute();
}

export type CustomerSortColumn =
  | 'nameOrder'
  | 'email'
  | 'createdAt'
  | 'lastPurchaseAt'
  | 'purchaseCount'
  | 'totalSpentCents';

export function listCustomers(
  db: Queryable,
  search: string,
  by: CustomerSortColumn,
  plan: PagePlan,
): Promise<ListedCustomer[]> {
  const rows = candidates(db, search, plan.strategy).select(['id', by]);
  const predicates = typeof plan.strategy === 'object' ? [isContaining(db, 'candidates.id', 'customer', search)] : [];
  const ids = idsOfPage(db, rows, { by, predicates }, plan);
  return db
    .selectFrom('customers')
    .select(LISTED)
    .where('id', 'in', ids)
    .orderBy(by, orderBy(by, plan.slice.order))
    .orderBy('id', plan.slice.order)
    .execute();
}

export function listCustomersAfter(
  db: Queryable,
  search: string,
  last: Pick<CustomerRow, 'createdAt' | 'id'> | undefined,
  limit: number,
  chosen: readonly string[] | null = null,
): Promise<ListedCustomer[]> {
  const all = candidates(db, search)
    .select(LISTED)
    .$if(chosen !== null, (customers) => customers.where('id', 'in', chosen ?? []));
  return (last ? all.where(isOlder('customers', last)) : all)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function eraseCustomer(db: Queryable, id: string, erasedAt: string): Promise<boolean> {
  return db
    .updateTable('customers')
    .set({ name: null, email: null, erasedAt, ...UNMARKED })
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .$call(updatesAny);
}

function candidates(db: Queryable, search: string, strategy: SearchStrategy = 'sort-matches') {
  return db
    .selectFrom('customers')
    .where('erasedAt', 'is', null)
    .$if(looksUpMatches(search, strategy), (customers) =>
      customers.where(isAmong('id', matching(db, 'customer', search), strategy)),
    );
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
  'bouncedAt',
] as const satisfies (keyof ListedCustomer)[];
