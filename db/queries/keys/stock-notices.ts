import type { StockNoticeRow } from '../../tables/keys.ts';
import type { Queryable } from '../../tables.ts';

/** The row of who asked before stays as it is. */
export async function insertStockNotice(db: Queryable, notice: Omit<StockNoticeRow, 'queuedAt'>): Promise<void> {
  await db
    .insertInto('stockNotices')
    .values({ ...notice, queuedAt: null })
    .onConflict((conflict) => conflict.columns(['productId', 'email']).doNothing())
    .execute();
}

export function findStockNotice(db: Queryable, id: string): Promise<StockNoticeRow | undefined> {
  return db.selectFrom('stockNotices').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists products that can be bought, for which somebody waits. */
export async function listAwaitedProducts(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('stockNotices')
    .innerJoin('products', 'products.id', 'stockNotices.productId')
    .select('products.id')
    .where('stockNotices.queuedAt', 'is', null)
    .where((row) => row.or([row('products.soldOutAt', 'is', null), row('products.pauseWithoutKeys', '=', 0)]))
    .where('products.status', '=', 'active')
    .where('products.withdrawnAt', 'is', null)
    .distinct()
    .execute();
  return rows.map(({ id }) => id);
}

/** The longest waits first. */
export async function takeStockNotices(
  db: Queryable,
  productId: string,
  queuedAt: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .updateTable('stockNotices')
    .set({ queuedAt })
    .where('queuedAt', 'is', null)
    .where('id', 'in', (row) =>
      row
        .selectFrom('stockNotices as next')
        .select('next.id')
        .where('next.productId', '=', productId)
        .where('next.queuedAt', 'is', null)
        .orderBy('next.createdAt')
        .limit(limit),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteStockNotice(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('stockNotices').where('id', '=', id).execute();
}

export async function deleteStockNoticesOf(db: Queryable, emails: readonly string[]): Promise<void> {
  await db.deleteFrom('stockNotices').where('email', 'in', emails).execute();
}

export function listStockNoticesOf(db: Queryable, emails: readonly string[]) {
  return db
    .selectFrom('stockNotices')
    .innerJoin('products', 'products.id', 'stockNotices.productId')
    .select(['products.name', 'stockNotices.createdAt'])
    .where('stockNotices.email', 'in', emails)
    .orderBy('stockNotices.createdAt')
    .execute();
}

/** Deletes those of too long ago, and of products that do not come back. */
export async function deleteVainStockNotices(db: Queryable, before: string): Promise<void> {
  await db
    .deleteFrom('stockNotices')
    .where((row) =>
      row.or([
        row('createdAt', '<', before),
        row('productId', 'in', row.selectFrom('products').select('id').where('withdrawnAt', 'is not', null)),
      ]),
    )
    .execute();
}
