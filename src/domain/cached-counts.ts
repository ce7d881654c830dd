import { findDataVersion } from '#db/queries/health.ts';
import type { Shop } from './shop.ts';

export async function countCached(
  shop: Shop,
  list: string,
  criteria: object,
  count: () => Promise<number>,
): Promise<number> {
  const version = await findDataVersion(shop.db);
  const name = `${list} ${JSON.stringify(criteria)}`;
  const known = shop.countCache.find(name, version);
  if (known !== undefined) return known;
  const total = await count();
  shop.countCache.store(name, version, total);
  return total;
}
