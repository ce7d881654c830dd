import { findLastEntry } from '#db/queries/audit/audit.ts';
import { findNewestBackup, listVerifications, listVerifiedBackups, updateBackup } from '#db/queries/backups/backups.ts';
import type { BackupRow } from '#db/tables/upkeep.ts';
import { inTransaction } from '#db/transactions.ts';
import type { BackupAddress, ListedBackup, ShownBackups } from '#src/wire/backups/backups.ts';
import { BACKUPS_PATH, LAST_BACKUP } from '#src/wire/backups/backups.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import type { FoundBackup, OpenBackup } from './backup-keeper.ts';
import { readBackupBucket, readBackupSettings } from './backup-settings.ts';
import { showContinuousCopy } from './continuous-copy.ts';
import { findRunning, placeOf } from './make-backup.ts';
import { findNextNight } from './nights.ts';
import { hasOutsideToken } from './outside-backup.ts';

/** Those in the folder, by whoever made them, and the shop's own in the bucket. */
export async function showBackups(shop: Shop): Promise<ShownBackups> {
  const settings = await readBackupSettings(shop);
  const folder = shop.backups.folderOf(settings.folder);
  const [running, found, own, verifications, failure, nextNightAt, outside, hasScript] = await Promise.all([
    findRunning(shop),
    shop.backups.list(folder),
    listVerifiedBackups(shop.db),
    listVerifications(shop.db),
    findNewestFailure(shop),
    findNextNight(shop),
    findLastEntry(shop.db, 'backup', 'backup.told'),
    hasOutsideToken(shop),
  ]);
  const isOwn = ({ name }: { name: string }) => own.some((row) => row.name === name);
  const backups = [
    ...own.flatMap((row) => toListed(row, found) ?? []),
    ...found.filter((one) => !isOwn(one)).map((one) => foreign(one, verifications)),
  ];
  return {
    engine: shop.backups.engine,
    running,
    backups: backups.toSorted((one, other) => other.madeAt.localeCompare(one.madeAt)),
    failed: failure,
    nextNightAt,
    folder,
    outside: { lastAt: outside?.at ?? null, hasScript },
    continuous: settings.isContinuous && shop.backups.engine === 'file' ? await showContinuousCopy(shop) : null,
  };
}

/** The newest attempt of the shop itself, where it failed. */
export async function findNewestFailure(shop: Pick<Shop, 'db'>): Promise<ShownBackups['failed']> {
  const newest = await findNewestBackup(shop.db, ['verified', 'failed']);
  return newest?.state === 'failed' ? { at: newest.startedAt, reason: newest.problem ?? '' } : null;
}

/** Comes before a download, so that the password can still be asked for. */
export async function findBackupAddress(shop: Shop, name: string): Promise<BackupAddress> {
  await findListed(shop, name);
  return { address: `${BACKUPS_PATH}/${encodeURIComponent(name)}` };
}

export async function downloadBackup(shop: Shop, actor: Actor, name: string): Promise<OpenBackup> {
  const { isEncrypted, isHere } = await findListed(shop, name);
  const settings = await readBackupSettings(shop);
  const folder = isHere ? shop.backups.folderOf(settings.folder) : null;
  const bucket = isHere ? null : await readBackupBucket(shop, settings);
  const opened = await shop.backups.open({ name, isEncrypted, folder, bucket });
  if (!opened) throw gone();
  await recordChange(shop.db, shop, actor, { action: 'backup.download', entityId: 'all' });
  return opened;
}

/** The last verified one goes only when the owner says that none may be left. */
export async function removeBackup(shop: Shop, actor: Actor, name: string, { mayBeLast }: RemovalOf): Promise<void> {
  if (await findRunning(shop)) throw conflict('running', 'Um backup está sendo feito. Espere até que ele termine.');
  const listed = await findListed(shop, name);
  const { backups } = await showBackups(shop);
  const isLast = listed.verifiedAt !== null && backups.filter(({ verifiedAt }) => verifiedAt !== null).length === 1;
  if (isLast && !mayBeLast) throw conflict(LAST_BACKUP, LAST);
  const settings = await readBackupSettings(shop);
  const row = (await listVerifiedBackups(shop.db)).find((one) => one.name === name);
  const folder = listed.isHere ? (row?.folder ?? shop.backups.folderOf(settings.folder)) : null;
  const bucket = listed.isInBucket ? await readBackupBucket(shop, settings) : null;
  await shop.backups.remove({ name, isEncrypted: listed.isEncrypted, folder, bucket });
  await inTransaction(shop.db, async (tx) => {
    if (row) await updateBackup(tx, row.id, { state: 'removed' });
    await recordChange(tx, shop, actor, { action: 'backup.remove_by_hand', entityId: row?.id ?? 'all' });
  });
}

type RemovalOf = { mayBeLast: boolean };

const LAST = 'Este é o único backup conferido. Sem ele nada traz a loja de volta, até que outro seja feito.';

export async function findListed(shop: Shop, name: string): Promise<ListedBackup> {
  const { backups } = await showBackups(shop);
  const listed = backups.find((one) => one.name === name);
  if (!listed) throw gone();
  const settings = await readBackupSettings(shop);
  const row = (await listVerifiedBackups(shop.db)).find((one) => one.name === name);
  const isReachable = listed.isHere || (settings.bucket !== null && placeOf(settings.bucket) === row?.bucket);
  if (!isReachable) throw notFound('Este backup está num balde que a loja não usa mais.');
  return listed;
}

function gone() {
  return notFound('Este backup não está mais lá. Recarregue a página.');
}

/** Null where nobody has it any more. */
function toListed(row: BackupRow, found: FoundBackup[]): ListedBackup | null {
  const isHere = found.some(({ name }) => name === row.name);
  if (!isHere && row.bucket === null) return null;
  const { name, sizeBytes, files, hasKeyFile, isEncrypted, madeAt, startedAt, endedAt, problem } = row;
  return {
    ...{ name, files, problem, isHere, isOwn: true, isInBucket: row.bucket !== null },
    madeAt: madeAt ?? startedAt,
    sizeBytes: sizeBytes ?? 0,
    hasKeyFile: hasKeyFile === 1,
    isEncrypted: isEncrypted === 1,
    verifiedAt: endedAt,
  };
}

function foreign(found: FoundBackup, verifications: Map<string, string>): ListedBackup {
  const verifiedAt = verifications.get(found.madeAt) ?? null;
  return { ...found, verifiedAt, isHere: true, isInBucket: false, isOwn: false, problem: null };
}
