import {
  failRunningBackups,
  findNewestBackup,
  insertBackup,
  listVerifiedBackups,
  updateBackup,
} from '#db/queries/backups/backups.ts';
import { describeDatabase } from '#db/queries/upkeep/health.ts';
import type { BackupRow } from '#db/tables/upkeep.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { SCHEDULE } from '#src/wire/audit/audit.ts';
import type { BackupSettings, ShownBackups } from '#src/wire/backups/backups.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { conflict, invalid, isRefusal, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import type { BackupOutcome, BackupPlan } from './backup-keeper.ts';
import {
  findAwayFolder,
  readBackupBucket,
  readBackupSettings,
  readPassphrase,
  refuseFolder,
} from './backup-settings.ts';
import { keptBackups } from './kept-backups.ts';
import type { BackupBucket } from './restore-source.ts';

/** Begins one and returns at once: a shop of many files takes minutes. */
export async function startBackup(shop: Shop, actor: Actor): Promise<{ startedAt: string }> {
  if (await findRunning(shop)) throw conflict('running', 'Um backup já está sendo feito. Espere até que ele termine.');
  const startedAt = shop.clock.now().toISOString();
  runBackup(shop, actor, 'asked').catch((error: unknown) => {
    shop.log.error({ code: errorCode(error, 'unknown') }, 'a backup could not be noted');
  });
  return { startedAt };
}

/** Of this process, or of another one that shares the database. */
export async function findRunning(shop: Pick<Shop, 'backups' | 'db' | 'clock'>): Promise<ShownBackups['running']> {
  const own = shop.backups.running();
  if (own || shop.backups.engine === 'file') return own;
  const row = await findNewestBackup(shop.db, ['running']);
  return row && !isForgotten(shop, row) ? { startedAt: row.startedAt, step: 'copying' } : null;
}

/** Verified, noted, and the older ones cleared by the rule; does nothing while another one is under way. */
export async function runBackup(
  shop: Shop,
  actor: Actor,
  origin: BackupRow['origin'],
  stopping?: AbortSignal,
): Promise<void> {
  const startedAt = shop.clock.now().toISOString();
  if (!shop.backups.begin(startedAt)) return;
  try {
    const settings = await readBackupSettings(shop);
    const id = newId();
    const name = nameOf(startedAt, settings);
    const row = { state: 'running', ...flagsOf(settings), id, name, origin, startedAt } as const;
    if (!(await claim(shop, row))) return;
    const { outcome, plan } = await make(shop, settings, { name, stopping });
    // The next look sees that it was interrupted.
    if (stopping?.aborted) return;
    await noteOutcome(shop, actor, { id, outcome, plan });
    if (outcome.state === 'made') await clearOld(shop, settings);
  } finally {
    shop.backups.end();
  }
}

/** Returns false where another process makes one. */
function claim(shop: Shop, row: Parameters<typeof insertBackup>[1]): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'backups');
    const running = shop.backups.engine === 'server' ? await findNewestBackup(tx, ['running']) : undefined;
    if (running && !isForgotten(shop, running)) return false;
    await insertBackup(tx, row);
    return true;
  });
}

/** Ends what a stop of the process, or the restored backup itself, left as running. */
export async function noteInterrupted(shop: Shop): Promise<void> {
  if (shop.backups.running()) return;
  const running = await findNewestBackup(shop.db, ['running']);
  if (!running || !isForgotten(shop, running)) return;
  const endedAt = shop.clock.now().toISOString();
  await failRunningBackups(shop.db, { endedAt, problem: 'A loja parou antes do fim do backup.' });
}

/** Processes that share a database do not know each other's work; a file's only process knows its own. */
function isForgotten({ backups, clock }: Pick<Shop, 'backups' | 'clock'>, { startedAt }: BackupRow): boolean {
  return backups.engine === 'file' || clock.now().getTime() - Date.parse(startedAt) > LONGEST_MS;
}

const LONGEST_MS = 6 * HOUR_MS;

function flagsOf({ hasKeyFile, isEncrypted }: BackupSettings) {
  return { hasKeyFile: hasKeyFile ? 1 : 0, isEncrypted: isEncrypted ? 1 : 0 } as const;
}

type Attempt = { name: string; stopping: AbortSignal | undefined };
type Made = { outcome: BackupOutcome; plan: BackupPlan | null };

async function make(shop: Shop, settings: BackupSettings, { name, stopping }: Attempt): Promise<Made> {
  try {
    const away = await findAwayFolder(shop, settings);
    if (away && settings.place === 'folder') throw invalid('folder', away);
    if (!away) await refuseFolder(shop, settings.folder);
    const databaseBytes = await measureServer(shop);
    const plan: BackupPlan = {
      name,
      folder: shop.backups.folderOf(settings.folder),
      isKeptHere: settings.place !== 'bucket' && !away,
      databaseBytes,
      withKeyFile: settings.hasKeyFile,
      passphrase: await readPassphrase(shop, settings),
      bucket: settings.place === 'folder' ? null : await readBackupBucket(shop, settings),
    };
    const outcome = await shop.backups.make(plan, stopping);
    if (!away || outcome.state === 'failed') return { outcome, plan };
    const problem = [`Ficou só no balde. ${away}`, outcome.made.problem ?? ''].join(' ').trim();
    return { outcome: { ...outcome, made: { ...outcome.made, problem } }, plan };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { outcome: { state: 'failed', problem: error.message }, plan: null };
  }
}

/** Null for a file, which the backup's own process measures. */
async function measureServer(shop: Shop): Promise<number | null> {
  if (shop.backups.engine === 'file') return null;
  const { databaseBytes } = await describeDatabase(shop.db);
  if (databaseBytes > MOST_SERVER_BYTES) throw refusal('not_allowed', 'too_large', TOO_LARGE);
  return databaseBytes;
}

/** The copy reads as of one moment, and for so long the server cannot clean up. */
const MOST_SERVER_BYTES = 10 * 1024 ** 3;
const TOO_LARGE =
  'O banco no PostgreSQL passa de 10 GB, e lê-lo inteiro por noite pesa nas vendas. Deixe-o com pg_dump, pg_basebackup ou o provedor, e desligue aqui os backups de toda noite.';

type Ended = Made & { id: string };

async function noteOutcome(shop: Shop, actor: Actor, { id, outcome, plan }: Ended): Promise<void> {
  const endedAt = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    if (outcome.state === 'failed' || !plan) {
      const problem = outcome.state === 'failed' ? outcome.problem : '';
      await updateBackup(tx, id, { state: 'failed', endedAt, problem });
      return recordChange(tx, shop, actor, { action: 'backup.fail', entityId: id });
    }
    const { isHere, isInBucket, hasKeyFile, ...made } = outcome.made;
    await updateBackup(tx, id, {
      ...made,
      ...{ state: 'verified', endedAt, hasKeyFile: hasKeyFile ? 1 : 0 },
      folder: isHere ? plan.folder : null,
      bucket: isInBucket && plan.bucket ? placeOf(plan.bucket) : null,
    });
    await recordChange(tx, shop, actor, { action: 'backup.create', entityId: 'all' });
    await recordChange(tx, shop, actor, { action: 'backup.verify', entityId: made.madeAt });
  });
}

/** Only what the shop made itself goes, and only where it still has the key of the bucket. */
async function clearOld(shop: Shop, settings: BackupSettings): Promise<void> {
  const own = (await listVerifiedBackups(shop.db)).flatMap((row) =>
    row.madeAt ? [{ ...row, madeAt: row.madeAt }] : [],
  );
  const kept = keptBackups(own);
  const now = await readBackupBucket(shop, settings).catch(nullOfRefusal);
  for (const { id, name, isEncrypted, folder, bucket: place } of own) {
    const isReachable = place === null || (now !== null && placeOf(now) === place);
    if (kept.has(name) || !isReachable) continue;
    await shop.backups.remove({ name, isEncrypted: isEncrypted === 1, folder, bucket: place ? now : null });
    await inTransaction(shop.db, async (tx) => {
      await updateBackup(tx, id, { state: 'removed' });
      await recordChange(tx, shop, { id: SCHEDULE }, { action: 'backup.remove', entityId: id });
    });
  }
}

/** The key that opens the bucket's secret may be another machine's. */
function nullOfRefusal(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}

export function placeOf({ endpoint, bucket, prefix }: Pick<BackupBucket, 'endpoint' | 'bucket' | 'prefix'>): string {
  return `${endpoint}/${bucket}/${prefix}`;
}

/** A file name says when, and whether the key is in it. */
function nameOf(startedAt: string, { hasKeyFile }: BackupSettings): string {
  return `${startedAt.slice(0, 19).replaceAll(':', '-')}Z-${hasKeyFile ? 'com-chave' : 'sem-chave'}`;
}
