import type { Insertable, Updateable } from 'kysely';
import type { BackupRow } from '../../tables/upkeep.ts';
import type { Queryable, Tables } from '../../tables.ts';

export async function insertBackup(db: Queryable, backup: Insertable<Tables['backups']>): Promise<void> {
  await db.insertInto('backups').values(backup).execute();
}

export async function updateBackup(db: Queryable, id: string, changes: Updateable<Tables['backups']>): Promise<void> {
  await db.updateTable('backups').set(changes).where('id', '=', id).execute();
}

/** Ends those that a stop of the process, or the backup itself, left as running. */
export async function failRunningBackups(
  db: Queryable,
  { endedAt, problem }: { endedAt: string; problem: string },
): Promise<void> {
  await db.updateTable('backups').set({ state: 'failed', endedAt, problem }).where('state', '=', 'running').execute();
}

export function listVerifiedBackups(db: Queryable): Promise<BackupRow[]> {
  return db.selectFrom('backups').selectAll().where('state', '=', 'verified').orderBy('startedAt', 'desc').execute();
}

export function listBackupsSince(db: Queryable, startedAt: string): Promise<BackupRow[]> {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('startedAt', '>=', startedAt)
    .orderBy('startedAt', 'desc')
    .execute();
}

export function findNewestBackup(db: Queryable, states: BackupRow['state'][]): Promise<BackupRow | undefined> {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Since when the shop has an administrator; null while it is being set up. */
export async function findOpenedAt(db: Queryable): Promise<string | null> {
  const found = await db
    .selectFrom('users')
    .select((row) => row.fn.min<string | null>('createdAt').as('openedAt'))
    .where('isAdmin', '=', 1)
    .executeTakeFirst();
  return found?.openedAt ?? null;
}

export async function findLastOrderAt(db: Queryable): Promise<string | null> {
  const found = await db
    .selectFrom('purchases')
    .select('createdAt')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.createdAt ?? null;
}

/** When each backup was last verified, by when it had been made. */
export async function listVerifications(db: Queryable): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('audit')
    .select(['entityId', 'at'])
    .where('kind', '=', 'backup')
    .where('action', '=', 'backup.verify')
    .orderBy('id', 'desc')
    .limit(MOST_VERIFICATIONS)
    .execute();
  return new Map(rows.reverse().map(({ entityId, at }) => [entityId, at]));
}

const MOST_VERIFICATIONS = 200;
