import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestorePlan } from '#src/domain/backups/restore-keeper.ts';
import type { RestoreSource } from '#src/domain/backups/restore-source.ts';
import { openBackupBucket } from '#src/gateways/files/bucket/backup-bucket.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { fetchContinuousCopy } from '../copy/fetch-copy.ts';
import { spaceOf } from '../shop/disk-space.ts';
import { ARCHIVE, ENCRYPTED_ARCHIVE, extractArchive } from './archive.ts';
import { writeFrom } from './backup-files.ts';

/** The folder has the backup, and lies below the workplace unless the backup was one already. */
type Brought = { folder: string; isCutShort: boolean };

export async function bringBackup({ source, passphrase }: RestorePlan, workplace: string): Promise<Brought> {
  await mkdir(workplace, { recursive: true, mode: 0o700 });
  if (source.kind === 'folder') {
    if (!existsSync(source.path)) throw gone();
    return { folder: source.path, isCutShort: false };
  }
  const folder = join(workplace, OPENED);
  await rm(folder, { recursive: true, force: true });
  if (source.kind === 'continuous') {
    const { isCutShort } = await fetchContinuousCopy(source.place, folder, async () => {
      if (passphrase === null) throw settingsError('Esta cópia contínua é cifrada. Informe a senha dos backups.');
      return passphrase;
    });
    return { folder, isCutShort };
  }
  const path = source.kind === 'file' ? source.path : await download(source, workplace);
  if (!existsSync(path)) throw gone();
  await expectRoom(workplace, (await stat(path)).size);
  await extractArchive(path, folder, async () => passphrase ?? '');
  if (source.kind === 'bucket') await rm(path);
  return { folder, isCutShort: false };
}

/** What was sent stays. */
export async function forgetBrought(workplace: string): Promise<void> {
  for (const name of [OPENED, DOWNLOADED + ARCHIVE, DOWNLOADED + ENCRYPTED_ARCHIVE]) {
    await rm(join(workplace, name), { recursive: true, force: true });
  }
}

const OPENED = 'backup';
const DOWNLOADED = 'downloaded';

async function download(source: Extract<RestoreSource, { kind: 'bucket' }>, workplace: string): Promise<string> {
  const ending = source.isEncrypted ? ENCRYPTED_ARCHIVE : ARCHIVE;
  const path = join(workplace, DOWNLOADED + ending);
  await rm(path, { force: true });
  const store = openBackupBucket(source.bucket);
  try {
    const file = await store.find(source.name + ending);
    if (!file) throw gone();
    await expectRoom(workplace, file.sizeBytes);
    await writeFrom((await file.read(0, file.sizeBytes - 1)).chunks, path);
  } finally {
    await store.close();
  }
  return path;
}

/** The shop that is open needs the rest of the disk. */
export async function expectRoom(folder: string, bytes: number): Promise<void> {
  const space = await spaceOf(folder);
  if (!space || space.freeBytes - bytes >= space.totalBytes * LEAST_FREE_SHARE) return;
  const [needed, free] = [bytes, space.freeBytes].map(
    (each) => `${Math.ceil(each / 1024 ** 2).toLocaleString('pt-BR')} MB`,
  );
  throw settingsError(
    `Não há espaço para este backup: ele precisa de ${needed} e o disco tem ${free} livres, dos quais a loja guarda 5 %. Nada foi alterado.`,
  );
}

const LEAST_FREE_SHARE = 0.05;

function gone() {
  return settingsError('Este backup não está mais lá. Recarregue a página.');
}
