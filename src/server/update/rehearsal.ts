import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isFileUrl } from '#db/client.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { DATABASE } from '../backup/backup-files.ts';
import { keyFileOf } from '../shop/open-encryption.ts';
import { waitForReady } from './readiness.ts';
import { REHEARSAL } from './rehearsal-word.ts';

/** Those of `npm start`. */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

type Rehearsal = {
  root: string;
  next: string;
  place: string;
  backup: string | null;
  databaseUrl: string;
};

/** Opens the new release on a copy of the database, at another port; returns the copy, as the release has changed it. */
export async function rehearse({ root, next, place, backup, databaseUrl }: Rehearsal): Promise<string> {
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true, mode: 0o700 });
  const database = join(place, DATABASE);
  if (backup) await copyFile(join(backup, DATABASE), database);
  const keyFile = isFileUrl(databaseUrl) ? keyFileOf(databaseUrl) : null;
  if (keyFile && existsSync(keyFile)) await copyFile(keyFile, keyFileOf(`file:${database}`));
  const port = await freePort();
  const own = join(next, 'node_modules/node/bin/node');
  const child = spawn(
    existsSync(own) ? own : process.execPath,
    [...FLAGS, join(next, 'src/server/main.mjs'), REHEARSAL],
    {
      cwd: root,
      env: { ...process.env, ...placesIn(place, port), DATABASE_URL: `file:${database}` },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString('utf8')).slice(-LONGEST_QUOTE);
    });
  }
  const ended = once(child, 'close');
  const isReady = await waitForReady(`http://127.0.0.1:${port}`, {
    withinMs: OPEN_WITHIN_MS,
    isOver: () => child.exitCode !== null || child.signalCode !== null,
  });
  await endOf(child, ended);
  if (!isReady) throw settingsError(`${printed.trim()}\nA versão nova não abriu sobre uma cópia do banco de dados.`);
  return database;
}

/** The bound of the switch is for a store that has been rehearsed. */
const OPEN_WITHIN_MS = 2 * MINUTE_MS;
const LONGEST_QUOTE = 4_000;

function placesIn(place: string, port: number): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    // A file knows no other.
    WORKER: 'auto',
    DEMO_DATA: 'false',
    UPLOADS_DIR: join(place, 'uploads'),
    FILES_DIR: join(place, 'files'),
    MAIL_DIR: join(place, 'outbox'),
    BACKUPS_DIR: join(place, 'backups'),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function endOf(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(giveUp);
}

const STOP_MS = 20_000;
