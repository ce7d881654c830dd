import { updatesAny } from '../../results.ts';
import type { NotificationRow, NotifiedDeviceRow } from '../../tables/notifications.ts';
import type { Queryable } from '../../tables.ts';

export type DueDevice = Pick<
  NotifiedDeviceRow,
  'id' | 'endpoint' | 'publicKey' | 'authSecret' | 'failures' | 'nextAttemptAt'
> & { fromHour: number | null; untilHour: number | null };

/** Those for which something waits, with the quiet hours of whose they are. */
export function listDueDevices(db: Queryable, now: string): Promise<DueDevice[]> {
  return db
    .selectFrom('notifiedDevices')
    .innerJoin('users', 'users.id', 'notifiedDevices.userId')
    .leftJoin('quietHours', 'quietHours.userId', 'notifiedDevices.userId')
    .select(['notifiedDevices.id', 'endpoint', 'publicKey', 'authSecret', 'failures', 'nextAttemptAt'])
    .select(['fromHour', 'untilHour'])
    .where('nextAttemptAt', '<=', now)
    .where('users.role', 'is not', null)
    .where('users.isActive', '=', 1)
    .where((row) =>
      row.exists(row.selectFrom('notifications').select('deviceId').whereRef('deviceId', '=', 'notifiedDevices.id')),
    )
    .orderBy('nextAttemptAt')
    .execute();
}

/** Returns false where another process has it. */
export function claimDevice(
  db: Queryable,
  { id, nextAttemptAt }: Pick<NotifiedDeviceRow, 'id' | 'nextAttemptAt'>,
  until: string,
): Promise<boolean> {
  const claimed = db.updateTable('notifiedDevices').set({ nextAttemptAt: until }).where('id', '=', id);
  return claimed.where('nextAttemptAt', '=', nextAttemptAt).$call(updatesAny);
}

export async function updateDevice(
  db: Queryable,
  id: string,
  change: Pick<NotifiedDeviceRow, 'failures' | 'nextAttemptAt'>,
): Promise<void> {
  await db.updateTable('notifiedDevices').set(change).where('id', '=', id).execute();
}

export function listNotificationsOf(db: Queryable, deviceId: string, limit: number): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .orderBy('createdAt')
    .orderBy('kind')
    .orderBy('subjectId')
    .limit(limit)
    .execute();
}

export async function deleteNotifications(db: Queryable, told: readonly NotificationRow[]): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where((row) =>
      row.or(
        told.map(({ deviceId, kind, subjectId }) =>
          row.and([row('deviceId', '=', deviceId), row('kind', '=', kind), row('subjectId', '=', subjectId)]),
        ),
      ),
    )
    .execute();
}

/** Nobody wants them after so long, and what is left of a device that is gone goes with them. */
export async function deleteOldNotifications(db: Queryable, before: string): Promise<void> {
  await db.deleteFrom('notifications').where('createdAt', '<', before).execute();
}

export async function deleteNotificationsOf(db: Queryable, deviceId: string): Promise<void> {
  await db.deleteFrom('notifications').where('deviceId', '=', deviceId).execute();
}

export function listSoldPurchases(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('purchases')
    .select(['id as purchaseId', 'number', 'totalCents'])
    .where('id', 'in', ids)
    .execute();
}
