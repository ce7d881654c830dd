import { insertNotifications } from '#db/queries/notifications/notifications.ts';
import type { Queryable } from '#db/tables.ts';
import type { NotificationKind } from '#src/wire/notifications/notification-kinds.ts';
import { publishAfterCommit } from '../events.ts';
import type { Shop } from '../shop.ts';

/** Wakes the worker that tells the phones. */
export const NOTIFICATIONS = 'notifications';

/** Pass the open transaction of what happened. `subjectId` is the purchase or product that it is about. */
export async function queueNotification(
  tx: Queryable,
  shop: Shop,
  kind: NotificationKind,
  subjectId: string,
): Promise<void> {
  await insertNotifications(tx, notificationOf(shop, kind, subjectId));
  wakeNotifications(tx, shop);
}

/** For a statement that also writes what happened; the caller wakes the worker. */
export function notificationOf({ clock }: Pick<Shop, 'clock'>, kind: NotificationKind, subjectId: string) {
  return { kind, subjectId, createdAt: clock.now().toISOString() };
}

export function wakeNotifications(tx: Queryable, shop: Shop): void {
  publishAfterCommit(tx, shop, NOTIFICATIONS);
}
