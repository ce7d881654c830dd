import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { databasePath } from '#db/client.ts';
import type { DiskSpace } from '#src/domain/upkeep/disk.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { spaceOf } from '../shop/disk-space.ts';
import type { Places } from './make-backup.ts';

export type ReadSpace = (folder: string) => Promise<DiskSpace | null>;

type Wanted = { folder: string; databaseBytes: number | null; isEncrypted: boolean; readSpace?: ReadSpace };

/** Throws a sentence where a backup and its verification would nearly fill the folder's disk. */
export async function expectSpace(
  { databaseUrl, uploads }: Places,
  { folder, databaseBytes, isEncrypted, readSpace = spaceOf }: Wanted,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const space = await readSpace(folder);
  if (!space) return;
  const database = databaseBytes ?? (await sizeOfDatabase(databasePath(databaseUrl)));
  const { copiedBytes, linkedBytes } = await uploads.measure(folder);
  // The verification restores the database, and may compact it.
  const verification = 2 * database + copiedBytes;
  const copy = database + copiedBytes;
  const archive = copy + linkedBytes;
  const needed = isEncrypted ? Math.max(copy + archive, 2 * archive + verification) : copy + verification;
  const free = space.freeBytes - needed;
  if (free >= space.totalBytes * LEAST_FREE_SHARE) return;
  throw settingsError(
    `Não há espaço para o backup em ${folder}: ele precisa de ${megabytes(needed)} e o disco tem ${megabytes(space.freeBytes)} livres, dos quais a loja guarda 5 %. Apague o que não precisa, ou escolha outra pasta.`,
  );
}

const LEAST_FREE_SHARE = 0.05;

async function sizeOfDatabase(path: string): Promise<number> {
  const files = [path, `${path}-wal`].filter((file) => existsSync(file));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2).toLocaleString('pt-BR')} MB`;
}
