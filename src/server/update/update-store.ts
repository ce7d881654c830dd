import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { rm, statfs, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databasePath, isFileUrl } from '#db/client.ts';
import { readSchemaFloor } from '#db/schema/schema-floor.ts';
import type { Settings } from '#src/config.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { DATABASE } from '../backup/backup-files.ts';
import { lockSetUp } from '../build/setup-lock.mjs';
import { listServing, readSwitch, switchRelease, writeSwitch } from '../build/switch.mjs';
import { rehearse } from './rehearsal.ts';
import { haveSamePackages, judgeRelease, type Release, unpackRelease, versionHere } from './release.ts';
import { endServing, isRestartedBySystemd } from './running-store.ts';
import { planSwitch, type SwitchPlan } from './switch-plan.ts';
import { watchNewRelease } from './watch-release.ts';

export type Update = {
  root: string;
  source: string;
  settings: Settings;
  maySameVersion: boolean;
  /** The former release cannot open what the new one's steps have changed. */
  mayNotReturn: boolean;
  withinMs: number;
  /** One that falls within so long of being ready is not. */
  steadyMs: number;
  /** Returns the folder of a whole backup. */
  backUp(): Promise<string>;
  say(sentence: string): void;
};

/** Each step can be killed: the release that is in place serves, or the one that follows, and the same command goes on. */
export async function updateStore(update: Update): Promise<string> {
  const { root, say } = update;
  const unlock = await lockSetUp(`${root}/.update`, () =>
    say('Outra atualização está em andamento; esta espera por ela.'),
  );
  try {
    if (listServing(root).length > 1) throw settingsError(SEVERAL_PROCESSES);
    const begun: SwitchPlan | null = readSwitch(root);
    if (begun && begun.phase !== 'prepared' && begun.phase !== 'returned') {
      say(`Continuando a atualização para a versão ${begun.to}.`);
      return await bring(update, begun);
    }
    return await bring(update, await prepare(update));
  } finally {
    unlock();
  }
}

const SEVERAL_PROCESSES =
  'Vários processos servem desta pasta: atualize um por vez, cada versão em uma pasta própria, como diz One process after the other em docs/scaling.md.';

async function prepare(update: Update): Promise<SwitchPlan> {
  const { root, settings, say } = update;
  const place = (name: string) => join(root, '.update', name);
  for (const name of ['switch.json', 'served', 'former', 'trial'])
    await rm(place(name), { recursive: true, force: true });
  const next = place('next');
  const from = await versionHere(root);
  const { version: to } = await stage(update, next).catch(async (error: unknown) => {
    await rm(place('.'), { recursive: true, force: true });
    throw error;
  });
  await expectRoom(root);
  say(`Preparando a versão ${to} ao lado da ${from}, que continua no ar.`);
  await install(root, next);
  const { DATABASE_URL: databaseUrl } = settings;
  const hasStore = !isFileUrl(databaseUrl) || existsSync(databasePath(databaseUrl));
  if (hasStore) say('Fazendo um backup.');
  const backup = hasStore ? await update.backUp() : null;
  say('Abrindo a versão nova sobre uma cópia do banco de dados.');
  const copy = await rehearse({ root, next, place: place('trial'), backup, databaseUrl });
  if (backup) expectWayBack(update, readSchemaFloor(copy), readSchemaFloor(join(backup, DATABASE)).newest);
  await rm(place('trial'), { recursive: true, force: true });
  const plan = await planSwitch({ root, next, settings }, { from, to });
  // The new release must be on the disk before anything leads to it.
  await promisify(execFile)('sync');
  writeSwitch(root, plan);
  return plan;
}

async function stage({ root, source, maySameVersion }: Update, next: string): Promise<Release> {
  await unpackRelease(root, source, next);
  return judgeRelease(root, next, maySameVersion);
}

/** The former code goes back alone: a release's steps let it run on, and a sale that was made meanwhile stays. */
function expectWayBack({ mayNotReturn }: Update, { floor }: { floor: string }, known: string): void {
  if (mayNotReturn || floor <= known) return;
  throw settingsError(
    'Esta versão muda o banco de dados de um jeito que a de agora não lê, e não poderia voltar sozinha. Nada foi alterado. ' +
      'Para pôr a nova assim mesmo, acrescente --no-return; voltar seria pelo backup, como diz Voltar atrás em docs/operations.md.',
  );
}

async function expectRoom(root: string): Promise<void> {
  const { bavail, bsize } = await statfs(root);
  const free = Math.floor((bavail * bsize) / 1024 ** 2);
  if (free < NEEDED_DISK_MB) {
    throw settingsError(`Há ${free} MB livres no disco da loja, e preparar uma versão pede ${NEEDED_DISK_MB}.`);
  }
}

const NEEDED_DISK_MB = 1_200;

async function install(root: string, next: string): Promise<void> {
  if (!existsSync(join(next, 'node_modules')) && (await haveSamePackages(root, next))) await sharePackages(root, next);
  const child = spawn(process.execPath, [join(next, 'src/server/setup.mjs')], {
    cwd: next,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw settingsError('A versão nova não pôde ser preparada. A loja continua como estava.');
}

/** Hard links take seconds and no room; where there are none the set-up installs the packages. */
async function sharePackages(root: string, next: string): Promise<void> {
  const [here, there] = [join(root, 'node_modules'), join(next, 'node_modules')];
  if (!existsSync(here)) return;
  if (lstatSync(here).isSymbolicLink()) return symlink(readlinkSync(here), there);
  try {
    await promisify(execFile)('cp', ['-al', here, there]);
    // What programs keep there they write into in place.
    for (const cache of ['.cache', '.vite', '.astro']) await rm(join(there, cache), { recursive: true, force: true });
  } catch {
    await rm(there, { recursive: true, force: true });
  }
}

async function bring(update: Update, plan: SwitchPlan): Promise<string> {
  const { root, say } = update;
  const serving = listServing(root);
  if (await isRestartedBySystemd(root, serving)) {
    if (plan.phase === 'prepared') {
      say('Reiniciando a loja.');
      await endServing(root);
    }
    return watchNewRelease(update, plan);
  }
  if (serving.length > 0) {
    return `A versão ${plan.to} está pronta. Pare a loja (Ctrl+C) e inicie-a com npm start: ela troca de versão ao iniciar. ${comesBack(plan)}`;
  }
  const unlock = await lockSetUp(root, () => undefined);
  switchRelease(root, say);
  unlock();
  const now: SwitchPlan | null = readSwitch(root);
  if (!now) return `A loja está na versão ${plan.to}.`;
  if (now.phase === 'returned') return `A versão ${plan.to} não abriu, e a ${plan.from} está de volta. Inicie a loja.`;
  return `A versão ${plan.to} está no lugar. Inicie a loja: systemctl start corte-final, ou npm start. ${comesBack(plan)}`;
}

function comesBack({ from }: SwitchPlan): string {
  return `Se a nova não abrir em três inícios, a ${from} volta sozinha.`;
}
