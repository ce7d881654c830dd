import type { Insertable } from 'kysely';
import type { Queryable, Tables } from '../tables.ts';

/** One more point on the time line of a purchase. */
export async function insertPurchaseEvent(db: Queryable, event: Insertable<Tables['purchaseEvents']>): Promise<void> {
  await db.insertInto('purchaseEvents').values(event).execute();
}
