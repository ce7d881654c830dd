import { sql } from 'kysely';
import type { Queryable, Tables } from '../../tables.ts';

export type PlainRow = Readonly<Record<string, string | number | null>>;

/** The columns of the key come along; rows follow the one of `last` in the key's order. */
export async function listRowsAfter(
  db: Queryable,
  { table, key, columns }: { table: keyof Tables; key: readonly string[]; columns: readonly string[] },
  last: PlainRow | undefined,
  limit: number,
): Promise<PlainRow[]> {
  const names = (list: readonly string[]) => sql.join(list.map((name) => sql.ref(name)));
  const after = last ? sql`where (${names(key)}) > (${sql.join(key.map((name) => last[name]))})` : sql``;
  const { rows } = await sql<PlainRow>`
    select ${names([...new Set([...key, ...columns])])} from ${sql.table(table)} ${after}
    order by ${names(key)} limit ${limit}`.execute(db);
  return rows;
}

export type SoldLine = Awaited<ReturnType<typeof listSoldLinesAfter>>[number];

/** What was bought and paid by somebody whose address is known, order by order. A renewal is no license of its own. */
export function listSoldLinesAfter(
  db: Queryable,
  last: { number: number; position: number } | undefined,
  limit: number,
) {
  const lines = db
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .leftJoin('activationKeys', 'activationKeys.itemId', 'purchaseItems.id')
    .leftJoin('importedSales', 'importedSales.purchaseId', 'purchases.id')
    .select([
      'purchases.number',
      'purchaseItems.position',
      'purchases.customerEmail',
      'purchases.customerName',
      'purchases.status',
      'purchases.completedAt',
      'purchases.refundedAt',
      'purchases.returnedCents',
      'purchases.returnedAt',
      'purchaseItems.productName',
      'purchaseItems.totalCents',
      'activationKeys.key',
      'importedSales.affiliateCode as codeElsewhere',
    ])
    .select((line) =>
      line
        .selectFrom('coupons')
        .select(({ fn }) => fn.min('coupons.code').as('code'))
        .whereRef('coupons.affiliateId', '=', 'purchases.affiliateId')
        .where('coupons.withdrawnAt', 'is', null)
        .as('affiliateCode'),
    )
    .where('purchases.status', 'in', ['COMPLETED', 'REFUNDED'])
    .where('purchases.customerEmail', 'is not', null)
    .where('purchaseItems.renewsItemId', 'is', null);
  const after = last
    ? lines.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('purchases.number', 'purchaseItems.position'), '>', tuple(last.number, last.position)),
      )
    : lines;
  return after.orderBy('purchases.number').orderBy('purchaseItems.position').limit(limit).execute();
}

/** All that may name a picture or film of the shop's own. */
export function listPictureTexts(db: Queryable) {
  return db.selectFrom('products').select(['image', 'videoUrl', 'media', 'body', 'downloadUrl']).execute();
}

export function listMaterialPictures(db: Queryable) {
  return db.selectFrom('partnerMaterials').select('content').where('kind', '=', 'picture').execute();
}

export function listFilesOfShop(db: Queryable) {
  return db
    .selectFrom('releaseFiles')
    .innerJoin('releases', 'releases.id', 'releaseFiles.releaseId')
    .innerJoin('products', 'products.id', 'releases.productId')
    .select([
      'releaseFiles.id',
      'releaseFiles.fileName',
      'releaseFiles.platform',
      'releaseFiles.storedAs',
      'releases.version',
      'releases.productId',
      'products.slug',
    ])
    .orderBy('releaseFiles.createdAt')
    .orderBy('releaseFiles.id')
    .execute();
}

export function listInvoiceFiles(db: Queryable) {
  return db
    .selectFrom('invoices')
    .innerJoin('purchases', 'purchases.id', 'invoices.purchaseId')
    .select(['purchases.number as purchaseNumber', 'invoices.storedAs'])
    .where('invoices.storedAs', 'is not', null)
    .orderBy('purchases.number')
    .execute();
}

export function listProductsForTable(db: Queryable) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'description', 'body', 'priceCents', 'image', 'media'])
    .where('withdrawnAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
