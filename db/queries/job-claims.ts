import type { Queryable } from '../tables.ts';

export async function claimJob(
  db: Queryable,
  queue: 'outbox' | 'webhookInbox',
  { id, attempts }: { id: number; attempts: number },
  nextAttemptAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(queue)
    .set({ attempts: attempts + 1, nextAttemptAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
