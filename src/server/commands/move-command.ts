import { parseArgs } from 'node:util';
import { isFileUrl } from '#db/client.ts';
import { isSettingsError, settingsError } from '#src/wire/basics/settings-error.ts';
import { postgresUrls } from '#src/wire/upkeep/postgres-address.ts';
import { moveFiles } from '../backup/move-files.ts';
import { type Moved, moveFileToServer, moveServerToFile } from '../backup/move-store.ts';
import { readEnvironment, readOwnSettings } from '../opening/own-settings.ts';
import { makeFilesPrivately } from '../private-files.ts';
import { fileStoreSentence } from './exit-with.ts';

export async function runMove(): Promise<void> {
  try {
    process.stdout.write(`${await obey()}\n`);
  } catch (error) {
    fail(error);
  }
}

async function obey(): Promise<string> {
  makeFilesPrivately();
  const { target, isBack, isForFiles } = readArguments();
  const settings = readOwnSettings(readEnvironment(isForFiles && !isBack ? { FILES_URL: target } : {}));
  if (isForFiles) return moveFiles(settings, isBack);
  const { DATABASE_URL } = settings;
  if (isFileUrl(DATABASE_URL) === isBack) throw settingsError(isBack ? NO_SERVER : NO_FILE);
  const startedAt = performance.now();
  const moved = await (isBack
    ? moveServerToFile(DATABASE_URL, target, settings)
    : moveFileToServer(DATABASE_URL, target, settings));
  return report(moved, isBack, performance.now() - startedAt);
}

const USAGE = [
  'Use:',
  '  npm run move -- postgres://usuario:senha@servidor/banco   o banco de dados, para um PostgreSQL vazio',
  '  npm run move -- --back file:db/nova.sqlite                de volta, para um arquivo novo',
  '  npm run move -- --files "s3://balde/pasta?endpoint=…&region=…"   os arquivos, para um bucket, com FILES_KEY e FILES_SECRET no .env',
  '  npm run move -- --files --back                            de volta, de FILES_URL para a pasta UPLOADS_DIR',
].join('\n');
const NO_FILE = `DATABASE_URL já é um PostgreSQL. ${USAGE}`;
const NO_SERVER = `Para voltar a um arquivo, DATABASE_URL deve ser o PostgreSQL em que a loja está. ${USAGE}`;

function readArguments(): { target: string; isBack: boolean; isForFiles: boolean } {
  const options = { back: { type: 'boolean', default: false }, files: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true, strict: false });
  const [target = '', ...others] = positionals;
  const { isBack, isForFiles } = { isBack: values.back === true, isForFiles: values.files === true };
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(options, name));
  const isUnderstood = others.length === 0 && unknown.length === 0 && isTarget(target, { isBack, isForFiles });
  if (!isUnderstood) throw settingsError(USAGE);
  return { target, isBack, isForFiles };
}

function isTarget(target: string, { isBack, isForFiles }: { isBack: boolean; isForFiles: boolean }): boolean {
  if (isForFiles) return isBack ? target === '' : target.startsWith('s3://');
  return isBack ? /^file:.+/.test(target) : postgresUrls(target) !== null;
}

function report({ from, to, tables }: Moved, isBack: boolean, tookMs: number): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const width = Math.max(...tables.map(({ table }) => table.length));
  const digits = String(rows).length;
  return [
    `A loja foi movida de ${from} para ${to} em ${(tookMs / 1000).toFixed(1).replace('.', ',')} s:`,
    ...tables.map((table) => `  ${table.table.padEnd(width)}  ${String(table.rows).padStart(digits)}`),
    `  ${'linhas'.padEnd(width)}  ${rows}`,
    'Cada tabela foi comparada linha por linha, e os totais com as vendas.',
    `${isBack ? `Ponha DATABASE_URL=file:${to} no .env` : 'Ponha o endereço novo em DATABASE_URL, e um SHARED_SECRET, no .env'} e abra a loja. ${from} fica como estava, e a loja não o abre mais.`,
  ].join('\n');
}

function fail(error: unknown): void {
  const known = isSettingsError(error) ? error.message : fileStoreSentence(error);
  const all = error instanceof Error ? error.stack : String(error);
  process.stderr.write(known ? `${known}\n` : `Não deu certo, e a loja continua onde estava.\n${all}\n`);
  process.exitCode = 1;
}
