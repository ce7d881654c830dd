import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { databasePath, isFileUrl } from '#db/client.ts';
import { auditCommand } from '#db/command-audit.ts';
import type { Settings } from '#src/config.ts';
import { isSettingsError, settingsError } from '#src/wire/basics/settings-error.ts';
import { trailKeyReader } from '../audit/trail-key-reader.ts';
import { backUpByCommand, noteInTrail } from '../backup/back-up-by-command.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { placeOfCopy, withFetchedCopy } from '../copy/with-fetched-copy.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { makeFilesPrivately } from '../private-files.ts';
import { fileStoreSentence } from './exit-with.ts';
import { restore } from './restore-command.ts';
import { withBackupFolder } from './with-backup-folder.ts';

export async function runBackup(): Promise<void> {
  makeFilesPrivately();
  const print = (text: string) => process.stdout.write(text);
  const problem = await obeyBackup(process.argv.slice(2), readOwnSettings, print);
  if (problem === null) return;
  process.stderr.write(problem);
  process.exitCode = 1;
}

/** All that the command does, apart from its process: tells what was done by `print`, and returns what went wrong, or null. */
export async function obeyBackup(
  words: string[],
  ownSettings: () => Settings,
  print: (text: string) => void,
): Promise<string | null> {
  try {
    print(`${await obey(words, ownSettings, print)}\n`);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

async function obey(words: string[], ownSettings: () => Settings, print: (text: string) => void): Promise<string> {
  const { command, folder, ...rest } = readArguments(words);
  const settings = ownSettings();

  if (command === 'make') {
    const { target, files, noted } = await backUpByCommand(settings, folder);
    return `Backup completo em ${target}: o banco de dados e ${files - 1} arquivos de uploads.${noted}`;
  }
  if (command === 'told') {
    await auditCommand(settings.DATABASE_URL, 'backup.told', trailKeyReader(settings));
    return 'Anotado: um backup foi feito fora da loja.';
  }
  const options = { ...rest, note: () => noteInTrail(settings, 'backup.restore'), print };
  if (command === 'restore' && rest.isFromCopy) {
    return withFetchedCopy(placeOfCopy(settings, folder), (opened) => restore(opened, settings, options));
  }
  if (!folder) throw settingsError(`Diga a pasta do backup. ${USAGE}`);
  if (command === 'restore') {
    return withBackupFolder(resolve(folder), (opened) => restore(opened, settings, options));
  }
  const { schema, counts, createdAt } = await withBackupFolder(resolve(folder), (opened) => verifyBackup(opened));
  // A backup may be verified where there is no store.
  if (isStoreHere(settings.DATABASE_URL)) await noteInTrail(settings, 'backup.verify', createdAt);
  const { products, customers, purchases, keys } = counts;
  return [
    `O backup em ${resolve(folder)} está íntegro e foi restaurado por inteiro em uma pasta de teste.`,
    `Produtos: ${products}, clientes: ${customers}, compras: ${purchases}, chaves: ${keys} (esquema ${schema}).`,
  ].join('\n');
}

function isStoreHere(databaseUrl: string): boolean {
  return !isFileUrl(databaseUrl) || existsSync(databasePath(databaseUrl));
}

const USAGE =
  'Use: npm run backup -- [pasta], npm run backup:verify -- pasta, npm run backup:told ou npm run restore -- pasta ou arquivo (ou --continuous, para a cópia contínua) [--overwrite] [--reconcile] [--free-keys] [--confirm=RESTAURAR].';

function readArguments(args: string[]) {
  const options = {
    overwrite: { type: 'boolean', default: false },
    continuous: { type: 'boolean', default: false },
    reconcile: { type: 'boolean', default: false },
    'free-keys': { type: 'boolean', default: false },
    confirm: { type: 'string' },
  } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true, strict: false });
  const [command, folder, ...others] = positionals;
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(options, name));
  if (others.length > 0 || unknown.length > 0 || !['make', 'restore', 'verify', 'told'].includes(command ?? ''))
    throw settingsError(USAGE);
  return {
    command,
    folder,
    isFromCopy: values.continuous === true,
    mayOverwrite: values.overwrite === true,
    isReconciled: values.reconcile === true,
    areKeysFree: values['free-keys'] === true,
    word: typeof values.confirm === 'string' ? values.confirm : null,
  };
}

function problemOf(error: unknown): string {
  const known = isSettingsError(error) ? error.message : fileStoreSentence(error);
  const all = error instanceof Error ? error.stack : String(error);
  return `${known ?? `Não deu certo.\n${all}`}\n`;
}
