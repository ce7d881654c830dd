import { existsSync } from 'node:fs';
import { noteServed } from './build/switch.mjs';
import { exitWith } from './commands/exit-with.ts';
import { openStore } from './opening/open-store.ts';
import { readOwnSettings } from './opening/own-settings.ts';
import { makeFilesPrivately } from './private-files.ts';
import { inProject } from './project-folder.ts';
import { readRelease } from './read-release.ts';
import { REHEARSAL } from './update/rehearsal-word.ts';

export { openStore, readOwnSettings };

export function serve(): Promise<void> {
  return serveInProcess().catch(exitWith);
}

async function serveInProcess(): Promise<void> {
  makeFilesPrivately();
  // On a copy of the database nothing may be sent, and no bank be asked.
  const isRehearsal = process.argv.includes(REHEARSAL);
  const readEnvironment = openEnvironment();
  let environment = { ...process.env };
  const store = await openStore({
    readServed() {
      const settings = readOwnSettings(readEnvironment());
      return isRehearsal ? { ...settings, metrics: null, tls: null, WORKER: 'off' } : settings;
    },
    keepSettings() {
      environment = { ...process.env };
    },
    dropSettings: () => putBack(environment),
    giveUp: exitWith,
  });
  const stop = () => {
    store.stop().then(() => process.exit(0), exitWith);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
  // Nobody else would end it where the update that began it was killed.
  if (isRehearsal) process.stdin.resume().once('end', stop);
  // Windows knows no such signal.
  if (process.platform !== 'win32') process.on('SIGUSR2', store.reopen);
  await store.listen();
  if (!isRehearsal) noteServed(inProject(''), (await readRelease()).version);
}

/** What the store starts, such as the process of a backup, goes by it too. */
function putBack(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
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
