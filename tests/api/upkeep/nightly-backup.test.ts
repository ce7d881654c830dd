import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BackupAddress, OutsideCommand, ShownBackupSettings, ShownBackups } from '#src/wire/backups/backups.ts';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { loginForFile, startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { enterAsAffiliate } from '../../support/purchases/affiliates.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { runBackupCommand } from '../../support/store/run-command.ts';
import { openStoreDatabase } from '../../support/store/store-database.ts';

const BACKUPS = '/api/admin/backups';
const store = startStoreProcessForFile({ LOG_LEVEL: 'warn' });
const owner = loginForFile(store);

const read = async () => (await owner.get(BACKUPS)).json<ShownBackups>();

async function makeOne(): Promise<ShownBackups> {
  expectStatus(await owner.post(BACKUPS), 202);
  expect((await owner.post(BACKUPS)).status).toBe(409);
  await expect.poll(async () => (await read()).running, { interval: 200 }).toBe(null);
  return read();
}

async function typeNoPasswordFor(minutes: number): Promise<void> {
  const at = Math.floor(Date.now() / 1000) - minutes * 60;
  await store.database().updateTable('sessions').set({ created_at: at, confirmedAt: null }).execute();
}

test('a backup of the running shop is downloaded as one file, which restores on an empty machine', async () => {
  const purchase = await buy(openClient(store.url), { productId: 'lote' });
  const { backups, failed, folder } = await makeOne();
  expect(failed).toBe(null);
  expect(folder).toBe(join(store.folder, 'backups'));
  const [backup, ...others] = backups;
  expect(others).toEqual([]);
  expect(backup).toMatchObject({ isHere: true, isInBucket: false, isOwn: true, hasKeyFile: false, problem: null });
  expect(backup?.verifiedAt).not.toBe(null);

  const asked = expectStatus(await owner.post(`${BACKUPS}/${backup?.name}`), 200);
  const response = await owner.fetch(asked.json<BackupAddress>().address);
  expect(response.headers.get('content-disposition')).toContain(`filename="loja-${backup?.name}.tar"`);
  const file = join(store.folder, 'baixado.tar');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));

  const machine = join(store.folder, 'vazia');
  const settings = {
    DATABASE_URL: `file:${join(machine, 'store.sqlite')}`,
    UPLOADS_DIR: join(machine, 'uploads'),
    FILES_DIR: join(machine, 'files'),
  };
  const restored = await runBackupCommand(['restore', file, '--confirm=RESTAURAR', '--free-keys'], {
    folder: store.folder,
    settings,
  });
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect((await readdir(settings.UPLOADS_DIR)).sort()).toEqual((await readdir(join(store.folder, 'uploads'))).sort());
  const books = openStoreDatabase(join(machine, 'store.sqlite'));
  const found = await books.selectFrom('purchases').select('status').where('id', '=', purchase.id).execute();
  await books.destroy();
  expect(found).toEqual([{ status: 'COMPLETED' }]);

  const trail = await store.database().selectFrom('audit').select('action').where('kind', '=', 'backup').execute();
  expect(trail.map(({ action }) => action)).toEqual(['backup.create', 'backup.verify', 'backup.download']);
});

test('what a command leaves in the folder is listed, and told by whom', async () => {
  const settings = { DATABASE_URL: store.databaseUrl, UPLOADS_DIR: join(store.folder, 'uploads') };
  const where = { folder: store.folder, settings: { ...settings, FILES_DIR: join(store.folder, 'files') } };
  expect(await runBackupCommand(['make'], where)).toMatchObject({ code: 0, stderr: '' });
  const { backups } = await read();
  expect(backups.map(({ isOwn, verifiedAt }) => [isOwn, verifiedAt !== null])).toContainEqual([false, false]);

  expect(await runBackupCommand(['told'], where)).toMatchObject({ code: 0, stderr: '' });
  expect((await read()).outside).toEqual({ lastAt: expect.any(String), hasScript: false });
});

test('a script tells by the line that the screen gave it', async () => {
  const { command } = expectStatus(await owner.post(`${BACKUPS}/external/token`), 200).json<OutsideCommand>();
  const [line, authorization = '', address = ''] =
    /^curl -fsS -X POST -H '(Authorization: .+)' (http.+)$/.exec(command) ?? [];
  expect(line).toBe(command);
  const [, value = ''] = authorization.split(': ');
  const before = await read();
  expect((await fetch(address, { method: 'POST', headers: { Authorization: value } })).status).toBe(200);
  const { outside } = await read();
  expect(outside).toEqual({ lastAt: expect.any(String), hasScript: true });
  expect(outside.lastAt).not.toBe(before.outside.lastAt);
  expect((await fetch(address, { method: 'POST', headers: { Authorization: 'Bearer outra' } })).status).toBe(401);
});

test('a download, the bucket and the settings want the password anew; the rest is the administrators alone', async () => {
  const settings: ShownBackupSettings = (await owner.get(`${BACKUPS}/settings`)).json();
  const body = { ...settings, isOn: false, passphrase: null };
  const [backup] = (await read()).backups;
  const affiliate = await enterAsAffiliate(store);
  for (const [client, status] of [
    [openClient(store.url), 401],
    [affiliate, 403],
  ] as const) {
    for (const path of [BACKUPS, `${BACKUPS}/settings`, `${BACKUPS}/${backup?.name}`]) {
      expect((await client.get(path)).status, path).toBe(status);
    }
    for (const path of [BACKUPS, `${BACKUPS}/check`, `${BACKUPS}/external`, `${BACKUPS}/${backup?.name}`]) {
      expect((await client.post(path, {})).status, path).toBe(status);
    }
  }

  await typeNoPasswordFor(11);
  for (const response of [
    await owner.get(`${BACKUPS}/${backup?.name}`),
    await owner.post(`${BACKUPS}/${backup?.name}`),
    await owner.post(`${BACKUPS}/check`, {}),
    await owner.post(`${BACKUPS}/external/token`),
    await owner.put(`${BACKUPS}/settings`, body),
  ]) {
    expect(expectStatus(response, 403).json<ErrorBody>().code).toBe('confirm_identity');
  }
  await typeNoPasswordFor(0);
  expect((await owner.get(`${BACKUPS}/..%2Fstore.sqlite`)).status).toBe(404);
  expect(expectStatus(await owner.put(`${BACKUPS}/settings`, body), 200).json()).toMatchObject({ isOn: false });
  expect((await read()).nextNightAt).toBe(null);
});

test('a folder that would hold itself, or that nobody can write to, is refused in words', async () => {
  const settings: ShownBackupSettings = (await owner.get(`${BACKUPS}/settings`)).json();
  for (const [folder, sentence] of [
    [join(store.folder, 'uploads/backups'), 'dos arquivos da loja'],
    ['/dev/null/backups', 'não pode gravar'],
  ] as const) {
    const refused = await owner.put(`${BACKUPS}/settings`, { ...settings, folder, passphrase: null });
    expect(expectStatus(refused, 422).json<ErrorBody>().fields?.['folder']).toContain(sentence);
  }
});
