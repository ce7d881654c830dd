import { sql } from 'kysely';
import type { Queryable } from '../tables.ts';

/** `lastError` stays null until the attempt ends, which tells a claim from a pause. */
export async function claimJob(
  db: Queryable,
  queue: 'outbox' | 'webhookInbox',
  { id, attempts }: { id: number; attempts: number },
  nextAttemptAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(queue)
    .set({ attempts: attempts + 1, nextAttemptAt, lastError: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes due what a process claimed and did not finish before it ended; only where no other process may be at work. */
export async function releaseClaims(db: Queryable, queue: 'outbox' | 'webhookInbox', now: string): Promise<void> {
  await db
    .updateTable(queue)
    .set({ nextAttemptAt: now })
    .where('state', '=', sql.lit('waiting'))
    .where('nextAttemptAt', '>', now)
    .where('attempts', '>', 0)
    .where('lastError', 'is', null)
    .execute();
}
