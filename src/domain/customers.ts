import {
  type CustomerOrder,
  findCustomer,
  type ListedCustomer,
  listCustomers,
  listCustomersAfter,
} from '#db/queries/customers.ts';
import { sumTallies } from '#db/queries/paging.ts';
import { listPurchasesOfCustomers } from '#db/queries/purchases.ts';
import { countMatches } from '#db/queries/searching.ts';
import type { PurchaseRow } from '#db/tables.ts';
import type { Customer, CustomerSort, CustomerSummary } from '#src/wire/customers.ts';
import type { ListRequest, Page } from '#src/wire/lists.ts';
import { centsToReais } from '#src/wire/money.ts';
import { nextTurn } from './exports.ts';
import { publicPurchase } from './purchases.ts';
import { notFound, type Refusal } from './refusals.ts';
import { readPage } from './searches.ts';
import type { Shop } from './shop.ts';
import { countOnce } from './totals.ts';

/** One page of the list: the people whose data are still here. */
export async function pageCustomers(shop: Shop, request: ListRequest<CustomerSort>): Promise<Page<CustomerSummary>> {
  const { q, sort, page, pageSize } = request;
  const all = await sumTallies(shop.db, ['customers']);
  const total = q ? await countOnce(shop, 'customers', { q }, () => countMatches(shop.db, 'customer', q)) : all;
  const customers = await readPage(request, {
    all: q ? all : null,
    total,
    read: (way) => listCustomers(shop.db, q, ORDERS[sort], way),
  });
  return { items: customers.map(summarizeCustomer), total, page, pageSize };
}

/** Every customer with every purchase, newest customer first: two statements for each batch. */
export async function* readEveryCustomer(shop: Shop): AsyncGenerator<Customer[]> {
  let last: ListedCustomer | undefined;
  do {
    const batch: ListedCustomer[] = await listCustomersAfter(shop.db, '', last, BATCH);
    const purchases = batch.length > 0 ? await listPurchasesOfCustomers(shop.db, batch.map(idOf)) : [];
    const byCustomer = Map.groupBy(purchases, (purchase) => purchase.customerId);
    yield batch.map((customer) => describeCustomer(customer, byCustomer.get(customer.id) ?? []));
    last = batch.length === BATCH ? batch.at(-1) : undefined;
    await nextTurn();
  } while (last);
}

/** One customer with all purchases. Whoever is erased is as unknown as who never was. */
export async function showCustomer(shop: Shop, id: string): Promise<Customer> {
  const customer = await findCustomer(shop.db, id);
  if (!customer) throw unknownCustomer();
  return describeCustomer(customer, await listPurchasesOfCustomers(shop.db, [id]));
}

export function summarizeCustomer(customer: ListedCustomer): CustomerSummary {
  return {
    ...nameCustomer(customer),
    lastPurchaseDate: customer.lastPurchaseAt,
    purchaseCount: customer.purchaseCount,
    totalSpent: centsToReais(customer.totalSpentCents),
  };
}

export function unknownCustomer(): Refusal {
  return notFound('Cliente não encontrado');
}

const BATCH = 250;

const ORDERS = {
  name: 'nameOrder',
  email: 'email',
  createdAt: 'createdAt',
  lastPurchaseDate: 'lastPurchaseAt',
  purchaseCount: 'purchaseCount',
  totalSpent: 'totalSpentCents',
} as const satisfies Record<CustomerSort, CustomerOrder>;

function describeCustomer(customer: ListedCustomer, purchases: PurchaseRow[]): Customer {
  return {
    ...nameCustomer(customer),
    lastPurchaseDate: customer.lastPurchaseAt,
    purchases: purchases.map(publicPurchase),
  };
}

function nameCustomer({ id, name, email, createdAt }: ListedCustomer) {
  return { id, name: name ?? '', email: email ?? '', createdAt };
}

function idOf({ id }: ListedCustomer): string {
  return id;
}
