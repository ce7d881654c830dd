import { sql } from 'kysely';
import type { ProductRow } from '../../tables/products.ts';
import type { Queryable } from '../../tables.ts';
import { bySaleTime, soldBy } from '../purchases/sale-time.ts';

/** The newest that the inbox still has. */
export async function findLastWebhook(db: Queryable, provider: string): Promise<string | null> {
  const newest = await db
    .selectFrom((from) => from.selectFrom('webhookInbox').selectAll().orderBy('id', 'desc').limit(NEWEST).as('newest'))
    .select((row) => row.fn.max<string | null>('newest.receivedAt').as('receivedAt'))
    .where('newest.provider', '=', provider)
    .executeTakeFirst();
  return newest?.receivedAt ?? null;
}

/** The newest that was paid since the shop was opened, though its money may be back: the demo's sales are older. */
export async function findLastPaidSinceOpening(db: Queryable): Promise<string | null> {
  const { rows } = await sql<{ paidAt: string | null }>`
    with opening as (select min("createdAt") as at from users where "isAdmin" = 1)
    select max("paidAt") as "paidAt" from (
      select max("completedAt") as "paidAt" from purchases ${bySaleTime(db)}
      where status = 'COMPLETED' and "completedAt" > (select at from opening) and ${soldBy('own')}
      union all
      select max("completedAt") from purchases
      where "refundedAt" > (select at from opening) and "completedAt" > (select at from opening) and ${soldBy('own')}
    ) as paid`.execute(db);
  return rows[0]?.paidAt ?? null;
}

/** Looks among the newest sales. */
export async function findLastSaleBy(db: Queryable, provider: string): Promise<string | null> {
  const { rows } = await sql<{ completedAt: string | null }>`
    select max("completedAt") as "completedAt" from (
      select provider, "completedAt" from purchases ${bySaleTime(db)}
      where status = 'COMPLETED' and "completedAt" is not null order by "completedAt" desc limit ${NEWEST}
    ) as newest where provider = ${provider}`.execute(db);
  return rows[0]?.completedAt ?? null;
}

const NEWEST = 500;

export type FirstProduct = Pick<ProductRow, 'id' | 'name' | 'slug' | 'currentVersion' | 'status'>;

/** Finds what can be sold, or is nearest to it. */
export async function findFirstProduct(
  db: Queryable,
): Promise<{ best: FirstProduct | undefined; onSale: number; withVersion: number }> {
  const kept = db.selectFrom('products').where('withdrawnAt', 'is', null).where('kind', '=', 'plugin');
  const [best, counts] = await Promise.all([
    kept
      .select(['id', 'name', 'slug', 'currentVersion', 'status'])
      .orderBy(sql`case when status = 'active' then 0 else 1 end`)
      .orderBy(sql`case when "currentVersion" is null then 1 else 0 end`)
      .orderBy('nameOrder')
      .limit(1)
      .executeTakeFirst(),
    kept
      .where('status', '=', 'active')
      .select(({ fn }) => [fn.countAll<number>().as('onSale'), fn.count<number>('currentVersion').as('withVersion')])
      .executeTakeFirstOrThrow(),
  ]);
  return { best, onSale: Number(counts.onSale), withVersion: Number(counts.withVersion) };
}
