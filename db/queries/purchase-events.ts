import { type Insertable, type SqlBool, sql } from 'kysely';
import type { PurchaseEventRow, Queryable, Tables } from '../tables.ts';

export async function insertPurchaseEvent(db: Queryable, event: Insertable<Tables['purchaseEvents']>): Promise<void> {
  await db.insertInto('purchaseEvents').values(event).execute();
}

export async function listPurchaseEvents(
  db: Queryable,
  purchaseId: string,
  limit: number,
): Promise<PurchaseEventRow[]> {
  const newest = await db
    .selectFrom('purchaseEvents')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return newest.reverse();
}

/** Skips a repeat of the last detail, or of `usual`. */
export async function insertChangedEvent(
  db: Queryable,
  event: Omit<PurchaseEventRow, 'id'>,
  usual: string | null,
): Promise<void> {
  const last = db
    .selectFrom('purchaseEvents')
    .select('detail')
    .where('purchaseId', '=', event.purchaseId)
    .where('event', '=', event.event)
    .orderBy('id', 'desc')
    .limit(1);
  await db
    .insertInto('purchaseEvents')
    .columns(['purchaseId', 'at', 'event', 'source', 'detail'])
    .expression(
      db
        .selectNoFrom([
          sql.val(event.purchaseId).as('purchaseId'),
          sql.val(event.at).as('at'),
          sql.val(event.event).as('event'),
          sql.val(event.source).as('source'),
          sql.val(event.detail).as('detail'),
        ])
        .where(sql<SqlBool>`coalesce((${last}), ${usual ?? ''}) <> ${event.detail ?? ''}`),
    )
    .execute();
}
