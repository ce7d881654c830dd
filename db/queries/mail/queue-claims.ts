import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../prepared.ts';
import type { Queryable } from '../../tables.ts';

/** `lastError` stays null until the attempt ends, which tells a claim from a pause. */
export async function claimJob(
  db: Queryable,
  queue: Queue,
  { id, attempts }: { id: number; attempts: number },
  nextAttemptAt: string,
): Promise<boolean> {
  const claim = { id, attempts, attempt: attempts + 1, nextAttemptAt };
  const { numAffectedRows = 0n } = await CLAIMS[queue].execute(db, claim);
  return numAffectedRows > 0n;
}

type Queue = 'outbox' | 'webhookInbox';
type Claim = { id: number; attempts: number; attempt: number; nextAttemptAt: string };

const CLAIMS = { outbox: claimIn('outbox'), webhookInbox: claimIn('webhookInbox') };

function claimIn(queue: Queue) {
  return prepared((db, { id, attempts, attempt, nextAttemptAt }: Placeholders<Claim>) =>
    db
      .updateTable(queue)
      .set({ attempts: attempt, nextAttemptAt, lastError: null })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempts),
  );
}

/** Makes due what a process claimed and did not finish before it ended; only where no other process may be at work. */
export async function releaseClaims(db: Queryable, queue: Queue, now: string): Promise<void> {
  await db
    .updateTable(queue)
    .set({ nextAttemptAt: now })
    .where('state', '=', sql.lit('waiting'))
    .where('nextAttemptAt', '>', now)
    .where('attempts', '>', 0)
    .where('lastError', 'is', null)
    .execute();
}
