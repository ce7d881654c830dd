import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { BackupAddress, ShownBackups } from '#src/wire/backups/backups.ts';
import type { RestoreChoice, SentArchive, ShownRestore } from '#src/wire/backups/restores.ts';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { type Client, login, openClient } from '../../support/calls/client.ts';
import { NEW_SHOP, printedLink, sendForm } from '../../support/calls/new-shop.ts';
import { buy, expectStatus, readPurchase } from '../../support/purchases/buy.ts';
import { startStoreProcess } from '../../support/store/store.ts';
import { openStoreDatabase } from '../../support/store/store-database.ts';
import { limitFiles } from '../../support/store/store-process.ts';

const BACKUPS = '/api/admin/backups';
const RESTORE = `${BACKUPS}/restore`;
const LESS_THAN_THE_DATABASE = 256 * 1024;

const store = startStoreProcessForFile();
let owner: Client;
let archive: Buffer;
let listed: RestoreChoice;

beforeAll(async () => {
  owner = await login(store);
  const name = await makeBackup();
  listed = { kind: 'listed', name };
  const { address } = expectStatus(await owner.post(`${BACKUPS}/${name}`), 200).json<BackupAddress>();
  archive = Buffer.from(await (await owner.fetch(address)).arrayBuffer());
});

async function makeBackup(): Promise<string> {
  expectStatus(await owner.post(BACKUPS), 202);
  await vi.waitUntil(async () => (await backups()).running === null, { timeout: 240_000, interval: 100 });
  return (await backups()).backups[0]?.name ?? '';
}

const backups = async () => (await owner.get(BACKUPS)).json<ShownBackups>();
const shown = async () => (await owner.get(RESTORE)).json<ShownRestore>();
const timesOpened = () => store.output().split('the shop is open again').length - 1;

async function send(bytes: Uint8Array<ArrayBuffer>, client = owner, path = `${RESTORE}/archive`) {
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'backup.tar');
  return client.fetch(path, { method: 'POST', body: form });
}

async function sendAndCheck(bytes: Uint8Array<ArrayBuffer>, passphrase: string | null = null): Promise<ShownRestore> {
  const response = await send(bytes);
  expect(response.status).toBe(201);
  const { id }: SentArchive = await response.json();
  return check({ kind: 'sent', id }, passphrase);
}

async function check(choice: RestoreChoice, passphrase: string | null = null): Promise<ShownRestore> {
  expectStatus(await owner.post(`${RESTORE}/check`, { choice, passphrase }), 202);
  await expect.poll(async () => (await shown()).current.state, { interval: 100 }).not.toBe('checking');
  return shown();
}

describe('before anything is changed', () => {
  test('the screen says what the shop of now did since', async () => {
    await buy(openClient(store.url), { productId: 'lote' });
    const { current } = await check(listed);
    expect(current).toMatchObject({
      state: 'checked',
      preview: { since: { sales: 1, keys: 1 }, secrets: 'none' },
    });
    const refused = await owner.post(RESTORE, { word: 'sim', areKeysFree: false });
    expect(refused.status).toBe(422);
    expect(refused.json<ErrorBody>().fields).toEqual({ word: 'Nada foi alterado: a palavra é RESTAURAR.' });
  });

  test.each([
    ['a foreign file', () => Buffer.from('PK\u0003\u0004 um zip qualquer'), /não é um backup inteiro desta loja/],
    [
      'half a backup',
      () => archive.subarray(0, archive.length / 2),
      /não é um backup inteiro|Falta um arquivo|não é o mesmo/,
    ],
    ['a damaged one', () => damage(archive), /difere|alterado|danificad|não é/],
  ])('%s is refused in a sentence', async (_what, bytes, sentence) => {
    const { current } = await sendAndCheck(new Uint8Array(bytes()));
    expect(current).toMatchObject({ state: 'failed', reason: expect.stringMatching(sentence) });
    expect((await owner.post(RESTORE, { word: 'RESTAURAR', areKeysFree: false })).status).toBe(409);
  });

  test('an encrypted one asks for its passphrase, and strangers get no further', async () => {
    const { Encrypter } = await import('age-encryption');
    const encrypter = new Encrypter();
    encrypter.setScryptWorkFactor(1);
    encrypter.setPassphrase('uma senha longa de backup');
    const encrypted = new Uint8Array(await encrypter.encrypt(new Uint8Array(archive)));
    const { id, isEncrypted }: SentArchive = await (await send(encrypted)).json();
    expect(isEncrypted).toBe(true);
    const choice: RestoreChoice = { kind: 'sent', id };
    const asked = await owner.post(`${RESTORE}/check`, { choice, passphrase: null });
    expect(asked.json<ErrorBody>().fields).toEqual({ passphrase: 'Este backup é cifrado. Informe a senha dele.' });
    expect((await check(choice, 'outra senha longa')).current).toEqual({
      state: 'failed',
      reason: 'A senha não abre este backup.',
    });
    expect((await check(choice, 'uma senha longa de backup')).current.state).toBe('checked');
    for (const path of ['', '/check', '/archive']) {
      expect((await openClient(store.url).post(RESTORE + path, {})).status).toBe(401);
    }
  });

  test('it wants the own password anew', async () => {
    const at = Math.floor(Date.now() / 1000) - 660;
    await store.database().updateTable('sessions').set({ created_at: at, confirmedAt: null }).execute();
    for (const path of ['', '/check', '/archive']) {
      expect((await owner.post(RESTORE + path, {})).json<ErrorBody>().code).toBe('confirm_identity');
    }
    owner = await login(store);
  });
});

test('a restore in the running process keeps the sale that came after the backup, and tells what it did', async () => {
  const buyer = openClient(store.url);
  const sold = await buy(buyer, { productId: 'lote' });
  await check(listed);
  const before = timesOpened();
  expectStatus(await owner.post(RESTORE, { word: 'RESTAURAR', areKeysFree: false }), 202);
  await expect.poll(timesOpened).toBe(before + 1);

  expect((await owner.get(RESTORE)).status).toBe(401);
  owner = await login(store);
  await expect.poll(async () => (await shown()).last?.sales.open).toBe(0);
  const { last, failure, current } = await shown();
  expect(failure).toBe(null);
  expect(current).toEqual({ state: 'none' });
  expect(last).toMatchObject({ carriedOver: { isFormerRead: true, purchases: 2, keys: 2, heldKeys: 0 } });
  expect(last?.sales.completed).toBe(2);
  expect((await readPurchase(buyer, sold.id)).paymentStatus).toBe('COMPLETED');
  const names = await readdir(store.folder);
  expect(names.filter((name) => /restor|former|replaced/.test(name))).toEqual([]);
  const books = openStoreDatabase(join(store.folder, 'store.sqlite'));
  const trail = await books.selectFrom('audit').select('action').where('kind', '=', 'backup').execute();
  await books.destroy();
  expect(trail.at(-1)?.action).toBe('backup.restore');
});

test('a full disk is told at each step, leaves nothing half done, and the shop as it was', async () => {
  const full =
    'O disco encheu enquanto o backup era aberto. O que ficou pela metade foi apagado, e nada da loja mudou.';
  const workplace = join(store.folder, 'store.sqlite.restore');
  await limitFiles(store, archive.length / 2);
  const refused = await send(new Uint8Array(archive));
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'no_room', message: full }]);
  expect(await readdir(workplace)).toEqual([]);

  await limitFiles(store, null);
  const { id }: SentArchive = await (await send(new Uint8Array(archive))).json();
  await limitFiles(store, LESS_THAN_THE_DATABASE);
  expect((await check({ kind: 'sent', id })).current).toEqual({ state: 'failed', reason: full });
  expect(await readdir(workplace)).toEqual([`${id}.tar`]);

  await limitFiles(store, null);
  const sold = await buy(openClient(store.url), { productId: 'lote' });
  expect((await check({ kind: 'sent', id })).current.state).toBe('checked');
  const before = timesOpened();
  await limitFiles(store, LESS_THAN_THE_DATABASE);
  expectStatus(await owner.post(RESTORE, { word: 'RESTAURAR', areKeysFree: false }), 202);
  await expect.poll(() => store.output()).toContain('the shop is opened again as it was');
  await limitFiles(store, null);
  await expect.poll(timesOpened).toBe(before + 1);
  // SQLite does not tell a full disk from a broken one by a limit of the process.
  expect((await shown()).failure?.reason).toMatch(/^O disco (?:encheu|está cheio) .+ nada da loja mudou\.$/);
  expect((await readPurchase(openClient(store.url), sold.id)).paymentStatus).toBe('COMPLETED');
  expect((await readdir(store.folder)).filter((name) => /restor|former|replaced/.test(name))).toEqual([]);
});

test('a backup with which the shop does not open is undone', async () => {
  const sold = await buy(openClient(store.url), { productId: 'lote' });
  await check(listed);
  await writeFile(join(store.folder, '.env'), 'SMTP_URL=nada\n');
  const before = timesOpened();
  expectStatus(await owner.post(RESTORE, { word: 'RESTAURAR', areKeysFree: false }), 202);
  await expect.poll(timesOpened).toBe(before + 1);
  expect((await shown()).failure?.reason).toContain('SMTP_URL');
  expect((await readPurchase(openClient(store.url), sold.id)).paymentStatus).toBe('COMPLETED');
  await writeFile(join(store.folder, '.env'), '');
});

test('a process that is killed meanwhile opens the shop again, with all sales', async () => {
  const buyer = openClient(store.url);
  const sold = await buy(buyer, { productId: 'lote' });
  await check(listed);
  expectStatus(await owner.post(RESTORE, { word: 'RESTAURAR', areKeysFree: false }), 202);
  await store.kill();
  await store.restart();
  await expect.poll(async () => (await readPurchase(buyer, sold.id)).paymentStatus).toBe('COMPLETED');
  const names = await readdir(store.folder);
  expect(names.filter((name) => /restoring|replaced|former|\.restore$/.test(name))).toEqual([]);
});

test('an empty machine is restored from its wizard, whose link is then dead', async () => {
  const machine = await startStoreProcess(NEW_SHOP);
  try {
    const link = printedLink(machine.output());
    const visitor = openClient(machine.url);
    expect((await send(new Uint8Array(9), visitor, '/instalar/backup/arquivo')).status).toBe(503);
    await visitor.get(link);
    const sent = await send(new Uint8Array(archive), visitor, '/instalar/backup/arquivo');
    const address = sent.headers.get('location') ?? '';
    expect(address).toMatch(/^\/instalar\/backup\?enviado=[0-9a-f]{32}$/);
    const choice = `sent:${address.split('=')[1]}`;
    expect(await sendForm(visitor, '/instalar/backup', { intent: 'check', choice })).toMatchObject({ status: 303 });
    const page = async () => (await visitor.get('/instalar/backup')).text;
    await expect.poll(page, { interval: 200 }).toContain('Para restaurar, digite RESTAURAR');
    expect(await page()).toContain('saem da venda');
    const wrong = await sendForm(visitor, '/instalar/backup', { intent: 'start', word: 'restaurar?' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Nada foi alterado')]);
    const begun = await sendForm(visitor, '/instalar/backup', { intent: 'start', word: 'RESTAURAR' });
    expect(begun).toMatchObject({ status: 303, location: '/login' });
    await expect.poll(() => machine.output()).toContain('the shop is open again');
    await login({ ...machine, admin: store.admin });
    const free = machine.database().selectFrom('activationKeys').select('id').where('assignedAt', 'is', null);
    expect(await free.where('revokedAt', 'is', null).execute()).toEqual([]);
    expect((await openClient(machine.url).get(link)).status).toBe(404);
    expect((await visitor.get('/instalar/conta')).status).toBe(404);
  } finally {
    await machine.stop();
  }
});

function damage(bytes: Buffer): Buffer {
  const damaged = Buffer.from(bytes);
  const at = damaged.indexOf('SQLite format 3') + 5_000;
  damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at);
  return damaged;
}
