import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSqlite } from '../../engine.ts';
import { type Placeholders, prepared } from '../../prepared.ts';
import type { Queryable } from '../../tables.ts';

/** Returns no row where the network has `most` already. */
export const openPurchaseWithin = prepared((db, { purchaseId, network, most }: Placeholders<Within>) =>
  db
    .insertInto('openPurchases')
    .columns(['purchaseId', 'network'])
    .expression(
      db.selectNoFrom([purchaseId.as('purchaseId'), network.as('network')]).where(openOf(db, network), '<', most),
    )
    .returning('purchaseId'),
);

type Within = { purchaseId: string; network: string; most: number };

function openOf(db: Queryable, network: string | RawBuilder<string>) {
  return db
    .selectFrom('openPurchases')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('network', '=', network);
}

export async function countOpenOfNetwork(db: Queryable, network: string): Promise<number> {
  return (await openOf(db, network).executeTakeFirstOrThrow()).open;
}

/** SQLite counts a table by its pages, ten times faster than it passes over 4,000 rows. PostgreSQL would count every row of a flood. */
export function areMoreOpenThan(db: Queryable, count: RawBuilder<number>): RawBuilder<SqlBool> {
  return isSqlite(db)
    ? sql<SqlBool>`(select count(*) from "openPurchases") > ${count}`
    : sql<SqlBool>`exists (select 1 from "openPurchases" offset ${count})`;
}

export async function countHeldUses(db: Queryable, network: string, couponId: string): Promise<number> {
  const { held } = await db
    .selectFrom('openPurchases')
    .innerJoin('redemptions', 'redemptions.purchaseId', 'openPurchases.purchaseId')
    .select((row) => row.fn.countAll<number>().as('held'))
    .where('openPurchases.network', '=', network)
    .where('redemptions.couponId', '=', couponId)
    .where('redemptions.state', '=', 'HELD')
    .executeTakeFirstOrThrow();
  return held;
}

export async function markAwaited(db: Queryable, purchaseId: string, now: string): Promise<void> {
  await db.updateTable('openPurchases').set({ awaitedAt: now }).where('purchaseId', '=', purchaseId).execute();
}
