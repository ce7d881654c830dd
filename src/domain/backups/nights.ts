import { findLastOrderAt, findOpenedAt, listBackupsSince } from '#db/queries/backups/backups.ts';
import { SCHEDULE } from '#src/wire/audit/audit.ts';
import { dayOf, startOf } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../shop.ts';
import { readBackupSettings } from './backup-settings.ts';
import { noteInterrupted, runBackup } from './make-backup.ts';

/** The leader looks each minute. A missed night is made up when the shop is quiet, or an hour after it was opened. */
export async function backUpEachNight(shop: Shop, stopping: AbortSignal): Promise<void> {
  await noteInterrupted(shop);
  if (await isDue(shop)) await runBackup(shop, { id: SCHEDULE }, 'night', stopping);
}

/** Null where the shop makes none. */
export async function findNextNight(shop: Shop): Promise<string | null> {
  const { isOn } = await readBackupSettings(shop);
  if (!isOn) return null;
  const next = new Date(nightBefore(shop.clock.now()).getTime() + DAY_MS);
  return next.toISOString();
}

async function isDue(shop: Shop): Promise<boolean> {
  const now = shop.clock.now();
  const night = nightBefore(now);
  if (shop.backups.running() || !(await readBackupSettings(shop)).isOn) return false;
  const openedAt = await findOpenedAt(shop.db);
  if (openedAt === null || now.getTime() - Date.parse(openedAt) < DAY_MS) return false;
  const attempts = await listBackupsSince(shop.db, night.toISOString());
  if (attempts.some(({ state }) => state === 'verified')) return false;
  const failures = attempts.filter(({ origin }) => origin === 'night');
  const [last] = failures;
  if (failures.length >= MOST_TRIES) return false;
  if (last && now.getTime() - Date.parse(last.startedAt) < RETRY_MS) return false;
  return isQuiet(shop, now, Math.max(night.getTime(), Date.parse(shop.backups.openedAt)));
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
