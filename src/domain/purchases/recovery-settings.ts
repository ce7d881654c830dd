import { findSetting } from '#db/queries/upkeep/settings.ts';
import type { Queryable } from '#db/tables.ts';
import { type RecoverySettings, StoredRecovery, USUAL_RECOVERY } from '#src/wire/reminders/recovery.ts';

export const RECOVERY_KEY = 'recovery';

export async function readRecovery(db: Queryable): Promise<RecoverySettings> {
  return (await readStoredRecovery(db)).settings;
}

/** Settings that this version cannot read count as never saved. */
export async function readStoredRecovery(
  db: Queryable,
): Promise<{ settings: RecoverySettings; updatedAt: string | null }> {
  const row = await findSetting(db, RECOVERY_KEY);
  const read = row && StoredRecovery.safeParse(JSON.parse(row.value));
  return { settings: read?.success ? read.data : USUAL_RECOVERY, updatedAt: row?.updatedAt ?? null };
}
