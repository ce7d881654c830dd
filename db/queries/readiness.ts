import { sql } from 'kysely';
import type { Queryable } from '../tables.ts';
import { bySaleTime } from './sale-time.ts';

/** The newest that the inbox still has. */
export async function findLastWebhook(db: Queryable, provider: string): Promise<string | null> {
  const newest = await db
    .selectFrom((from) => from.selectFrom('webhookInbox').selectAll().orderBy('id', 'desc').limit(NEWEST).as('newest'))
    .select((row) => row.fn.max<string | null>('newest.receivedAt').as('receivedAt'))
    .where('newest.provider', '=', provider)
    .executeTakeFirst();
  return newest?.receivedAt ?? null;
}

/** Among the newest sales. */
export async function findLastSaleBy(db: Queryable, provider: string): Promise<string | null> {
  const { rows } = await sql<{ completedAt: string | null }>`
    select max("completedAt") as "completedAt" from (
      select provider, "completedAt" from purchases ${bySaleTime(db)}
      where status = 'COMPLETED' and "completedAt" is not null order by "completedAt" desc limit ${NEWEST}
    ) as newest where provider = ${provider}`.execute(db);
  return rows[0]?.completedAt ?? null;
}

/** What left the queue, or a test of the mail, last. */
export async function findLastMailSent(db: Queryable): Promise<string | null> {
  const [queued, tested] = await Promise.all([
    db
      .selectFrom('outbox')
      .select('sentAt')
      .where('state', '=', 'sent')
      .where('sentAt', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('mailTests')
      .select('endedAt')
      .where('state', '=', 'sent')
      .orderBy('requestedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return (
    [queued?.sentAt, tested?.endedAt]
      .flatMap((at) => at ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

const NEWEST = 500;

export type ProductToSell = { name: string; currentVersion: string | null };

export async function findProductToSell(
  db: Queryable,
): Promise<{ best: ProductToSell | undefined; total: number; withVersion: number }> {
  const onSale = db.selectFrom('products').where('status', '=', 'active').where('withdrawnAt', 'is', null);
  const [best, counts] = await Promise.all([
    onSale
      .select(['name', 'currentVersion'])
      .orderBy(sql`case when "currentVersion" is null then 1 else 0 end`)
      .orderBy('nameOrder')
      .limit(1)
      .executeTakeFirst(),
    onSale
      .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('currentVersion').as('withVersion')])
      .executeTakeFirstOrThrow(),
  ]);
  return { best, total: Number(counts.total), withVersion: Number(counts.withVersion) };
}
