import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { extractArchive } from '#src/server/backup/archive.ts';
import type { ShownBackupSettings, ShownBackups } from '#src/wire/backups/backups.ts';
import { loginForFile, startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { expectStatus } from '../../support/purchases/buy.ts';

const SECRETS = {
  accessToken: 'APP_USR-0123456789abcdef-987654',
  webhookSecret: 'assinatura-bem-secreta-0001',
  mailPassword: 'senha-do-correio-0002',
  bucketSecret: 'segredo-do-balde-0003',
  passphrase: 'senha longa dos backups 0004',
};
const BACKUPS = '/api/admin/backups';
const store = startStoreProcessForFile({ PAYMENT_PROVIDER: '', LOG_LEVEL: 'trace', COPY_SECONDS: '0.2' });
const owner = loginForFile(store);

beforeAll(async () => {
  for (const gate of ['products', 'activation-keys']) {
    expectStatus(await owner.post(`/api/admin/gates/${gate}`, { password: store.gatePassword }), 200);
  }
});

test('what was typed as a secret is in no file, page, answer, export, log line or backup, clear or opened', async () => {
  await typeAll();
  for (const isEncrypted of [false, true]) await makeBackup(isEncrypted);
  const texts = new Map<string, Buffer | string>([['the log', store.output()]]);
  for (const address of await everyAddress()) texts.set(address, (await owner.get(address)).text);
  for (const [path, bytes] of await everyFile()) texts.set(path, bytes);
  expect([...texts.keys()].filter((name) => name.endsWith('.csv')).length).toBeGreaterThan(4);
  expect([...texts.keys()].filter((name) => name.endsWith('store.sqlite')).length).toBeGreaterThan(2);
  const found = [...texts].flatMap(([name, text]) =>
    Object.entries(SECRETS).flatMap(([secret, value]) => (text.includes(value) ? [`${secret} in ${name}`] : [])),
  );
  expect(found).toEqual([]);
});

async function typeAll(): Promise<void> {
  const { accessToken, webhookSecret, mailPassword } = SECRETS;
  const bank = { provider: 'mercadopago', accessToken, webhookSecret, apiUrl: 'http://127.0.0.1:1' };
  expectStatus(await owner.put('/api/admin/bank', bank), 200);
  const server = { host: 'correio.exemplo', port: '465', security: 'tls', user: 'loja', password: mailPassword };
  expectStatus(await owner.put('/api/admin/mail/server', { ...server, from: 'loja@exemplo.com.br' }), 200);
}

async function makeBackup(isEncrypted: boolean): Promise<void> {
  const settings: ShownBackupSettings = (await owner.get(`${BACKUPS}/settings`)).json();
  const { bucketSecret: secret, passphrase } = SECRETS;
  const bucket = {
    endpoint: 'https://s3.exemplo.com',
    region: 'auto',
    bucket: 'backups',
    prefix: '',
    key: 'AK',
    secret,
  };
  const wanted = { ...settings, isEncrypted, isContinuous: true, passphrase: isEncrypted ? passphrase : null };
  expectStatus(await owner.put(`${BACKUPS}/settings`, { ...wanted, place: 'folder', bucket }), 200);
  expectStatus(await owner.post(BACKUPS), 202);
  const read = async () => (await owner.get(BACKUPS)).json<ShownBackups>();
  await expect.poll(async () => (await read()).running, { interval: 100 }).toBe(null);
  expect((await read()).failed).toBe(null);
  await expect.poll(async () => (await read()).continuous?.ageSeconds ?? null).not.toBe(null);
}

/** Pages and calls without a parameter, as the folder of pages has them. */
async function everyAddress(): Promise<string[]> {
  const root = join(import.meta.dirname, '../../../src/pages');
  const files = (await readdir(root, { recursive: true })).filter((file) => /\.(?:ts|astro)$/.test(file));
  return files
    .filter((file) => !file.includes('[') && !/events\.ts$/.test(file))
    .map((file) => `/${file.replace(/\.(?:ts|astro)$/, '').replace(/(?:^|\/)index$/, '')}`);
}

async function everyFile(): Promise<[string, Buffer][]> {
  const backups = join(store.folder, 'backups');
  const [archive = ''] = (await readdir(backups)).filter((name) => name.endsWith('.tar.age'));
  const opened = join(store.folder, 'aberto');
  await mkdir(opened);
  await extractArchive(join(backups, archive), join(opened, 'backup'), async () => SECRETS.passphrase);
  const names = await readdir(store.folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = files.map(async (path): Promise<[string, Buffer]> => [path, await readFile(path)]);
  const all = await Promise.all(read);
  await rm(opened, { recursive: true });
  return all.filter(([path]) => existsSync(path) || path.startsWith(opened));
}
