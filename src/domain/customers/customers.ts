import {
  type CustomerSortColumn,
  findCustomer,
  type ListedCustomer,
  listCustomers,
  listCustomersAfter,
} from '#db/queries/customers/customers.ts';
import { countMatches } from '#db/queries/lists/full-text-search.ts';
import { type PagePlan, sumTallies } from '#db/queries/lists/paging.ts';
import { listPurchasesOfCustomers } from '#db/queries/purchases/purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { centsToReais } from '#src/wire/basics/money.ts';
import type { Customer, CustomerListRequest, CustomerSummary } from '#src/wire/customers/customers.ts';
import type { ListMark, Page } from '#src/wire/lists/lists.ts';
import { readCached } from '../lists/cached-reads.ts';
import { readListPage } from '../lists/list-pages.ts';
import { type WithItems, withItems } from '../purchases/purchase-items.ts';
import { toPurchaseDto } from '../purchases/purchases.ts';
import { unknownCustomer } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

export async function listCustomerPage(shop: Shop, request: CustomerListRequest): Promise<Page<CustomerSummary>> {
  const { q, sort } = request;
  const all = await sumTallies(shop.db, ['customers']);
  const source = {
    total: q ? await readCached(shop, 'customers', { q }, () => countMatches(shop.db, 'customer', q)) : all,
    candidates: q ? all : null,
    read: (plan: PagePlan) => listCustomers(shop.db, q, SORT_COLUMNS[sort], plan),
  };
  return readListPage(request, source, summarizeCustomer);
}

export async function listCustomersOlderThan(
  shop: Shop,
  { q }: CustomerListRequest,
  last: ListMark | undefined,
  limit: number,
): Promise<CustomerSummary[]> {
  return (await listCustomersAfter(shop.db, q, last, limit)).map(summarizeCustomer);
}

export async function* streamCustomers(shop: Shop): AsyncGenerator<Customer[]> {
  let last: ListedCustomer | undefined;
  do {
    const batch: ListedCustomer[] = await listCustomersAfter(shop.db, '', last, BATCH);
    const purchases = batch.length > 0 ? await listPurchases(shop, batch.map(idOf)) : [];
    const byCustomer = Map.groupBy(purchases, (purchase) => purchase.customerId);
    yield batch.map((customer) => describeCustomer(customer, byCustomer.get(customer.id) ?? []));
    last = batch.length === BATCH ? batch.at(-1) : undefined;
    await yieldToEventLoop();
  } while (last);
}

export async function showCustomer(shop: Shop, id: string): Promise<Customer> {
  const customer = await findCustomer(shop.db, id);
  if (!customer) throw unknownCustomer();
  return describeCustomer(customer, await listPurchases(shop, [id]));
}

export function summarizeCustomer(customer: ListedCustomer): CustomerSummary {
  return {
    ...nameCustomer(customer),
    lastPurchaseDate: customer.lastPurchaseAt,
    purchaseCount: customer.purchaseCount,
    totalSpent: centsToReais(customer.totalSpentCents),
  };
}

const BATCH = 250;

const SORT_COLUMNS = {
  name: 'nameOrder',
  email: 'email',
  createdAt: 'createdAt',
  lastPurchaseDate: 'lastPurchaseAt',
  purchaseCount: 'purchaseCount',
  totalSpent: 'totalSpentCents',
} as const satisfies Record<CustomerListRequest['sort'], CustomerSortColumn>;

async function listPurchases(shop: Shop, customerIds: string[]): Promise<(PurchaseRow & WithItems)[]> {
  return withItems(shop.db, await listPurchasesOfCustomers(shop.db, customerIds));
}

function describeCustomer(customer: ListedCustomer, purchases: (PurchaseRow & WithItems)[]): Customer {
  return {
    ...nameCustomer(customer),
    lastPurchaseDate: customer.lastPurchaseAt,
    purchases: purchases.map(toPurchaseDto),
  };
}

function nameCustomer({ id, name, email, createdAt, bouncedAt }: ListedCustomer) {
  return { id, name: name ?? '', email: email ?? '', createdAt, bouncedAt };
}

function idOf({ id }: ListedCustomer): string {
  return id;
}
