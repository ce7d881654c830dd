import type { RawBuilder } from 'kysely';
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

/** SQLite counts a whole table by its pages, ten times faster than it passes over 4,000 rows. */
export async function countOpenPurchases(db: Queryable): Promise<number> {
  return (await openPurchases.executeTakeFirstOrThrow(db, {})).open;
}

const openPurchases = prepared((db) =>
  db.selectFrom('openPurchases').select((row) => row.fn.countAll<number>().as('open')),
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
