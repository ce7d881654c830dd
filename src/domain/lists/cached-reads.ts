import { findDataVersion } from '#db/queries/upkeep/health.ts';
import type { Shop } from '../shop.ts';

/** Reads once what goes through many rows, and again after any change; `criteria` has all that the result depends on besides the database. */
export async function readCached<Result>(
  shop: Pick<Shop, 'db' | 'readCache'>,
  name: string,
  criteria: object,
  read: () => Promise<Result>,
): Promise<Result> {
  const version = await findDataVersion(shop.db);
  const key = `${name} ${JSON.stringify(criteria)}`;
  const known = shop.readCache.find(key, version);
  if (known) return known.result as Result;
  const result = await read();
  shop.readCache.store(key, version, result);
  return result;
}
