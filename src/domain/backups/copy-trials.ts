import { findLastOrderAt } from '#db/queries/backups/backups.ts';
import { findSetting, upsertSetting } from '#db/queries/upkeep/settings.ts';
import { inTransaction } from '#db/transactions.ts';
import { SCHEDULE } from '#src/wire/audit/audit.ts';
import type { CopyTrial } from '#src/wire/backups/backups.ts';
import { CUT_SHORT } from '#src/wire/backups/restore-texts.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { recordChange } from '../audit/audit.ts';
import { BACKUPS_CHANGED, publishAfterCommit } from '../events.ts';
import { isRefusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { COPY_TRIAL, readBackupSettings, readPassphrase } from './backup-settings.ts';
import type { TriedCopy } from './copy-keeper.ts';
import { findOwnCopy } from './own-copy.ts';

/** Null before the first one. */
export async function readCopyTrial({ db }: Pick<Shop, 'db'>): Promise<CopyTrial | null> {
  const row = await findSetting(db, COPY_TRIAL);
  return row ? JSON.parse(row.value) : null;
}

/** Once after each night; one that failed is tried again, some times. */
export async function isCopyTrialDue(shop: Shop, night: Date): Promise<boolean> {
  if (!shop.continuousCopy.state()?.copiedAt || shop.backups.running()) return false;
  const former = await readCopyTrial(shop);
  const isOld = former === null || former.at < night.toISOString();
  if (isOld || former.problem === null) return isOld;
  return former.tries < MOST_TRIES && shop.clock.now().getTime() - Date.parse(former.at) >= RETRY_MS;
}

/** Restores the newest of the continuous copy elsewhere, and notes what came back. */
export async function tryCopy(shop: Shop, night: Date, stopping: AbortSignal): Promise<void> {
  const at = shop.clock.now().toISOString();
  if (!shop.backups.begin(at, 'trying')) return;
  try {
    const former = await readCopyTrial(shop);
    const isAgain = former !== null && former.problem !== null && former.at >= night.toISOString();
    const outcome = await judge(shop, stopping);
    // The next look begins it again.
    if (stopping.aborted) return;
    await note(shop, { ...outcome, at, tries: isAgain ? former.tries + 1 : 1 });
  } finally {
    shop.backups.end();
  }
}

type Outcome = Omit<CopyTrial, 'at' | 'tries'>;

async function judge(shop: Shop, stopping: AbortSignal): Promise<Outcome> {
  const due = await findDueOrder(shop);
  try {
    const settings = await readBackupSettings(shop);
    const [place, passphrase] = await Promise.all([findOwnCopy(shop), readPassphrase(shop, settings)]);
    const workplace = shop.backups.folderOf(settings.folder);
    const tried = await shop.continuousCopy.tryOut({ place, passphrase, workplace }, stopping);
    if ('failed' in tried) return { reachedAt: null, lastOrderAt: null, problem: tried.failed };
    const { reachedAt, lastOrderAt } = tried;
    return { reachedAt, lastOrderAt, problem: problemOf(tried, due) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { reachedAt: null, lastOrderAt: null, problem: error.message };
  }
}

/** The newest order that the copy says it has. */
async function findDueOrder({ db, continuousCopy }: Shop): Promise<string | null> {
  const orderedAt = await findLastOrderAt(db);
  const copiedAt = continuousCopy.state()?.copiedAt;
  if (!orderedAt || !copiedAt) return null;
  return Date.parse(copiedAt) - Date.parse(orderedAt) >= COMMITTED_MS ? orderedAt : null;
}

function problemOf({ isCutShort, lastOrderAt, reachedAt }: TriedCopy, due: string | null): string | null {
  if (isCutShort) return CUT_SHORT;
  if (due === null || (lastOrderAt !== null && lastOrderAt >= due)) return null;
  return `Ela volta só até ${formatDayTime(reachedAt)}, e faltam nela pedidos mais novos, como o de ${formatDayTime(due)}.`;
}

async function note(shop: Shop, trial: CopyTrial): Promise<void> {
  const row = { key: COPY_TRIAL, value: JSON.stringify(trial), updatedAt: trial.at, updatedBy: SCHEDULE };
  await inTransaction(shop.db, async (tx) => {
    await upsertSetting(tx, row);
    const action = trial.problem === null ? 'backup.try_copy' : 'backup.copy_fail';
    await recordChange(tx, shop, { id: SCHEDULE }, { action, entityId: 'all' });
    publishAfterCommit(tx, shop, BACKUPS_CHANGED);
  });
}

const MOST_TRIES = 3;
const RETRY_MS = HOUR_MS;
const COMMITTED_MS = MINUTE_MS;
