import { existsSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { forgetFormer } from './backup/restore-in-place.ts';
import { noteServed } from './build/switch.mjs';
import { exitWith } from './commands/exit-with.ts';
import { openLog } from './log.ts';
import type { Figures } from './metrics/figures.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { drain, openServer } from './opening/open-server.ts';
import { readOwnSettings } from './opening/own-settings.ts';
import { holdService } from './opening/reopening.ts';
import { openService } from './opening/service.ts';
import { makeFilesPrivately } from './private-files.ts';
import { inProject } from './project-folder.ts';
import { readRelease } from './read-release.ts';
import { type OpenListeners, openListeners } from './tls/listeners.ts';
import { REHEARSAL } from './update/rehearsal-word.ts';

export function serve(): Promise<void> {
  return open().catch(exitWith);
}

async function open(): Promise<void> {
  makeFilesPrivately();
  const readEnvironment = openEnvironment();
  let settings = readServed(readEnvironment());
  const log = openLog(settings.LOG_LEVEL);
  const { handler } = await import('../../dist/server/entry.mjs');
  let figures: Figures | null = null;
  let isStopping = false;
  let isReopened = false;
  let environment = { ...process.env };
  let printOpening = () => {};
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end();
  const listeners = openOwnListeners(settings, (request, response) => answer(request, response));
  const holder = await holdService({
    log,
    giveUp: exitWith,
    async open(which, reopening) {
      if (which === 'former') putBack(environment);
      const tried = which === 'new' ? readServed(readEnvironment()) : settings;
      figures ??= await openMetrics(tried);
      const parts = { settings: tried, log, astro: handler, figures, reopening, isReopened, listeners };
      const service = await openService({ ...parts, isStopping: () => isStopping });
      settings = tried;
      environment = { ...process.env };
      log.level = tried.LOG_LEVEL;
      printOpening = service.printOpening;
      return service;
    },
  });
  answer = holder.answer;
  isReopened = true;
  await forgetFormer(settings);
  const { drainMs } = settings;
  const server = openServer(holder.answer);
  const shutDown = async () => {
    await wait(drainMs);
    await holder.settle();
    await drain([server, ...(listeners?.servers() ?? [])], holder.endStreams);
    await holder.close();
    process.exit(0);
  };
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    shutDown().catch(exitWith);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
  // Nobody else would end it where the update that began it was killed.
  if (IS_REHEARSAL) process.stdin.resume().once('end', stop);
  // Windows knows no such signal.
  if (process.platform !== 'win32') process.on('SIGUSR2', holder.reopen);
  await listen(server, settings);
  printOpening();
  if (!IS_REHEARSAL) noteServed(inProject(''), (await readRelease()).version);
}

/** What the store starts, such as the process of a backup, goes by it too. */
function putBack(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** On a copy of the database nothing may be sent, and no bank be asked. */
const IS_REHEARSAL = process.argv.includes(REHEARSAL);

function readServed(environment: NodeJS.ProcessEnv): Settings {
  const settings = readOwnSettings(environment);
  return IS_REHEARSAL ? { ...settings, metrics: null, tls: null, WORKER: 'off' } : settings;
}

/** `SITE_URL` alone means that somebody else has the certificate. */
function openOwnListeners(
  { tls, DOMAIN, SITE_URL, DATABASE_URL }: Settings,
  answer: RequestListener,
): OpenListeners | null {
  if (!tls || (SITE_URL !== undefined && DOMAIN === undefined)) return null;
  return openListeners({ tls, isShared: !isFileUrl(DATABASE_URL), answer });
}

/** What the process began with wins over the file, which is read anew with each opening of the shop. */
function openEnvironment(): () => NodeJS.ProcessEnv {
  let fromFile: string[] = [];
  return () => {
    for (const name of fromFile) delete process.env[name];
    const given = new Set(Object.keys(process.env));
    if (existsSync('.env')) process.loadEnvFile('.env');
    fromFile = Object.keys(process.env).filter((name) => !given.has(name));
    return process.env;
  };
}

function listen(server: Server, { HOST, PORT }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, HOST, PORT)));
    server.listen(PORT, HOST, () => resolve());
  });
}

function cannotListen({ code }: NodeJS.ErrnoException, host: string, port: number): Error {
  const sentence =
    code === 'EADDRINUSE'
      ? `A porta ${port} já está em uso. Escolha outra com PORT.`
      : `HOST, PORT: a loja não consegue atender em ${host}, porta ${port} (${code}).`;
  return settingsError(sentence);
}
