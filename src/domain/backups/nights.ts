import { findLastOrderAt, findOpenedAt, listBackupsSince } from '#db/queries/backups/backups.ts';
import { SCHEDULE } from '#src/wire/audit/audit.ts';
import { dayOf, startOf } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../shop.ts';
import { readBackupSettings } from './backup-settings.ts';
import { isCopyTrialDue, tryCopy } from './copy-trials.ts';
import { noteInterrupted, runBackup } from './make-backup.ts';

/** The leader looks each minute, also whether the continuous copy comes back. A missed night is made up when the shop is quiet, or an hour after it was opened. */
export async function backUpEachNight(shop: Shop, stopping: AbortSignal): Promise<void> {
  await noteInterrupted(shop);
  const now = shop.clock.now();
  const night = nightBefore(now);
  if (!(await isOldEnough(shop, now))) return;
  const isQuietNow = () => isQuiet(shop, now, Math.max(night.getTime(), Date.parse(shop.backups.openedAt)));
  if ((await isDue(shop, now, night)) && (await isQuietNow())) {
    await runBackup(shop, { id: SCHEDULE }, 'night', stopping);
  } else if ((await isCopyTrialDue(shop, night)) && (await isQuietNow())) {
    await tryCopy(shop, night, stopping);
  }
}

/** Null where the shop makes none. */
export async function findNextNight(shop: Shop): Promise<string | null> {
  const { isOn } = await readBackupSettings(shop);
  if (!isOn) return null;
  const next = new Date(nightBefore(shop.clock.now()).getTime() + DAY_MS);
  return next.toISOString();
}

async function isOldEnough({ db }: Shop, now: Date): Promise<boolean> {
  const openedAt = await findOpenedAt(db);
  return openedAt !== null && now.getTime() - Date.parse(openedAt) >= DAY_MS;
}

async function isDue(shop: Shop, now: Date, night: Date): Promise<boolean> {
  if (shop.backups.running() || !(await readBackupSettings(shop)).isOn) return false;
  const attempts = await listBackupsSince(shop.db, night.toISOString());
  if (attempts.some(({ state }) => state === 'verified')) return false;
  const failures = attempts.filter(({ origin }) => origin === 'night');
  const [last] = failures;
  if (failures.length >= MOST_TRIES) return false;
  return !last || now.getTime() - Date.parse(last.startedAt) >= RETRY_MS;
}

/** Nobody ordered for five minutes, or it has waited for an hour. */
async function isQuiet(shop: Shop, now: Date, waitingSince: number): Promise<boolean> {
  const waitedMs = now.getTime() - waitingSince;
  if (waitedMs >= LONGEST_WAIT_MS) return true;
  if (waitedMs < 0 || now.getTime() - Date.parse(shop.backups.openedAt) < QUIET_MS) return false;
  const lastOrderAt = await findLastOrderAt(shop.db);
  return lastOrderAt === null || now.getTime() - Date.parse(lastOrderAt) >= QUIET_MS;
}

function nightBefore(now: Date): Date {
  const today = startOf(dayOf(now)).getTime() + NIGHT_MS;
  const yesterday = startOf(dayOf(new Date(now.getTime() - DAY_MS))).getTime() + NIGHT_MS;
  return new Date(today <= now.getTime() ? today : yesterday);
}

/** Half past three in São Paulo. */
const NIGHT_MS = 3.5 * HOUR_MS;
const MOST_TRIES = 3;
const RETRY_MS = HOUR_MS;
const QUIET_MS = 5 * MINUTE_MS;
const LONGEST_WAIT_MS = HOUR_MS;
