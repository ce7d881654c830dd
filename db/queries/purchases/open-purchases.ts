import type { RawBuilder } from 'kysely';
import { isSqlite } from '../../engine.ts';
import { type Placeholders, prepared } from '../../prepared.ts';
import type { Queryable } from '../../tables.ts';

export async function insertOpenPurchaseWithin(
  db: Queryable,
  purchase: { purchaseId: string; network: string },
  most: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await openPurchaseWithin.execute(db, { ...purchase, most });
  return numAffectedRows > 0n;
}

type Within = { purchaseId: string; network: string; most: number };

const openPurchaseWithin = prepared((db, { purchaseId, network, most }: Placeholders<Within>) =>
  db
    .insertInto('openPurchases')
    .columns(['purchaseId', 'network'])
    .expression(
      db.selectNoFrom([purchaseId.as('purchaseId'), network.as('network')]).where(openOf(db, network), '<', most),
    ),
);

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
export async function areOpenPurchases(db: Queryable, atLeast: number): Promise<boolean> {
  if (isSqlite(db)) return (await openPurchases.executeTakeFirstOrThrow(db, {})).open >= atLeast;
  return (await openPurchaseAfter.executeTakeFirst(db, { passedOver: atLeast - 1 })) !== undefined;
}

const openPurchases = prepared((db) =>
  db.selectFrom('openPurchases').select((row) => row.fn.countAll<number>().as('open')),
);

const openPurchaseAfter = prepared((db, { passedOver }: Placeholders<{ passedOver: number }>) =>
  db.selectFrom('openPurchases').select('purchaseId').limit(1).offset(passedOver),
);

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
