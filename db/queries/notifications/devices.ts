import { countRows, deletesAny } from '../../results.ts';
import type { DeclinedNotificationRow, NotifiedDeviceRow, QuietHoursRow } from '../../tables/notifications.ts';
import type { Queryable } from '../../tables.ts';

export function listDevicesOf(db: Queryable, userId: string): Promise<NotifiedDeviceRow[]> {
  return db
    .selectFrom('notifiedDevices')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

export function countOtherDevices(db: Queryable, userId: string, id: string): Promise<number> {
  return db.selectFrom('notifiedDevices').where('userId', '=', userId).where('id', '<>', id).$call(countRows);
}

/** A browser in which somebody else asks now is theirs. */
export async function upsertDevice(db: Queryable, device: Omit<NotifiedDeviceRow, 'failures'>): Promise<void> {
  await db
    .insertInto('notifiedDevices')
    .values(device)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...device, failures: 0 }))
    .execute();
}

/** Returns false where it is gone, or not of that person; null takes anybody's. */
export function deleteDevice(db: Queryable, id: string, userId: string | null): Promise<boolean> {
  const gone = db.deleteFrom('notifiedDevices').where('id', '=', id);
  return (userId === null ? gone : gone.where('userId', '=', userId)).$call(deletesAny);
}

export async function deleteDevicesOf(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('notifiedDevices').where('userId', '=', userId).execute();
}

export async function listDeclinedKinds(db: Queryable, userId: string): Promise<DeclinedNotificationRow['kind'][]> {
  const rows = await db.selectFrom('declinedNotifications').select('kind').where('userId', '=', userId).execute();
  return rows.map(({ kind }) => kind);
}

export async function insertDeclined(db: Queryable, declined: readonly DeclinedNotificationRow[]): Promise<void> {
  if (declined.length === 0) return;
  await db
    .insertInto('declinedNotifications')
    .values([...declined])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteDeclined(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('declinedNotifications').where('userId', '=', userId).execute();
}

export function findQuietHours(db: Queryable, userId: string): Promise<QuietHoursRow | undefined> {
  return db.selectFrom('quietHours').selectAll().where('userId', '=', userId).executeTakeFirst();
}

export async function upsertQuietHours(db: Queryable, { userId, ...hours }: QuietHoursRow): Promise<void> {
  await db
    .insertInto('quietHours')
    .values({ userId, ...hours })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(hours))
    .execute();
}
