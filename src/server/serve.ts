import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from '#src/config.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { noteServed } from './build/switch.mjs';
import { exitWith } from './commands/exit-with.ts';
import { openLog } from './log.ts';
import type { Figures } from './metrics/figures.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { holdService } from './opening/reopening.ts';
import { openService } from './opening/service.ts';
import { readOwnSettings } from './own-settings.ts';
import { makeFilesPrivately } from './private-files.ts';
import { inProject } from './project-folder.ts';
import { readRelease } from './read-release.ts';
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
  let printOpening = () => {};
  const holder = await holdService({
    log,
    giveUp: exitWith,
    async open(which, reopening) {
      const tried = which === 'new' ? readServed(readEnvironment()) : settings;
      figures ??= await openMetrics(tried);
      const parts = { settings: tried, log, astro: handler, figures, reopening };
      const service = await openService({ ...parts, isStopping: () => isStopping });
      settings = tried;
      log.level = tried.LOG_LEVEL;
      printOpening = service.printOpening;
      return service;
    },
  });
  const { drainMs } = settings;
  const server = openServer(holder.answer);
  await listen(server, settings);
  printOpening();

  const shutDown = async () => {
    await wait(drainMs);
    await holder.settle();
    await drain(server, holder.endStreams);
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
  if (!IS_REHEARSAL) noteServed(inProject(''), (await readRelease()).version);
}

/** On a copy of the database nothing may be sent, and no bank be asked. */
const IS_REHEARSAL = process.argv.includes(REHEARSAL);

function readServed(environment: NodeJS.ProcessEnv): Settings {
  const settings = readOwnSettings(environment);
  return IS_REHEARSAL ? { ...settings, metrics: null, WORKER: 'off' } : settings;
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

function openServer(listener: RequestListener) {
  const server = createServer(
    {
      headersTimeout: 10_000,
      keepAliveTimeout: 5_000,
      requestTimeout: 15 * MINUTE_MS,
      connectionsCheckingInterval: 2_000,
    },
    listener,
  );
  // It closes clients that do not read, too; event streams send more often than that.
  server.setTimeout(SILENCE_MS);
  server.maxConnections = MAXIMUM_CONNECTIONS;
  return server;
}

const MAXIMUM_CONNECTIONS = 4_000;
const SILENCE_MS = MINUTE_MS;
const DRAIN_MS = 7_000;
const FORCE_CLOSE_MS = 100;

type Server = ReturnType<typeof openServer>;

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

async function drain(server: Server, endStreams: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  endStreams();
  // Repeats, because browsers keep a connection open after its response.
  const forceClose = setInterval(() => server.closeIdleConnections(), FORCE_CLOSE_MS);
  const giveUp = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(forceClose);
  clearTimeout(giveUp);
}
