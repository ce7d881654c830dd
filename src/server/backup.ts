import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '#src/config.ts';
import { told } from './backup-files.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup, verifyBackup } from './restore-backup.ts';

/** The commands `npm run backup`, `npm run restore` and `npm run backup:verify`. */
async function main(): Promise<string> {
  const { command, folder, mayOverwrite } = readArguments();
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { DATABASE_URL: databaseUrl, UPLOADS_DIR: uploadsDir } = readSettings(process.env);
  const places = { databaseUrl, uploadsDir };

  if (command === 'make') {
    const target = resolve(folder ?? `backups/${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
    const { files } = await makeBackup(places, target);
    return `Backup completo em ${target}: o banco de dados e ${files.length - 1} arquivos de uploads.`;
  }
  if (!folder) throw told(`Diga a pasta do backup. ${USAGE}`);
  if (command === 'restore') {
    const { createdAt, files } = await restoreBackup(resolve(folder), places, { mayOverwrite });
    return `Restaurado o backup de ${createdAt}: o banco de dados e ${files.length - 1} arquivos de uploads. Já pode abrir a loja.`;
  }
  const { schema, counts } = await verifyBackup(resolve(folder));
  const { products, customers, purchases, keys } = counts;
  return [
    `O backup em ${resolve(folder)} está íntegro e foi restaurado por inteiro em uma pasta de teste.`,
    `Produtos: ${products}, clientes: ${customers}, compras: ${purchases}, chaves: ${keys} (esquema ${schema}).`,
  ].join('\n');
}

const USAGE =
  'Use: npm run backup -- [pasta], npm run backup:verify -- pasta ou npm run restore -- pasta [--overwrite].';

function readArguments() {
  const options = { overwrite: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true, strict: false });
  const [command, folder, ...others] = positionals;
  const unknown = Object.keys(values).filter((name) => name !== 'overwrite');
  if (others.length > 0 || unknown.length > 0 || !['make', 'restore', 'verify'].includes(command ?? ''))
    throw told(USAGE);
  return { command, folder, mayOverwrite: values.overwrite === true };
}

/** What the owner can mend is told in one sentence; anything else with all that is known of it. */
function fail(error: unknown): void {
  const isSettings = error instanceof Error && 'kind' in error && error.kind === 'settings';
  const all = error instanceof Error ? error.stack : String(error);
  process.stderr.write(isSettings ? `${error.message}\n` : `Não deu certo.\n${all}\n`);
  process.exitCode = 1;
}

main().then((sentence) => process.stdout.write(`${sentence}\n`), fail);
