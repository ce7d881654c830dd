import type { Queryable } from '../tables.ts';

export async function insertOpenPurchaseWithin(
  db: Queryable,
  { purchaseId, network }: { purchaseId: string; network: string },
  most: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('openPurchases')
    .columns(['purchaseId', 'network'])
    .expression(
      db
        .selectNoFrom((row) => [row.val(purchaseId).as('purchaseId'), row.val(network).as('network')])
        .where(openOf(db, network), '<', most),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

function openOf(db: Queryable, network: string) {
  return db
    .selectFrom('openPurchases')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('network', '=', network);
}

export async function countOpenOfNetwork(db: Queryable, network: string): Promise<number> {
  return (await openOf(db, network).executeTakeFirstOrThrow()).open;
}

/** Passing over rows is three times cheaper than counting them. */
export async function areOpenPurchases(db: Queryable, atLeast: number): Promise<boolean> {
  const last = db
    .selectFrom('openPurchases')
    .select('purchaseId')
    .limit(1)
    .offset(atLeast - 1);
  return (await last.executeTakeFirst()) !== undefined;
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
