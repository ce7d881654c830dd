import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { ImportSource } from '#src/wire/imports/sources.ts';
import { insertRows } from '../../prepared.ts';
import type { ImportedSaleRow } from '../../tables/imports.ts';
import type { ActivationKeyRow } from '../../tables/keys.ts';
import type { FirstItem, PurchaseItemRow, PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable, Tables } from '../../tables.ts';
import { sendTogether } from '../../transactions.ts';

export type NewImportedSale = {
  purchase: Omit<PurchaseRow, 'number'> & FirstItem;
  items: PurchaseItemRow[];
  keys: ActivationKeyRow[];
  sale: ImportedSaleRow;
  event: Insertable<Tables['purchaseEvents']>;
};

export async function insertImportedSales(tx: Queryable, sales: readonly NewImportedSale[]): Promise<void> {
  const purchases = sales.map(({ purchase }) => purchase);
  const items = sales.flatMap((sale) => sale.items);
  const keys = sales.flatMap((sale) => sale.keys);
  const imported = sales.map(({ sale }) => sale);
  const events = sales.map(({ event }) => event);
  await sendTogether(
    tx,
    () => insertRows(tx, 'purchases', purchases),
    () => insertRows(tx, 'purchaseItems', items),
    () => insertRows(tx, 'activationKeys', keys),
    () => insertRows(tx, 'importedSales', imported),
    () => insertRows(tx, 'purchaseEvents', events),
  );
}

export type KnownCustomer = { id: string; email: string };

export async function listCustomersWithEmails(db: Queryable, emails: readonly string[]): Promise<KnownCustomer[]> {
  const rows = await db.selectFrom('customers').select(['id', 'email']).where('email', 'in', emails).execute();
  return rows.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]));
}

export type NewCustomer = { id: string; name: string; email: string; createdAt: string };

export async function insertImportedCustomers(
  tx: Queryable,
  importId: string,
  customers: readonly NewCustomer[],
): Promise<void> {
  await sendTogether(
    tx,
    () =>
      insertRows(
        tx,
        'customers',
        customers.map((customer) => ({ ...customer, erasedAt: null })),
      ),
    () =>
      insertRows(
        tx,
        'importedCustomers',
        customers.map(({ id }) => ({ customerId: id, importId })),
      ),
  );
}

export async function insertImportedProduct(tx: Queryable, productId: string, importId: string): Promise<void> {
  await tx.insertInto('importedProducts').values({ productId, importId }).execute();
}

export async function listImportedProducts(db: Queryable, importId: string): Promise<string[]> {
  const rows = await db.selectFrom('importedProducts').select('productId').where('importId', '=', importId).execute();
  return rows.map(({ productId }) => productId);
}

/** Those of the keys that the shop has already. */
export async function listTakenKeys(
  db: Queryable,
  keys: readonly string[],
): Promise<Pick<ActivationKeyRow, 'productId' | 'key'>[]> {
  if (keys.length === 0) return [];
  return db.selectFrom('activationKeys').select(['productId', 'key']).where('key', 'in', keys).execute();
}

/** The next by id, with their customers. */
export async function listImportedPurchases(
  db: Queryable,
  importId: string,
  after: string,
  limit: number,
): Promise<{ purchaseId: string; customerId: string }[]> {
  return db
    .selectFrom('importedSales')
    .innerJoin('purchases', 'purchases.id', 'importedSales.purchaseId')
    .select(['importedSales.purchaseId', 'purchases.customerId'])
    .where('importId', '=', importId)
    .where('importedSales.purchaseId', '>', after)
    .orderBy('importedSales.purchaseId')
    .limit(limit)
    .execute();
}

/**
 * Which of these purchases somebody has used: anything beside the import happened to it, a key was activated or changed, or its
 * buyer came to Minhas compras, where everything that they have stays together.
 */
export async function listUsedPurchases(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const asked = sql`select id from purchases where id in (${sql.join(ids)})`;
  const items = sql`select id from "purchaseItems" where "purchaseId" in (${sql.join(ids)})`;
  const ofItem = (source: RawBuilder<unknown>) =>
    sql`select "purchaseId" as id from "purchaseItems" where "purchaseId" in (${sql.join(ids)}) and id in (${source})`;
  const ofCustomer = (table: string) =>
    sql`select purchases.id from purchases where purchases.id in (${sql.join(ids)})
      and "customerId" in (select "customerId" from ${sql.table(table)})`;
  const ofPurchase = (table: string) =>
    sql`select "purchaseId" from ${sql.table(table)} where "purchaseId" in (${asked})`;
  const { rows } = await sql<{ id: string }>`
    select "purchaseId" as id from "purchaseEvents" where "purchaseId" in (${asked}) and event <> 'imported'
    union ${ofCustomer('buyerSessions')}
    union ${ofCustomer('buyerTokens')}
    union ${ofPurchase('movedPurchases')}
    union ${ofPurchase('withdrawals')}
    union ${ofPurchase('invoices')}
    union select "purchaseId" from "purchaseItems" where "purchaseId" in (${sql.join(ids)}) and "downloadCount" > 0
    union ${ofItem(sql`select "itemId" from "activationKeys" where "itemId" in (${items})
      and ("frozenAt" is not null or ("revokedReason" = 'deleted' and "revokedAt" <> "createdAt")
        or exists (select 1 from machines where machines."keyId" = "activationKeys".id))`)}
    union ${ofItem(sql`select "itemId" from reviews where "itemId" in (${items})`)}
    union ${ofItem(sql`select "itemId" from "reviewNotices" where "itemId" in (${items})`)}
    union ${ofItem(sql`select "upgradesItemId" from "purchaseItems" where "upgradesItemId" in (${items})`)}
    union ${ofItem(sql`select "renewsItemId" from "purchaseItems" where "renewsItemId" in (${items})`)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The rest of a kit cost less since its buyer owned these; there are few. */
export async function listCompletedItems(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('purchaseItems')
    .select('completesItemIds')
    .where('completesItemIds', 'is not', null)
    .execute();
  return rows.flatMap(({ completesItemIds }) => JSON.parse(completesItemIds ?? '[]') as string[]);
}

export async function deleteImportedSales(tx: Queryable, ids: readonly string[]): Promise<void> {
  const items = tx.selectFrom('purchaseItems').select('purchaseItems.id').where('purchaseId', 'in', ids);
  await tx.deleteFrom('outbox').where('purchaseId', 'in', ids).execute();
  await tx.deleteFrom('activationKeys').where('itemId', 'in', items).execute();
  await tx.deleteFrom('purchaseEvents').where('purchaseId', 'in', ids).execute();
  await tx.deleteFrom('importedSales').where('purchaseId', 'in', ids).execute();
  await tx.deleteFrom('purchaseItems').where('purchaseId', 'in', ids).execute();
  await tx.deleteFrom('purchases').where('id', 'in', ids).execute();
}

/** Of these customers those whom the import made, and who have nothing else here. */
export async function listEmptyCustomers(tx: Queryable, importId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('importedCustomers')
    .select('customerId')
    .where('importId', '=', importId)
    .where('customerId', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('customerNotes')
            .select('id')
            .whereRef('customerNotes.customerId', '=', 'importedCustomers.customerId'),
        ),
      ),
    )
    .execute();
  return rows.map(({ customerId }) => customerId);
}

/** The mail that told them of the move goes with them. */
export async function forgetImportedCustomers(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('outbox').where('customerId', 'in', ids).execute();
  await tx
    .deleteFrom('importedCustomers')
    .where('customerId', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('customers').select('id').whereRef('customers.id', '=', 'importedCustomers.customerId'))),
    )
    .execute();
}

/** The next by id among those who have a sale of the import that stands, and an address. */
export async function listPeopleToTell(
  db: Queryable,
  importId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select customers.id from customers
    where customers.id > ${after} and customers.email is not null and customers."bouncedAt" is null
      and exists (select 1 from purchases join "importedSales" on "importedSales"."purchaseId" = purchases.id
        where purchases."customerId" = customers.id and purchases.status = 'COMPLETED' and "importId" = ${importId})
    order by customers.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Where the customer bought what was brought along and stands; undefined where nothing does. */
export async function findImportedSource(db: Queryable, customerId: string): Promise<ImportSource | undefined> {
  const sale = await db
    .selectFrom('purchases')
    .innerJoin('importedSales', 'importedSales.purchaseId', 'purchases.id')
    .select('importedSales.source')
    .where('customerId', '=', customerId)
    .where('status', '=', 'COMPLETED')
    .orderBy('purchases.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return sale?.source;
}

export async function hasAnyImportedSale(db: Queryable): Promise<boolean> {
  return (await db.selectFrom('importedSales').select('purchaseId').limit(1).executeTakeFirst()) !== undefined;
}
