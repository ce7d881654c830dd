import { deleteDevice } from '#db/queries/notifications/devices.ts';
import {
  claimDevice,
  type DueDevice,
  deleteNotifications,
  deleteNotificationsOf,
  deleteOldNotifications,
  listDueDevices,
  listNotificationsOf,
  updateDevice,
} from '#db/queries/notifications/notifications.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { hourOf } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { QUIET_HOURS } from '#src/wire/notifications/own-notifications.ts';
import { veilIds } from '../access/veiled-ids.ts';
import { runConcurrently } from '../run-concurrently.ts';
import type { Shop } from '../shop.ts';
import { composeNotification } from './compose-notification.ts';

/** Whichever process claims a device tells it all that waits. What could not be told for a day is forgotten. */
export async function deliverNotifications(shop: Shop, stopping?: AbortSignal): Promise<number> {
  await deleteOldNotifications(shop.db, new Date(shop.clock.now().getTime() - DAY_MS).toISOString());
  return runConcurrently({
    atOnce: 5,
    list: async () => {
      const now = shop.clock.now();
      const due = await listDueDevices(shop.db, now.toISOString());
      return due.filter((device) => !isQuiet(device, now));
    },
    keyOf: ({ id }) => id,
    work: (device) => deliverTo(shop, device),
    isOver: () => stopping?.aborted ?? false,
  });
}

async function deliverTo(shop: Shop, device: DueDevice): Promise<void> {
  const now = shop.clock.now().getTime();
  if (!(await claimDevice(shop.db, device, new Date(now + LEASE_MS).toISOString()))) return;
  const waiting = await listNotificationsOf(shop.db, device.id, AT_ONCE);
  const composed = await composeNotification(shop, waiting);
  const message = composed && { ...composed, text: await veilIds(shop, composed.text) };
  const outcome = message ? await shop.push.send(device, message) : 'sent';
  if (outcome === 'gone') return inTransaction(shop.db, (tx) => forgetDevice(tx, device.id));
  if (outcome === 'failed') {
    const pauseMs = PAUSES_MS[Math.min(device.failures, PAUSES_MS.length - 1)] ?? HOUR_MS;
    const nextAttemptAt = new Date(shop.clock.now().getTime() + pauseMs).toISOString();
    return updateDevice(shop.db, device.id, { failures: device.failures + 1, nextAttemptAt });
  }
  await inTransaction(shop.db, async (tx) => {
    if (waiting.length > 0) await deleteNotifications(tx, waiting);
    await updateDevice(tx, device.id, { failures: 0, nextAttemptAt: new Date(now).toISOString() });
  });
}

export async function forgetDevice(tx: Queryable, id: string): Promise<void> {
  await deleteDevice(tx, id, null);
  await deleteNotificationsOf(tx, id);
}

/** The night may begin before midnight and end after it. */
function isQuiet({ fromHour, untilHour }: Pick<DueDevice, 'fromHour' | 'untilHour'>, now: Date): boolean {
  const [from, until] = [fromHour ?? QUIET_HOURS.fromHour, untilHour ?? QUIET_HOURS.untilHour];
  const hour = hourOf(now);
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until;
}

/** Longer than a message can take. */
const LEASE_MS = MINUTE_MS;
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const AT_ONCE = 500;
