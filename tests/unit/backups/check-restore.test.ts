import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Settings } from '#src/config.ts';
import { DATABASE, hashFile, KEY_FILE, MANIFEST, readManifest } from '#src/server/backup/backup-files.ts';
import { checkRestore } from '#src/server/backup/check-restore.ts';
import { makeBackup } from '#src/server/backup/make-backup.ts';
import { withStoredUploads } from '#src/server/backup/stored-uploads.ts';
import type { RestoreStep } from '#src/wire/backups/restores.ts';
import { openShopToBackUp } from '../../support/backups/shop-to-back-up.ts';
import type { OpenTestShop } from '../../support/store/shop.ts';
import { openStoreDatabase } from '../../support/store/store-database.ts';

let opened: OpenTestShop;
let settings: Settings;
let place: string;
let backup: string;

beforeAll(async () => {
  ({ opened, settings } = await openShopToBackUp());
  await opened.shop.encryption
    .encrypt('mail.password', 'segredo')
    .then((value) =>
      opened.shop.db
        .insertInto('encryptedSettings')
        .values({ name: 'mail.password', value, updatedAt: '2026-11-26T12:00:00.000Z', updatedBy: 'owner' })
        .execute(),
    );
  place = await mkdtemp(join(tmpdir(), 'check-'));
});
afterAll(async () => {
  await opened.close();
  await rm(place, { recursive: true, force: true });
});
beforeEach(async () => {
  backup = await mkdtemp(join(place, 'made-'));
  await rm(backup, { recursive: true });
});

const make = (withKeyFile = false) =>
  withStoredUploads(settings, (uploads) =>
    makeBackup({ databaseUrl: settings.DATABASE_URL, uploads }, backup, { withKeyFile }),
  );

function check(where: Settings = settings, steps: RestoreStep[] = []) {
  const plan = { source: { kind: 'folder', path: backup }, passphrase: null } as const;
  return checkRestore(where, plan, join(place, 'workplace'), (step) => steps.push(step));
}

/** As if it had been made like that. */
async function changeDatabase(change: (books: ReturnType<typeof openStoreDatabase>) => Promise<unknown>) {
  const database = join(backup, DATABASE);
  const books = openStoreDatabase(database);
  await change(books);
  await books.destroy();
  const manifest = await readManifest(backup);
  const files = await Promise.all(
    manifest.files.map(async (file) => (file.path === DATABASE ? { ...file, ...(await hashFile(database)) } : file)),
  );
  await writeFile(join(backup, MANIFEST), JSON.stringify({ ...manifest, files }));
}

/** A machine that has nothing of the shop but what is given. */
async function emptyMachine(keyFile: string | null): Promise<Settings> {
  const machine = await mkdtemp(join(place, 'machine-'));
  if (keyFile) await cp(keyFile, join(machine, `${DATABASE}.key`));
  return { ...settings, DATABASE_URL: `file:${join(machine, DATABASE)}` };
}

test('a backup of the same shop tells what was done since, and its secrets open', async () => {
  await make();
  const steps: RestoreStep[] = [];
  const { preview, folder } = await check(settings, steps);
  expect(steps).toEqual(['bringing', 'checking', 'comparing']);
  expect(folder).toBe(backup);
  expect(preview).toMatchObject({ since: { sales: 0, keys: 0, mails: 0 }, secrets: 'readable' });
});

test('where the shop of now is another one, or there is none, nothing is known of what was sold since', async () => {
  await make();
  await changeDatabase((books) => books.updateTable('signingKeys').set({ kid: 'outra' }).execute());
  expect((await check()).preview.since).toBe(null);
  expect((await check(await emptyMachine(null))).preview).toMatchObject({ since: null, secrets: 'lost' });
});

test('secrets open where their key is here or comes along, and are lost with another one', async () => {
  await make();
  expect((await check(await emptyMachine(`${opened.file}.key`))).preview.secrets).toBe('readable');
  const other = await emptyMachine(null);
  await writeFile(`${other.DATABASE_URL.slice('file:'.length)}.key`, `${'A'.repeat(43)}\n`);
  expect((await check(other)).preview.secrets).toBe('lost');
  await rm(backup, { recursive: true });
  await make(true);
  expect((await readFile(join(backup, KEY_FILE))).length).toBeGreaterThan(0);
  expect((await check(await emptyMachine(null))).preview.secrets).toBe('readable');
});

test('a newer version, an added file and a folder that is gone are told in a sentence', async () => {
  await make();
  await changeDatabase(async (books) => {
    await sql`insert into kysely_migration values ('9999-later', '2099-01-01T00:00:00.000Z')`.execute(books);
    await sql`update "schemaFloor" set name = '9999-later'`.execute(books);
  });
  await expect(check()).rejects.toThrow('já foi aberto por uma versão mais nova da loja');
  await writeFile(join(backup, 'outro.txt'), 'x');
  await expect(check()).rejects.toThrow('Há no backup um arquivo que não é dele: outro.txt.');
  await rm(backup, { recursive: true });
  await expect(check()).rejects.toThrow('Este backup não está mais lá.');
});
