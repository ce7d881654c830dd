import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import type {
  BackupKeeper,
  BackupOutcome,
  BackupPlan,
  FoundBackup,
  KeptAt,
} from '#src/domain/backups/backup-keeper.ts';
import type { Clock } from '#src/domain/shop.ts';
import { checkBackupBucket, openBackupBucket } from '#src/gateways/files/bucket/backup-bucket.ts';
import type { BackupStep } from '#src/wire/backups/backups.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { ARCHIVE, ENCRYPTED_ARCHIVE, readArchiveManifest, readAsArchive } from '../backup/archive.ts';
import { readManifest } from '../backup/backup-files.ts';
import { sizeOf, workplaceOf } from '../backup/backup-job.ts';
import { BACKUP_JOB, type JobNews, type JobOrder } from '../backup/backup-news.ts';
import { forkJob } from '../backup/job-process.ts';

export type BackupWork = (
  plan: BackupPlan,
  onStep: (step: BackupStep) => void,
  stopping?: AbortSignal,
) => Promise<BackupOutcome>;

/** `close` ends the one that is under way, and waits until that is noted. */
export type OpenBackups = BackupKeeper & { close(): Promise<void> };

export function openBackups(settings: Settings, clock: Clock, work: BackupWork = inOwnProcess): OpenBackups {
  const defaultFolder = resolve(settings.backupsFolder);
  const folderOf = (typed: string) => (typed === '' ? defaultFolder : resolve(typed));
  const known = new Map<string, FoundBackup>();
  let running: { startedAt: string; step: BackupStep } | null = null;
  let noteEnd = () => {};
  const closing = new AbortController();
  return {
    openedAt: clock.now().toISOString(),
    engine: isFileUrl(settings.DATABASE_URL) ? 'file' : 'server',
    defaultFolder,
    isFolderGiven: settings.BACKUPS_DIR !== undefined,
    begin(startedAt, step = 'measuring') {
      if (running) return false;
      running = { startedAt, step };
      return true;
    },
    end() {
      running = null;
      noteEnd();
    },
    running: () => running,
    make: (plan, stopping) =>
      work(
        plan,
        (step) => {
          if (running) running = { ...running, step };
        },
        stopping ? AbortSignal.any([stopping, closing.signal]) : closing.signal,
      ),
    async list(folder) {
      const names = await namesIn(folder);
      const found = await Promise.all(names.map((name) => findBackup(folder, name, known)));
      return found.flatMap((one) => one ?? []);
    },
    async remove({ name, isEncrypted, folder, bucket }) {
      const ending = isEncrypted ? ENCRYPTED_ARCHIVE : '';
      if (folder) await rm(join(folder, name + ending), { recursive: true, force: true });
      if (bucket) await withBucket(bucket, (store) => store.remove(name + (ending || ARCHIVE)));
    },
    open: openKept,
    placeOf: (name, folder, isEncrypted) =>
      isEncrypted
        ? { kind: 'file', path: join(folder, name + ENCRYPTED_ARCHIVE), isEncrypted }
        : name.endsWith(ARCHIVE)
          ? { kind: 'file', path: join(folder, name), isEncrypted }
          : { kind: 'folder', path: join(folder, name) },
    folderOf,
    refuseFolder: (typed) => refuseFolder(folderOf(typed), settings),
    async isKnown(folder, names) {
      const known = new Set([MARK, ...names, ...names.map((name) => name + ENCRYPTED_ARCHIVE)]);
      return (await readdir(folder).catch(() => [])).some((name) => known.has(name));
    },
    checkBucket: checkBackupBucket,
    async close() {
      closing.abort();
      if (!running) return;
      await new Promise<void>((resolve) => {
        noteEnd = resolve;
      });
    },
  };
}

const inOwnProcess: BackupWork = async (plan, onStep, stopping) => {
  let outcome: BackupOutcome = { state: 'failed', problem: 'O processo do backup terminou antes do fim.' };
  const hear = (news: JobNews) => {
    if (news.kind === 'step') onStep(news.step);
    else if (news.kind === 'made') outcome = { state: 'made', made: news.made };
    else if (news.kind === 'failed') outcome = { state: 'failed', problem: news.problem };
  };
  try {
    const order: JobOrder = { work: 'backup', plan };
    await forkJob(BACKUP_JOB, order, hear, stopping);
  } finally {
    await rm(workplaceOf(plan), { recursive: true, force: true });
  }
  return outcome;
};

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.'));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error))) return [];
    throw error;
  }
}

/** Backups never change, so each is read once. */
async function findBackup(folder: string, entry: string, known: Map<string, FoundBackup>): Promise<FoundBackup | null> {
  const path = join(folder, entry);
  const read = known.get(path) ?? (await readBackup(path, entry));
  if (read) known.set(path, read);
  return read;
}

async function readBackup(path: string, entry: string): Promise<FoundBackup | null> {
  if (entry.endsWith(ENCRYPTED_ARCHIVE)) {
    const { size, mtime } = await stat(path);
    const name = entry.slice(0, -ENCRYPTED_ARCHIVE.length);
    const hasKeyFile = name.endsWith('-com-chave');
    return { name, madeAt: mtime.toISOString(), sizeBytes: size, files: null, hasKeyFile, isEncrypted: true };
  }
  // Somebody else's file or folder may have such a name.
  const manifest = await (entry.endsWith(ARCHIVE) ? readArchiveManifest(path) : readManifest(path)).catch(() => null);
  if (!manifest) return null;
  const { createdAt, files, hasKeyFile } = manifest;
  const facts = { madeAt: createdAt, sizeBytes: sizeOf(manifest), files: files.length };
  return { name: entry, ...facts, hasKeyFile, isEncrypted: false };
}

const openKept: BackupKeeper['open'] = async ({ name, isEncrypted, folder, bucket }: KeptAt) => {
  const isArchive = isEncrypted || name.endsWith(ARCHIVE);
  const fileName = `loja-${name}${isEncrypted ? ENCRYPTED_ARCHIVE : isArchive ? '' : ARCHIVE}`;
  if (folder) {
    const path = join(folder, name + (isEncrypted ? ENCRYPTED_ARCHIVE : ''));
    if (!existsSync(path)) return undefined;
    const chunks = isArchive ? createReadStream(path) : await readAsArchive(path);
    return { fileName, chunks, close: () => chunks.destroy() };
  }
  if (!bucket) return undefined;
  const store = openBackupBucket(bucket);
  const file = await store.find(name + (isEncrypted ? ENCRYPTED_ARCHIVE : ARCHIVE));
  if (!file) {
    await store.close();
    return undefined;
  }
  const reading = await file.read(0, file.sizeBytes - 1);
  const close = () => {
    reading.close?.();
    void store.close();
  };
  return { fileName, chunks: reading.chunks, close };
};

async function withBucket(
  bucket: Parameters<typeof openBackupBucket>[0],
  run: (store: ReturnType<typeof openBackupBucket>) => Promise<void>,
): Promise<void> {
  const store = openBackupBucket(bucket);
  try {
    await run(store);
  } finally {
    await store.close();
  }
}

/** Tells the folder from that of its mount point, which has none while the disk is away. */
const MARK = '.loja-backups';

async function refuseFolder(folder: string, { UPLOADS_DIR, FILES_DIR }: Settings): Promise<string | null> {
  const isBelow = [UPLOADS_DIR, FILES_DIR]
    .map((own) => resolve(own))
    .some((own) => `${folder}${sep}`.startsWith(own + sep));
  if (isBelow) return 'Esta pasta é dos arquivos da loja, e cada backup teria os anteriores. Escolha outra.';
  const probe = join(folder, `.probe-${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rename(probe, join(folder, MARK));
    return null;
  } catch (error) {
    return `A loja não pode gravar em ${folder} (${errorCode(error, 'erro')}). Crie a pasta, ou dê a loja permissão nela.`;
  }
}
