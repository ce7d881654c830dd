import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { databasePath, isFileUrl } from '#db/client.ts';
import { auditCommand } from '#db/command-audit.ts';
import { isSettingsError, settingsError } from '#src/wire/basics/settings-error.ts';
import { backUpByCommand, noteInTrail } from '../backup/back-up-by-command.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { placeOfCopy, withFetchedCopy } from '../copy/with-fetched-copy.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { makeFilesPrivately } from '../private-files.ts';
import { fileStoreSentence } from './exit-with.ts';
import { restore } from './restore-command.ts';
import { withBackupFolder } from './with-backup-folder.ts';

export async function runBackup(): Promise<void> {
  try {
    process.stdout.write(`${await obey()}\n`);
  } catch (error) {
    fail(error);
  }
}

async function obey(): Promise<string> {
  makeFilesPrivately();
  const { command, folder, ...rest } = readArguments();
  const settings = readOwnSettings();

  if (command === 'make') {
    const { target, files, noted } = await backUpByCommand(settings, folder);
    return `Backup completo em ${target}: o banco de dados e ${files - 1} arquivos de uploads.${noted}`;
  }
  if (command === 'told') {
    await auditCommand(settings.DATABASE_URL, 'backup.told');
    return 'Anotado: um backup foi feito fora da loja.';
  }
  const note = () => noteInTrail(settings.DATABASE_URL, 'backup.restore');
  if (command === 'restore' && rest.isFromCopy) {
    return withFetchedCopy(placeOfCopy(settings, folder), (opened) => restore(opened, settings, { ...rest, note }));
  }
  if (!folder) throw settingsError(`Diga a pasta do backup. ${USAGE}`);
  if (command === 'restore') {
    return withBackupFolder(resolve(folder), (opened) => restore(opened, settings, { ...rest, note }));
  }
  const { schema, counts, createdAt } = await withBackupFolder(resolve(folder), (opened) => verifyBackup(opened));
  // A backup may be verified where there is no store.
  if (isStoreHere(settings.DATABASE_URL)) await noteInTrail(settings.DATABASE_URL, 'backup.verify', createdAt);
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

function readArguments() {
  const options = {
    overwrite: { type: 'boolean', default: false },
    continuous: { type: 'boolean', default: false },
    reconcile: { type: 'boolean', default: false },
    'free-keys': { type: 'boolean', default: false },
    confirm: { type: 'string' },
  } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true, strict: false });
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

function fail(error: unknown): void {
  const known = isSettingsError(error) ? error.message : fileStoreSentence(error);
  const all = error instanceof Error ? error.stack : String(error);
  process.stderr.write(known ? `${known}\n` : `Não deu certo.\n${all}\n`);
  process.exitCode = 1;
}
