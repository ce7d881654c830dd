import { sql } from 'kysely';
import { findsAny } from '../../results.ts';
import type { AccountAlertKind, AccountAlertRow, KnownDeviceRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

export function listKnownDevices(db: Queryable, userId: string): Promise<KnownDeviceRow[]> {
  return db.selectFrom('knownDevices').selectAll().where('userId', '=', userId).execute();
}

export async function upsertKnownDevice(db: Queryable, device: KnownDeviceRow): Promise<void> {
  await db
    .insertInto('knownDevices')
    .values(device)
    .onConflict((conflict) => conflict.columns(['userId', 'hash']).doUpdateSet({ seenAt: device.seenAt }))
    .execute();
}

export async function deleteDevicesSeenBefore(db: Queryable, moment: string): Promise<void> {
  await db.deleteFrom('knownDevices').where('seenAt', '<=', moment).execute();
}

export async function insertAlert(db: Queryable, alert: Omit<AccountAlertRow, 'usedAt'>): Promise<void> {
  await db
    .insertInto('accountAlerts')
    .values({ ...alert, usedAt: null })
    .execute();
}

export function findAlert(db: Queryable, id: string): Promise<AccountAlertRow | undefined> {
  return db.selectFrom('accountAlerts').selectAll().where('id', '=', id).executeTakeFirst();
}

type Link = { tokenHash: string; kinds: readonly AccountAlertKind[]; since: string; now: string };

/** Returns undefined where its link is unknown, used or too old; one of two at once gets it. */
export function takeAlert(db: Queryable, { tokenHash, kinds, since, now }: Link): Promise<AccountAlertRow | undefined> {
  return db
    .updateTable('accountAlerts')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .where('createdAt', '>', since)
    .where('usedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteAlertsBefore(db: Queryable, moment: string): Promise<void> {
  await db.deleteFrom('accountAlerts').where('createdAt', '<=', moment).execute();
}

export function isAlertedSince(
  db: Queryable,
  { userId, kind, since }: { userId: string; kind: AccountAlertKind; since: string },
): Promise<boolean> {
  return db
    .selectFrom('accountAlerts')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('createdAt', '>', since)
    .$call(findsAny);
}

/** The browsers that came since are strangers again. They stay, so that the next one is not taken for the first. */
export async function forgetDevicesSince(db: Queryable, userId: string, since: string): Promise<void> {
  await db
    .updateTable('knownDevices')
    .set({ hash: sql<string>`'disowned:' || hash` })
    .where('userId', '=', userId)
    .where('seenAt', '>=', since)
    .where('hash', 'not like', 'disowned:%')
    .execute();
}
