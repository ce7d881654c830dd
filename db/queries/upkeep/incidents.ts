import type { IncidentSubject } from '#src/wire/upkeep/incidents.ts';
import { updatesAny } from '../../results.ts';
import type { IncidentRow } from '../../tables/upkeep.ts';
import type { Queryable } from '../../tables.ts';

export function findIncident(db: Queryable, subject: IncidentSubject): Promise<IncidentRow | undefined> {
  return db.selectFrom('incidents').selectAll().where('subject', '=', subject).executeTakeFirst();
}

/** Changes nothing while one is under way. */
export async function beginIncident(db: Queryable, subject: IncidentSubject, beganAt: string): Promise<void> {
  await db
    .insertInto('incidents')
    .values({ subject, beganAt })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({ beganAt }).where('incidents.beganAt', 'is', null),
    )
    .execute();
}

/** Returns false where it was told already, or another one was told since `since`. */
export function takeTelling(
  db: Queryable,
  subject: IncidentSubject,
  { now, since }: { now: string; since: string },
): Promise<boolean> {
  return db
    .updateTable('incidents')
    .set({ isTold: 1, toldAt: now })
    .where('subject', '=', subject)
    .where('isTold', '=', 0)
    .where('beganAt', 'is not', null)
    .where((row) => row.or([row('toldAt', 'is', null), row('toldAt', '<=', since)]))
    .$call(updatesAny);
}

/** Returns false where another ended it; `isTold` and `beganAt` are those of the one that the caller saw. */
export function endIncident(
  db: Queryable,
  { subject, beganAt, isTold }: Pick<IncidentRow, 'subject' | 'beganAt' | 'isTold'>,
): Promise<boolean> {
  return db
    .updateTable('incidents')
    .set({ beganAt: null, isTold: 0 })
    .where('subject', '=', subject)
    .where('beganAt', '=', beganAt)
    .where('isTold', '=', isTold)
    .$call(updatesAny);
}
