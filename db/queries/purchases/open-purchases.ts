import type { RawBuilder } from 'kysely';
import { type Placeholders, prepared } from '../../prepared.ts';
import { countRows } from '../../results.ts';
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

export function countHeldUses(db: Queryable, network: string, couponId: string): Promise<number> {
  return db
    .selectFrom('openPurchases')
    .innerJoin('redemptions', 'redemptions.purchaseId', 'openPurchases.purchaseId')
    .where('openPurchases.network', '=', network)
    .where('redemptions.couponId', '=', couponId)
    .where('redemptions.state', '=', 'HELD')
    .$call(countRows);
}

export async function markAwaited(db: Queryable, purchaseId: string, now: string): Promise<void> {
  await db.updateTable('openPurchases').set({ awaitedAt: now }).where('purchaseId', '=', purchaseId).execute();
}
