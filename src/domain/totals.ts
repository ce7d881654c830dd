import { findDataVersion } from '#db/queries/health.ts';
import type { Shop } from './shop.ts';

/**
 * Counts what a list finds once, and again after anything in the database has changed: who turns its pages, or comes back to
 * it, does not wait for the same count.
 */
export async function countOnce(shop: Shop, list: string, wish: object, count: () => Promise<number>): Promise<number> {
  const version = await findDataVersion(shop.db);
  const name = `${list} ${JSON.stringify(wish)}`;
  const known = shop.totals.find(name, version);
  if (known !== undefined) return known;
  const total = await count();
  shop.totals.keep(name, version, total);
  return total;
}
