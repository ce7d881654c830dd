import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Settings } from '#src/config.ts';
import type { BackupPlan, MadeBackup } from '#src/domain/backups/backup-keeper.ts';
import { openBackupBucket } from '#src/gateways/files/bucket/backup-bucket.ts';
import type { BackupStep } from '#src/wire/backups/backups.ts';
import { isSettingsError } from '#src/wire/basics/settings-error.ts';
import { ARCHIVE, ENCRYPTED_ARCHIVE, encrypt, extractArchive, readAsArchive } from './archive.ts';
import { type Manifest, writeFrom } from './backup-files.ts';
import { expectSpace, type ReadSpace } from './backup-space.ts';
import { leftOutSentence, makeBackup } from './make-backup.ts';
import { withStoredUploads } from './stored-uploads.ts';
import { verifyBackup } from './verify-backup.ts';

type Report = (step: BackupStep) => void;

/** Everything unfinished lies below it; the folder has a backup only when that was restored once. */
export function workplaceOf({ folder }: Pick<BackupPlan, 'folder'>): string {
  return join(folder, '.unfinished');
}

/** Throws a sentence for the owner where it knows one. */
export async function makeVerifiedBackup(
  settings: Settings,
  plan: BackupPlan,
  report: Report,
  readSpace?: ReadSpace,
): Promise<MadeBackup> {
  const workplace = workplaceOf(plan);
  const copy = join(workplace, plan.name);
  try {
    await rm(workplace, { recursive: true, force: true });
    const manifest = await withStoredUploads(settings, async (uploads) => {
      const places = { databaseUrl: settings.DATABASE_URL, uploads };
      report('measuring');
      const { folder, databaseBytes } = plan;
      const space = { folder, databaseBytes, isEncrypted: plan.passphrase !== null };
      await expectSpace(places, readSpace ? { ...space, readSpace } : space);
      await mkdir(workplace, { recursive: true, mode: 0o700 });
      report('copying');
      return makeBackup(places, copy, { withKeyFile: plan.withKeyFile });
    });
    const made = plan.passphrase === null ? copy : await encryptCopy(copy, plan.passphrase, report);
    if (plan.passphrase === null) await verify(copy, workplace, report);
    return await keep(made, manifest, plan, report);
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

async function verify(folder: string, workplace: string, report: Report): Promise<void> {
  report('verifying');
  await verifyBackup(folder, workplace);
}

/** What was encrypted is opened and restored, not what it was made from. */
async function encryptCopy(copy: string, passphrase: string, report: Report): Promise<string> {
  const archive = `${copy}${ENCRYPTED_ARCHIVE}`;
  report('encrypting');
  await writeFrom(await encrypt(await readAsArchive(copy), passphrase), archive);
  await rm(copy, { recursive: true });
  report('decrypting');
  await extractArchive(archive, copy, async () => passphrase);
  await verify(copy, dirname(copy), report);
  await rm(copy, { recursive: true });
  return archive;
}

type Made = Awaited<ReturnType<typeof makeBackup>>;

async function keep(made: string, manifest: Made, plan: BackupPlan, report: Report): Promise<MadeBackup> {
  const { createdAt, files, hasKeyFile, leftOut } = manifest;
  const facts = {
    madeAt: createdAt,
    sizeBytes: plan.passphrase === null ? sizeOf(manifest) : (await stat(made)).size,
    files: files.length,
    hasKeyFile,
  };
  const kept = join(plan.folder, made.slice(workplaceOf(plan).length + 1));
  if (plan.isKeptHere) await rename(made, kept);
  const refusal = plan.bucket && (await upload(plan.isKeptHere ? kept : made, plan, report));
  const problem = [refusal ?? '', leftOutSentence(leftOut)].join(' ').trim() || null;
  return { ...facts, isHere: plan.isKeptHere, isInBucket: plan.bucket !== null && refusal === null, problem };
}

/** Returns what went wrong where the folder has it all the same. */
async function upload(path: string, plan: BackupPlan, report: Report): Promise<string | null> {
  const { bucket, passphrase, name, isKeptHere } = plan;
  if (!bucket) return null;
  report('uploading');
  const store = openBackupBucket(bucket);
  try {
    if (passphrase === null) await store.put(`${name}${ARCHIVE}`, await readAsArchive(path));
    else await store.put(`${name}${ENCRYPTED_ARCHIVE}`, createReadStream(path));
    return null;
  } catch (error) {
    if (!isKeptHere || !isSettingsError(error)) throw error;
    return `Ficou só na pasta deste servidor: ${error.message}`;
  } finally {
    await store.close();
  }
}

export function sizeOf({ files }: Manifest): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
