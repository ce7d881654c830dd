import { createHash, ECDH } from 'node:crypto';
import {
  countOtherDevices,
  deleteDeclined,
  deleteDevice,
  findQuietHours,
  insertDeclined,
  listDeclinedKinds,
  listDevicesOf,
  upsertDevice,
  upsertQuietHours,
} from '#db/queries/notifications/devices.ts';
import { deleteNotificationsOf } from '#db/queries/notifications/notifications.ts';
import type { NotifiedDeviceRow } from '#db/tables/notifications.ts';
import { inTransaction } from '#db/transactions.ts';
import type { User } from '#src/wire/access/auth.ts';
import { describeDevice } from '#src/wire/access/device.ts';
import { can } from '#src/wire/access/roles.ts';
import {
  ALL_NOTIFICATION_KINDS,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '#src/wire/notifications/notification-kinds.ts';
import {
  MOST_DEVICES,
  type NotifiedDevice,
  type OwnNotifications,
  QUIET_HOURS,
  type TestedDevices,
} from '#src/wire/notifications/own-notifications.ts';
import type { AddDevice, SaveNotifications } from '#src/wire/notifications/save-notifications.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { testNotification } from './compose-notification.ts';
import { forgetDevice } from './deliver-notifications.ts';
import type { PushOutcome } from './push-services.ts';

type Receiver = Actor & Pick<User, 'role'>;

export async function showOwnNotifications(shop: Shop, actor: Receiver): Promise<OwnNotifications> {
  const declined = await listDeclinedKinds(shop.db, actor.id);
  const { fromHour, untilHour } = (await findQuietHours(shop.db, actor.id)) ?? QUIET_HOURS;
  return {
    offeredKinds: kindsFor(actor),
    offersWeeklySummary: can(actor.role, 'readReports'),
    kinds: ALL_NOTIFICATION_KINDS.filter((kind) => !declined.includes(kind)),
    wantsWeeklySummary: !declined.includes('weekly_summary'),
    fromHour,
    untilHour,
    devices: (await listDevicesOf(shop.db, actor.id)).map(toNotifiedDeviceDto),
    publicKey: await shop.push.readPublicKey(),
    isMailSent: shop.settings.isMailSent,
  };
}

export async function saveOwnNotifications(
  shop: Shop,
  actor: Receiver,
  { kinds, fromHour, untilHour, wantsWeeklySummary }: SaveNotifications,
): Promise<void> {
  const userId = actor.id;
  const declined = kindsFor(actor)
    .filter((kind) => !kinds.includes(kind))
    .map((kind) => ({ userId, kind }));
  await inTransaction(shop.db, async (tx) => {
    await upsertQuietHours(tx, { userId, fromHour, untilHour });
    await deleteDeclined(tx, userId);
    await insertDeclined(tx, declined);
    if (!wantsWeeklySummary) await insertDeclined(tx, [{ userId, kind: 'weekly_summary' }]);
    await recordChange(tx, shop, actor, { action: 'access.save_notifications', entityId: userId });
  });
}

export async function addOwnDevice(
  shop: Shop,
  actor: Actor,
  { endpoint, publicKey, authSecret }: AddDevice,
  userAgent: string | null,
): Promise<void> {
  expectKey(publicKey);
  const id = createHash('sha256').update(endpoint).digest('hex');
  const now = shop.clock.now().toISOString();
  const device = { id, userId: actor.id, name: describeDevice(userAgent), endpoint, publicKey, authSecret };
  await inTransaction(shop.db, async (tx) => {
    if ((await countOtherDevices(tx, actor.id, id)) >= MOST_DEVICES) throw tooManyDevices();
    await upsertDevice(tx, { ...device, createdAt: now, nextAttemptAt: now });
    await recordChange(tx, shop, actor, { action: 'access.add_device', entityId: actor.id });
  });
}

/** The others tell of what the role does not see. */
function kindsFor({ role }: Receiver): NotificationKind[] {
  return ALL_NOTIFICATION_KINDS.filter((kind) => can(role, NOTIFICATION_KINDS[kind].allow));
}

/** A key that is no point of the curve would fail each message. */
function expectKey(publicKey: string): void {
  try {
    ECDH.convertKey(publicKey, 'prime256v1', 'base64url');
  } catch {
    throw refusal('invalid', 'invalid', 'A chave deste navegador não vale. Tente de novo.');
  }
}

const tooManyDevices = () =>
  conflict('too_many_devices', `Você já tem ${MOST_DEVICES} aparelhos. Tire um dos que não usa mais.`);

export async function removeOwnDevice(shop: Shop, actor: Actor, id: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    if (!(await deleteDevice(tx, id, actor.id))) throw notFound('Este aparelho já foi tirado.');
    await deleteNotificationsOf(tx, id);
    await recordChange(tx, shop, actor, { action: 'access.remove_device', entityId: actor.id });
  });
}

/** It arrives in quiet hours, too. */
export async function testOwnDevices(shop: Shop, actor: Actor): Promise<TestedDevices> {
  await takeOrRefuse(shop, 'notificationTests', actor.id);
  const devices = await listDevicesOf(shop.db, actor.id);
  if (devices.length === 0) throw conflict('no_device', 'Ligue os avisos em um aparelho primeiro.');
  const outcomes = await Promise.all(
    devices.map(async (device) => {
      const outcome = await shop.push.send(device, testNotification(shop));
      if (outcome === 'gone') await inTransaction(shop.db, (tx) => forgetDevice(tx, device.id));
      return outcome;
    }),
  );
  const count = (wanted: PushOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return { sent: count('sent'), removed: count('gone'), failed: count('failed') };
}

function toNotifiedDeviceDto({ id, name, createdAt, failures }: NotifiedDeviceRow): NotifiedDevice {
  return { id, name, addedAt: createdAt, isFailing: failures > 0 };
}
