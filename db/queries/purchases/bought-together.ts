import { sql } from 'kysely';
import type { PaymentStatus } from '#src/wire/purchases/purchases.ts';
import type { ProductRow } from '../../tables/products.ts';
import type { Queryable } from '../../tables.ts';

/**
 * Products that at least so many customers chose besides this one, in one order or in several; those of most customers
 * come first. Who chose a kit chose none of its parts, no kit with the product is among them, and an upgrade or
 * a renewal counts for neither product.
 */
export function listBoughtTogether(
  db: Queryable,
  { id, kind }: Pick<ProductRow, 'id' | 'kind'>,
  leastCustomers: number,
): Promise<{ productId: string }[]> {
  const column = kind === 'kit' ? 'kitId' : 'productId';
  const sample = db
    .selectFrom('purchaseItems')
    .select('purchaseId')
    .where(column, '=', id)
    .$if(kind === 'plugin', (items) => items.where('kitId', 'is', null))
    .where('upgradesItemId', 'is', null)
    .where('renewsItemId', 'is', null)
    .orderBy(column)
    .orderBy('purchaseId')
    .limit(MOST_ORDERS);
  const owners = soldPurchases(db)
    .innerJoin(sample.as('sample'), 'sample.purchaseId', 'purchases.id')
    .select('purchases.customerId')
    .distinct();
  return soldPurchases(db)
    .innerJoin(owners.as('owners'), 'owners.customerId', 'purchases.customerId')
    .innerJoin('purchaseItems as item', 'item.purchaseId', 'purchases.id')
    .innerJoin('products', (join) => join.on('products.id', '=', sql`coalesce(item."kitId", item."productId")`))
    .select('products.id as productId')
    .where('item.upgradesItemId', 'is', null)
    .where('item.renewsItemId', 'is', null)
    .where('products.id', '<>', id)
    .where('products.id', 'not in', (row) => row.selectFrom('kitParts').select('kitId').where('productId', '=', id))
    .groupBy(['products.id', 'products.nameOrder'])
    .having(customers, '>=', leastCustomers)
    .orderBy(customers, 'desc')
    .orderBy('products.nameOrder')
    .orderBy('products.id')
    .execute();
}

/** Ids are random, so the first ones tell as much as all; a best-seller's page costs no more than this. */
const MOST_ORDERS = 500;

const customers = sql<number>`count(distinct purchases."customerId")`;

/** Paid, not given back and not about to be. */
function soldPurchases(db: Queryable) {
  return db
    .selectFrom('purchases')
    .where('purchases.status', '=', sql.lit<PaymentStatus>('COMPLETED'))
    .where('purchases.refundRequestedAt', 'is', null);
}
