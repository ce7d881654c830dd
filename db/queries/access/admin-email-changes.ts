import { findsAny } from '../../results.ts';
import type { AdminEmailChangeRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

export async function insertEmailChange(
  db: Queryable,
  change: Omit<AdminEmailChangeRow, 'confirmedAt' | 'endedAt'>,
): Promise<void> {
  await db
    .insertInto('adminEmailChanges')
    .values({ ...change, confirmedAt: null, endedAt: null })
    .execute();
}

export function findEmailChange(db: Queryable, id: string): Promise<AdminEmailChangeRow | undefined> {
  return db.selectFrom('adminEmailChanges').selectAll().where('id', '=', id).executeTakeFirst();
}

/** No change but the newest can be confirmed. */
export function findNewestEmailChange(db: Queryable, userId: string): Promise<AdminEmailChangeRow | undefined> {
  return db
    .selectFrom('adminEmailChanges')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('askedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The first since then that can still be undone. */
export function findFirstEmailChange(
  db: Queryable,
  userId: string,
  since: string,
): Promise<AdminEmailChangeRow | undefined> {
  return db
    .selectFrom('adminEmailChanges')
    .selectAll()
    .where('userId', '=', userId)
    .where('askedAt', '>=', since)
    .where('endedAt', 'is', null)
    .orderBy('askedAt')
    .limit(1)
    .executeTakeFirst();
}

/** Says whether an administrator can still go back to this address. */
export function isEmailHeld(db: Queryable, email: string, since: string, besidesUserId = ''): Promise<boolean> {
  return db
    .selectFrom('adminEmailChanges')
    .where('formerEmail', '=', email)
    .where('userId', '<>', besidesUserId)
    .where('askedAt', '>', since)
    .where('endedAt', 'is', null)
    .$call(findsAny);
}

/** Returns undefined where its link is unknown, used, stopped, too old or not the newest; one of two at once gets it. */
export function takeConfirmation(
  db: Queryable,
  { confirmHash, since, now }: { confirmHash: string; since: string; now: string },
): Promise<AdminEmailChangeRow | undefined> {
  return db
    .updateTable('adminEmailChanges')
    .set({ confirmedAt: now })
    .where('confirmHash', '=', confirmHash)
    .where('askedAt', '>', since)
    .where('confirmedAt', 'is', null)
    .where('endedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('adminEmailChanges as newer')
            .select('newer.id')
            .whereRef('newer.userId', '=', 'adminEmailChanges.userId')
            .whereRef('newer.askedAt', '>', 'adminEmailChanges.askedAt'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Takes the change as `takeConfirmation` does, whether or not it was confirmed. */
export function takeStop(
  db: Queryable,
  { stopHash, since, now }: { stopHash: string; since: string; now: string },
): Promise<AdminEmailChangeRow | undefined> {
  return db
    .updateTable('adminEmailChanges')
    .set({ endedAt: now })
    .where('stopHash', '=', stopHash)
    .where('askedAt', '>', since)
    .where('endedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Ends the change and those after it, and with them the links by which they could be undone. */
export async function endChangesFrom(db: Queryable, userId: string, askedAt: string, now: string): Promise<void> {
  await db
    .updateTable('adminEmailChanges')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('askedAt', '>=', askedAt)
    .where('endedAt', 'is', null)
    .execute();
}

export async function deleteEmailChangesBefore(db: Queryable, moment: string): Promise<void> {
  await db.deleteFrom('adminEmailChanges').where('askedAt', '<=', moment).execute();
}
