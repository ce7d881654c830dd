import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { ROOT } from './architecture/source.ts';
import { freePort } from './store/free-port.ts';
import { openSupervision } from './supervised-store.ts';

export type FakeStore = Awaited<ReturnType<typeof openFakeStore>>;

const REAL = [
  'setup.mjs',
  'build/setup-lock.mjs',
  'build/fingerprint.mjs',
  'build/former-assets.mjs',
  'build/switch.mjs',
];
const SOURCES = [
  'astro.config.mjs',
  'tsconfig.json',
  'CHANGELOG.md',
  'db/client.ts',
  'public/robots.txt',
  'docs/manual/banco.md',
];

/** A folder with the real set-up and switch, whose program only answers `/readyz`, and npm and Astro take no time. */
export async function openFakeStore() {
  const folder = await mkdtemp(join(tmpdir(), 'update-'));
  const at = (path: string) => join(folder, path);
  const port = await freePort();

  /** Its store is `ready`, `unready`, or ends at once (`falls`). */
  async function release(name: string, version: string, how: string, files: Record<string, string> = {}) {
    const write = async (path: string, text: string, mode = 0o600) => {
      await mkdir(dirname(at(`${name}/${path}`)), { recursive: true });
      await writeFile(at(`${name}/${path}`), text);
      await chmod(at(`${name}/${path}`), mode);
    };
    const named = { name: 'corte-final', version };
    await write('package.json', JSON.stringify({ ...named, type: 'module', engines: { node: '>=20' } }));
    await write('package-lock.json', JSON.stringify({ ...named, packages: { '': named } }));
    for (const file of SOURCES) await write(file, '');
    await write('src/server/start.sh', '');
    await write('src/server/main.mjs', PROGRAM);
    await write('src/how', how);
    await write('deploy/not-of-a-release.txt', await readFile(join(ROOT, 'deploy/not-of-a-release.txt'), 'utf8'));
    for (const [path, text] of Object.entries(files)) await write(path, text);
    for (const file of REAL) {
      await mkdir(dirname(at(`${name}/src/server/${file}`)), { recursive: true });
      await copyFile(join(ROOT, 'src/server', file), at(`${name}/src/server/${file}`));
    }
    return at(name);
  }

  const root = `${await release('app', '1.0.0', 'ready', { 'src/only-old.ts': 'old', 'db/store.sqlite.lock': '' })}/`;
  await mkdir(at('bin'));
  for (const tool of ['npm', 'astro']) await writeTool(at(`bin/${tool}`), TOOL);
  const database = new BetterSqlite3(at('app/db/store.sqlite'));
  database.exec(SCHEMA);
  database.close();
  await writeFile(at('app/.env'), `PORT=${port}\n`);
  const supervision = await openSupervision(folder, { root, env: { ...process.env, PORT: String(port) } });

  return {
    root,
    at,
    port,
    supervision,
    release,
    read: (path: string) => readFile(join(root, path), 'utf8'),
    pack: (name: string) => promisify(execFile)('tar', ['-czf', at(`${name}.tar.gz`), '-C', folder, name]),
    async close() {
      await supervision.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function writeTool(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o700);
}

const SCHEMA = `
CREATE TABLE kysely_migration (name TEXT); INSERT INTO kysely_migration VALUES ('0057-schema-floor');
CREATE TABLE "schemaFloor" (name TEXT); INSERT INTO "schemaFloor" VALUES ('0024-announcements')`;

const TOOL = `#!/bin/sh
mkdir -p node_modules/node/bin dist
ln -sf '${process.execPath}' node_modules/node/bin/node
cp package-lock.json node_modules/.package-lock.json
cp package.json dist/built
`;

const PROGRAM = `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { noteServed } from './build/switch.mjs';
const root = decodeURIComponent(new URL('../../', import.meta.url).pathname);
const how = readFileSync(root + 'src/how', 'utf8');
const { version } = JSON.parse(readFileSync(root + 'package.json', 'utf8'));
const isRehearsal = process.argv.includes('--rehearsal');
if (how === (isRehearsal ? 'never' : 'falls')) process.exit(1);
const status = how === 'ready' || isRehearsal ? 200 : 503;
createServer((request, response) => response.writeHead(status).end(version)).listen(Number(process.env.PORT), '127.0.0.1', () => {
  if (!isRehearsal && how === 'ready') noteServed(root, version);
});
process.on('SIGTERM', () => process.exit(0));
`;
