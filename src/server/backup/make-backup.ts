import { existsSync } from 'node:fs';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backUpDatabase } from '#db/backup/backup.ts';
import { databasePath, isFileUrl } from '#db/client.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { keyFileOf } from '../shop/open-encryption.ts';
import {
  copyFile,
  DATABASE,
  type Entry,
  hashFile,
  KEY_FILE,
  MANIFEST,
  type Manifest,
  openWorkplace,
} from './backup-files.ts';
import type { StoredUploads } from './stored-uploads.ts';

export type Places = { databaseUrl: string; uploads: StoredUploads };

/** Works while the store is running. The folder appears complete or not at all. */
export async function makeBackup(
  { databaseUrl, uploads }: Places,
  folder: string,
  { withKeyFile = false } = {},
): Promise<Manifest & { leftOut: string[] }> {
  assertThere(databaseUrl);
  if (existsSync(folder)) throw settingsError(`A pasta ${folder} já existe. Escolha outra para o backup.`);
  const unfinished = await openWorkplace(dirname(folder), UNFINISHED);
  try {
    const createdAt = new Date().toISOString();
    const copy = join(unfinished, DATABASE);
    const { schema } = await backUpDatabase(databaseUrl, copy);
    await chmod(copy, 0o600);
    const files: Entry[] = [{ path: DATABASE, ...(await hashFile(copy)) }];
    const keyFile = withKeyFile && isFileUrl(databaseUrl) ? keyFileOf(databaseUrl) : null;
    const hasKeyFile = keyFile !== null && existsSync(keyFile);
    if (hasKeyFile) files.push({ path: KEY_FILE, ...(await copyFile(keyFile, join(unfinished, KEY_FILE))) });
    // The files come after the database, because a file is stored before a product names it.
    const leftOut: string[] = [];
    for (const path of await uploads.list((each) => leftOut.push(each))) {
      const copied = await uploads.copyTo(path, join(unfinished, path));
      if (copied) files.push({ path, ...copied });
    }
    const manifest = { createdAt, schema, hasKeyFile, files };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(unfinished, MANIFEST), text, { mode: 0o600, flush: true });
    await rename(unfinished, folder);
    return { ...manifest, leftOut };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** It may lie among what others keep there, such as a home folder. */
const UNFINISHED = '.unfinished-store-backup-';

/** The owner reads it; it is empty where all came along. */
export function leftOutSentence(leftOut: string[]): string {
  if (leftOut.length === 0) return '';
  const rest = leftOut.length > MOST_NAMED ? ` e mais ${leftOut.length - MOST_NAMED}` : '';
  return `De fora do backup: ${leftOut.slice(0, MOST_NAMED).join(', ')}${rest}. Só entram arquivos comuns, com o nome em UTF-8 e sem barra invertida: renomeie ou tire estes da pasta.`;
}

const MOST_NAMED = 3;

function assertThere(databaseUrl: string): void {
  const database = isFileUrl(databaseUrl) ? databasePath(databaseUrl) : null;
  if (database && !existsSync(database)) throw settingsError(`Não há banco de dados em ${database}.`);
}
