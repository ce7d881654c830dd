import type { InstallationLinkRow, InstallationRow, InstallationStepRow } from '../../tables/installation.ts';
import type { Queryable } from '../../tables.ts';

export function findInstallation(db: Queryable): Promise<InstallationRow | undefined> {
  return db.selectFrom('installation').selectAll().executeTakeFirst();
}

/** Changes nothing where it has begun already. */
export async function insertInstallation(db: Queryable, beganAt: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ id: 1, beganAt, finishedAt: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Returns false where none was under way. */
export async function finishInstallation(db: Queryable, finishedAt: string): Promise<boolean> {
  const finished = db.updateTable('installation').set({ finishedAt }).where('finishedAt', 'is', null);
  return (await finished.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function insertInstallationLink(db: Queryable, link: InstallationLinkRow): Promise<void> {
  await db.insertInto('installationLinks').values(link).execute();
}

export function listInstallationLinks(db: Queryable, now: string): Promise<Pick<InstallationLinkRow, 'hash'>[]> {
  return db.selectFrom('installationLinks').select('hash').where('expiresAt', '>', now).execute();
}

export async function deleteInstallationLinks(db: Queryable): Promise<void> {
  await db.deleteFrom('installationLinks').execute();
}

export async function deleteExpiredInstallationLinks(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('installationLinks').where('expiresAt', '<=', now).execute();
}

export function listInstallationSteps(db: Queryable): Promise<InstallationStepRow[]> {
  return db.selectFrom('installationSteps').selectAll().execute();
}

export async function upsertInstallationStep(db: Queryable, row: InstallationStepRow): Promise<void> {
  const { outcome, endedAt } = row;
  await db
    .insertInto('installationSteps')
    .values(row)
    .onConflict((conflict) => conflict.column('step').doUpdateSet({ outcome, endedAt }))
    .execute();
}

/** Leaves alone what was saved already. */
export async function insertSkippedStep(db: Queryable, step: string, endedAt: string): Promise<void> {
  await db
    .insertInto('installationSteps')
    .values({ step, outcome: 'skipped', endedAt })
    .onConflict((conflict) => conflict.column('step').doNothing())
    .execute();
}
