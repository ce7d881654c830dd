import { sql } from 'kysely';
import type { Queryable } from '../../tables.ts';

export type Obstacle = 'open_purchase' | 'open_refund';

/** Returns what must end before a buyer is forgotten at their own wish. */
export async function findObstacle(db: Queryable, customerId: string): Promise<Obstacle | undefined> {
  const open = await db
    .selectFrom('purchases')
    .select('status')
    .where('customerId', '=', customerId)
    .where((purchase) =>
      purchase.or([
        purchase('status', '=', sql.lit('PENDING')),
        purchase.and([
          purchase('refundRequestedAt', 'is not', null),
          purchase('refundedAt', 'is', null),
          purchase('status', '=', sql.lit('COMPLETED')),
        ]),
      ]),
    )
    .orderBy('status', 'desc')
    .executeTakeFirst();
  if (!open) return undefined;
  return open.status === 'PENDING' ? 'open_purchase' : 'open_refund';
}
