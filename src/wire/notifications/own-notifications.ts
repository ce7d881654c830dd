import type { NotificationKind } from './notification-kinds.ts';
import type { SaveNotifications } from './save-notifications.ts';

export const OWN_NOTIFICATIONS_PATH = '/api/admin/account/notifications';
/** The mail of Monday as a page. */
export const SUMMARY_PREVIEW_PATH = `${OWN_NOTIFICATIONS_PATH}/summary`;
export const OWN_DEVICES_PATH = `${OWN_NOTIFICATIONS_PATH}/devices`;
/** With it the back-office installs as an app. */
export const MANIFEST_PATH = '/admin.webmanifest';
export const MOST_DEVICES = 20;

/** Nothing rings from 22h to 8h in São Paulo, unless the person says otherwise. */
export const QUIET_HOURS = { fromHour: 22, untilHour: 8 };

export type OwnNotifications = Omit<SaveNotifications, 'kinds'> & {
  kinds: NotificationKind[];
  /** Those that the role may see. */
  offeredKinds: NotificationKind[];
  offersWeeklySummary: boolean;
  /** The newest comes first. */
  devices: NotifiedDevice[];
  /** Browsers subscribe with it, in base64url. */
  publicKey: string;
  /** The summary waits until the shop sends mail. */
  isMailSent: boolean;
};

/** `id` is the SHA-256 of its endpoint, by which a browser knows itself. */
export type NotifiedDevice = { id: string; name: string; addedAt: string; isFailing: boolean };

/** So many devices took it, or were gone and have been removed. */
export type TestedDevices = { sent: number; removed: number; failed: number };
