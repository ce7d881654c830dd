import { findSetting, upsertSetting } from '#db/queries/upkeep/settings.ts';
import type { Queryable } from '#db/tables.ts';
import { type COMMAND, SCHEDULE } from '#src/wire/audit/audit.ts';
import { dayOf, startOf } from '#src/wire/basics/dates.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { isTrailWhole, type TrailCheck } from '#src/wire/upkeep/trail-check.ts';
import type { Shop } from '../shop.ts';
import { verifyTrail } from './seal-trail.ts';

/** Null before the first one. */
export async function readTrailCheck(db: Queryable): Promise<TrailCheck | null> {
  const row = await findSetting(db, TRAIL_CHECK);
  return row ? JSON.parse(row.value) : null;
}

/** The log leaves the machine, so that a trail which was cut short, and its count with it, does not have this seal any more. */
export async function checkTrailEachNight({ db, clock, log }: Pick<Shop, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const former = await readTrailCheck(db);
  if (former && Date.parse(former.at) >= lastNight(now)) return;
  const check = await checkTrail(db, now, SCHEDULE);
  const { entries, last, breaks, isKeyLost } = check;
  if (isTrailWhole(check)) log.info({ entries, ...last }, 'the audit trail is whole');
  else log.error({ entries, ...last, breaks, isKeyLost }, 'the audit trail was changed from outside');
}

export async function checkTrail(
  db: Queryable,
  now: Date,
  updatedBy: typeof COMMAND | typeof SCHEDULE,
): Promise<TrailCheck> {
  const check = await verifyTrail(db, now);
  await upsertSetting(db, { key: TRAIL_CHECK, value: JSON.stringify(check), updatedAt: check.at, updatedBy });
  return check;
}

const TRAIL_CHECK = 'audit.check';

function lastNight(now: Date): number {
  const today = startOf(dayOf(now)).getTime() + NIGHT_MS;
  return today <= now.getTime() ? today : startOf(dayOf(new Date(now.getTime() - 24 * HOUR_MS))).getTime() + NIGHT_MS;
}

/** Half past four in São Paulo, after the backup. */
const NIGHT_MS = 4.5 * HOUR_MS;
