import type { NotificationKind } from '#src/wire/notifications/notification-kinds.ts';

/** A browser in which an administrator asked for notifications; `id` is the hash of its endpoint. */
export type NotifiedDeviceRow = {
  id: string;
  userId: string;
  /** As `Chrome no Android`. */
  name: string;
  /** Where its push service takes messages for it. */
  endpoint: string;
  publicKey: string;
  authSecret: string;
  createdAt: string;
  nextAttemptAt: string;
  failures: number;
};

/** It waits for its device, and goes once the push service has it. */
export type NotificationRow = {
  deviceId: string;
  kind: NotificationKind;
  /** The purchase or product that it is about. */
  subjectId: string;
  createdAt: string;
};

export type DeclinedNotificationRow = { userId: string; kind: NotificationKind | 'weekly_summary' };

/** Hours of São Paulo; without a row those of `QUIET_HOURS`, and none where both are the same. */
export type QuietHoursRow = { userId: string; fromHour: number; untilHour: number };
