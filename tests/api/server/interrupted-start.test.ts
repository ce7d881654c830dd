import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayOf, shiftDay } from '#src/wire/basics/dates.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { openClient } from '../../support/calls/client.ts';
import { scaled } from '../../support/scale.ts';
import { freePort } from '../../support/store/free-port.ts';
import { type StoreProcess, startProcess } from '../../support/store/process.ts';

const MAIN = fileURLToPath(new URL('../../../src/server/main.mjs', import.meta.url));
const KILLS = scaled(3, 30);

let folder: string;
let running: StoreProcess | undefined;
let printed: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interrupted-'));
  printed = '';
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({
  DATABASE_URL: `file:${join(folder, 'store.sqlite')}`,
  UPLOADS_DIR: join(folder, 'uploads'),
  MAIL_DIR: join(folder, 'mail'),
  DEMO_DATA: 'true',
});

/** Runs the store with what a shell lets it have, ends it when `isTime`, and answers its exit code and last words. */
async function startAndEnd(
  isTime: () => boolean,
  limit: string[] = [],
): Promise<{ code: number | null; said: string }> {
  const { PATH = '' } = process.env;
  const env = { PATH, ...settings(), PORT: String(await freePort()) };
  const [program, ...words] = [...limit, process.execPath, MAIN];
  const child = spawn(program, words, { cwd: folder, env });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  while (child.exitCode === null && !isTime()) await wait(5);
  child.kill('SIGKILL');
  return { code: await ended, said };
}

async function startAtLast(): Promise<string> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  running = await startProcess({
    url,
    settings: { ...settings(), PORT: port },
    folder,
    note: (text) => {
      printed += text;
    },
  });
  return url;
}

/** Holds the shop to the whole demo, once, and to the passwords that were shown last. */
async function wholeShopAt(url: string): Promise<boolean> {
  const password = [...printed.matchAll(/senha {2}(\w{25})\n/g)].at(-1)?.[1];
  const gate = [...printed.matchAll(/portas de produtos e chaves: (\w{25})\n/g)].at(-1)?.[1];
  const owner = openClient(url);
  expect((await owner.post('/api/auth/login', { email: 'admin@loja.local', password })).status).toBe(200);
  expect((await owner.post('/api/admin/gates/products', { password: gate })).status).toBe(200);
  expect((await owner.get('/api/public/products')).json<PublicProduct[]>().length).toBeGreaterThanOrEqual(12);
  expect((await owner.fetch('/uploads/grade-cinema.webm')).status).toBe(200);
  const file = new BetterSqlite3(join(folder, 'store.sqlite'), { readonly: true });
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(file.prepare('select count(*) from users where "isAdmin" = 1').pluck().get()).toBe(1);
  file.close();
  return true;
}

test('a first start that is killed at any moment is continued by the next one', async () => {
  const begun = performance.now();
  await startAndEnd(() => printed.includes('senha  '));
  const takenMs = performance.now() - begun;
  await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), 'interrupted-'));
  printed = '';
  for (let turn = 0; turn < KILLS; turn += 1) {
    const end = performance.now() + (takenMs * (turn + Math.random())) / KILLS;
    await startAndEnd(() => performance.now() > end);
  }
  expect(await wholeShopAt(await startAtLast())).toBe(true);
});

test('passwords printed just before the process was killed are valid, or new ones are printed, and the demo had the reports of its past before', async () => {
  await startAndEnd(() => printed.includes('senha  '));
  expect(printed).toContain('senha  ');
  const file = new BetterSqlite3(join(folder, 'store.sqlite'), { readonly: true });
  const yesterday = shiftDay(dayOf(new Date()), -1);
  expect(file.prepare('select count(*) from "keptReports" where until >= ?').pluck().get(yesterday)).toBe(1);
  expect(file.prepare('select count(*) from "changedHours"').pluck().get()).toBe(0);
  file.close();
  expect(await wholeShopAt(await startAtLast())).toBe(true);
});

test('a first start on a full disk fails with a sentence and continues once there is room', async () => {
  for (const bytes of [200_000, 2_000_000]) {
    const { code, said } = await startAndEnd(() => false, ['prlimit', `--fsize=${bytes}:${bytes}`]);
    expect([code, said]).toEqual([1, expect.stringMatching(/^Não foi possível gravar: o disco está cheio .+\.\n$/)]);
  }
  expect(await wholeShopAt(await startAtLast())).toBe(true);
});
