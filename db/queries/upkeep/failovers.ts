import type { FailoverAnswer } from '#src/wire/upkeep/failover.ts';
import { updatesAny } from '../../results.ts';
import type { RestoreRow } from '../../tables/payments.ts';
import type { Queryable } from '../../tables.ts';

/** The banks are asked for what was paid since, as after a restore. */
export async function insertFailover(
  db: Queryable,
  { since, at, heldKeys }: { since: string; at: string; heldKeys: number },
): Promise<void> {
  await db
    .insertInto('restores')
    .values({
      backupAt: since,
      restoredAt: at,
      isFormerRead: 0,
      purchases: 0,
      keys: 0,
      heldKeys,
      erased: 0,
      failover: 'waiting',
    })
    .execute();
}

export function listWaitingFailovers(db: Queryable): Promise<RestoreRow[]> {
  return db.selectFrom('restores').selectAll().where('failover', '=', 'waiting').orderBy('id').execute();
}

/** Returns false where somebody was faster. */
export function answerFailover(db: Queryable, id: number, answer: FailoverAnswer): Promise<boolean> {
  return db
    .updateTable('restores')
    .set({ failover: answer })
    .where('id', '=', id)
    .where('failover', '=', 'waiting')
    .$call(updatesAny);
}
