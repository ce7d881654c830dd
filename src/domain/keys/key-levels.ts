import { listPools } from '#db/queries/keys/key-stock.ts';
import type { Database } from '#db/tables.ts';
import { inTransaction, readAsOfOneMoment } from '#db/transactions.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { daysLeft, PACE_DAYS, SOON_DAYS } from '#src/wire/keys/key-forecast.ts';
import { readCached } from '../lists/cached-reads.ts';
import { openReports } from '../reports/report-parts.ts';
import { AFTER_ALL } from '../reports/report-plan.ts';
import type { Shop } from '../shop.ts';

type Books = Pick<Shop, 'db' | 'clock' | 'settings' | 'readCache'>;

export type KeyLevel = Awaited<ReturnType<typeof listPools>>[number] & {
  soldLately: number;
  /** It follows the pace of the last two weeks; null where nothing was sold. */
  daysLeft: number | null;
  /** The pool is at or below the number at which the owner wants to know. */
  isLow: boolean;
  /** They end within days. */
  isEnding: boolean;
};

/** Reads the level of each product on sale whose keys the owner adds. */
export async function readKeyLevels(shop: Books): Promise<KeyLevel[]> {
  const pools = await listPools(shop.db);
  const since = paceStart(shop);
  const minute = since.slice(0, 16);
  const countSold = () => countSoldSince(shop.db, since);
  const sold = pools.length > 0 ? await readCached(shop, 'sold keys', { minute }, countSold) : null;
  return pools.map((pool) => {
    const soldLately = sold?.get(pool.id) ?? 0;
    const days = daysLeft(pool.keysAvailable, soldLately);
    return {
      ...pool,
      soldLately,
      daysLeft: days,
      isLow: pool.keysAvailable <= lowKeysAt(pool, shop.settings),
      isEnding: days !== null && days < SOON_DAYS,
    };
  });
}

function countSoldSince(db: Database, start: string): Promise<Map<string, number>> {
  return inTransaction(db, async (tx) => {
    await readAsOfOneMoment(tx);
    const reports = await openReports(tx);
    const { soldKeys } = await reports.sum(['soldKeys'], { start, end: AFTER_ALL });
    return new Map(soldKeys.map(({ productId, sold }) => [productId, sold]));
  });
}

/** Sales since then make the pace. */
function paceStart({ clock }: Pick<Shop, 'clock'>): string {
  return new Date(clock.now().getTime() - PACE_DAYS * DAY_MS).toISOString();
}

export function lowKeysAt(
  product: { lowKeysAt: number | null },
  settings: Pick<Shop['settings'], 'lowKeysAt'>,
): number {
  return product.lowKeysAt ?? settings.lowKeysAt;
}
