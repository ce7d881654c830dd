import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { besideStore, databasePath, isFileUrl, openDatabase } from '#db/client.ts';
import { startAlone } from '#db/engines/leader-election.ts';
import { migrate, planOwnMigration } from '#db/migrate.ts';
import type { MigrationPlan } from '#db/schema/migration-plan.ts';
import type { Settings } from '#src/config.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { exitWith } from '../commands/exit-with.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { makeFilesPrivately } from '../private-files.ts';

export async function runMigrate(): Promise<void> {
  await obey().then(say, exitWith);
}

async function obey(): Promise<string> {
  makeFilesPrivately();
  const { values, positionals } = parseArgs({ options: { plan: { type: 'boolean' } }, strict: false });
  const unknown = Object.keys(values).filter((name) => name !== 'plan');
  if (positionals.length > 0 || unknown.length > 0) throw settingsError('Use: npm run migrate [-- --plan].');
  const settings = readOwnSettings();
  return values.plan ? plan(settings) : run(settings);
}

async function plan({ DATABASE_URL }: Settings): Promise<string> {
  if (isFileUrl(DATABASE_URL) && !existsSync(databasePath(DATABASE_URL)))
    return 'Ainda não há banco de dados: o primeiro início o faz.';
  return besideStore(DATABASE_URL, async (db) => textOf(await planOwnMigration(db)));
}

async function run({ DATABASE_URL, DATABASE_LISTEN_URL }: Settings): Promise<string> {
  const { db, postgres, close } = await openDatabase(DATABASE_URL, { listenUrl: DATABASE_LISTEN_URL, isPatient: true });
  const takeSteps = async () => {
    const { pending } = await planOwnMigration(db);
    await migrate(db);
    return pending;
  };
  const log = { info: () => say('Esperando outro processo da loja que inicia.'), warn: () => undefined };
  try {
    const taken = await (postgres ? startAlone(postgres.openClient, log, takeSteps) : takeSteps());
    return taken.length === 0 ? UP_TO_DATE : `Feito: ${taken.map(({ name }) => name).join(', ')}.`;
  } finally {
    await close();
  }
}

const UP_TO_DATE = 'Nada a fazer: o banco de dados tem todos os passos que esta versão conhece.';

export function textOf({ pending, locked, processes }: MigrationPlan): string {
  if (pending.length === 0) return UP_TO_DATE;
  const mustStop = processes.filter(({ isTooOld }) => isTooOld);
  return [
    'Passos que faltam:',
    ...pending.map(({ name, oldestReader }) =>
      name === oldestReader
        ? `  ${name}: versões que não o conhecem precisam parar antes`
        : `  ${name}: versões que conhecem ${oldestReader} trabalham ao lado`,
    ),
    locked.length > 0
      ? `Travadas por um instante, nesta ordem: ${locked.join(', ')}.`
      : 'Nenhuma tabela das vendas é travada.',
    ...processes.map(({ host, pid, newestStep, isTooOld }) => {
      const verdict = isTooOld ? 'PRECISA PARAR ANTES' : 'pode continuar';
      return `Processo ${pid} em ${host}, que conhece até ${newestStep}: ${verdict}.`;
    }),
    mustStop.length > 0
      ? 'Agora a mudança seria recusada. Pare esses processos, inicie um desta versão e depois os outros.'
      : 'Agora a mudança seria feita no próximo início de um processo desta versão, ou por npm run migrate.',
  ].join('\n');
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
