import { type RawBuilder, sql } from 'kysely';
import { isSqlite } from '../../engine.ts';
import type { Queryable } from '../../tables.ts';

/** Whose sales a figure counts: those that the shop was paid for, or those of another platform. */
export type Sellers = 'own' | 'imported';

export function soldBy(sellers: Sellers): RawBuilder<boolean> {
  return sellers === 'own' ? sql<boolean>`purchases.provider <> 'import'` : sql<boolean>`purchases.provider = 'import'`;
}

/** SQLite takes any index with the status for better, and reads all sales. */
export function bySaleTime(db: Queryable): RawBuilder<unknown> {
  return isSqlite(db) ? sql`indexed by "purchasesSold"` : sql``;
}

/** Chooses the index as `bySaleTime` does, where a part of the money went back. */
export function byTimeOfReturn(db: Queryable): RawBuilder<unknown> {
  return isSqlite(db) ? sql`indexed by "purchasesReturnedInPart"` : sql``;
}
