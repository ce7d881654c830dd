import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '#db/client.ts';
import { makeBackup } from '#src/server/backup/make-backup.ts';
import { restoreBackup } from '#src/server/backup/restore-backup.ts';
import { uploadsInFolder, withStoredUploads } from '#src/server/backup/stored-uploads.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { openShopToBackUp } from '../../support/backups/shop-to-back-up.ts';
import { sell } from '../../support/store/shop.ts';

let templates: string;
let folder: string;
const at = (name: string) => join(folder, name);

/** A backup, and the files of a shop that sold since and whose process ended without writing its journal back. */
beforeAll(async () => {
  templates = await mkdtemp(join(tmpdir(), 'killed-'));
  const { opened, settings } = await openShopToBackUp();
  await withStoredUploads(settings, (uploads) =>
    makeBackup({ databaseUrl: settings.DATABASE_URL, uploads }, join(templates, 'backup')),
  );
  await sell(opened.shop, 'lote');
  for (const ending of ['', '-wal']) await cp(opened.file + ending, join(templates, `store.sqlite${ending}`));
  await opened.close();
});
afterAll(() => rm(templates, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-'));
  await cp(templates, folder, { recursive: true });
  return () => rm(folder, { recursive: true, force: true });
});

const places = () => ({
  databaseUrl: `file:${at('store.sqlite')}`,
  uploads: uploadsInFolder({ uploadsDir: at('uploads'), filesDir: at('files') }),
});
const OPTIONS = { mayOverwrite: true, areKeysFree: true, agree: async () => {} };

async function purchasesIn(name: string): Promise<number> {
  const { db, close } = openSqlite(`file:${at(name)}`);
  const rows = await db.selectFrom('purchases').select('id').execute();
  await close();
  return rows.length;
}

test('a restore that is killed before the database moves leaves the former one with its last sales', async () => {
  const killing = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { rename } = fs.promises;
    fs.promises.rename = async (from, to) => to === ${JSON.stringify(at('store.sqlite'))} ? process.kill(process.pid, 'SIGKILL') : rename(from, to);
    syncBuiltinESMExports();
    const { restoreBackup } = await import('#src/server/backup/restore-backup.ts');
    const { uploadsInFolder } = await import('#src/server/backup/stored-uploads.ts');
    const uploads = uploadsInFolder(${JSON.stringify({ uploadsDir: at('uploads'), filesDir: at('files') })});
    const places = { databaseUrl: ${JSON.stringify(places().databaseUrl)}, uploads };
    await restoreBackup(${JSON.stringify(at('backup'))}, places, { mayOverwrite: true, areKeysFree: true, agree: async () => {} });`;
  const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', killing], { encoding: 'utf8' });
  expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
  expect(await purchasesIn('store.sqlite')).toBe((await purchasesIn('backup/store.sqlite')) + 1);
});

test('what a killed restore left of its own journal is not applied to the next one', async () => {
  for (const ending of ['', '-wal']) await rename(at(`store.sqlite${ending}`), at(`store.sqlite.restoring${ending}`));
  await restoreBackup(at('backup'), places(), OPTIONS);
  expect(await purchasesIn('store.sqlite')).toBe(await purchasesIn('backup/store.sqlite'));
});

test('a restore refuses while another program reads the database, and changes nothing', async () => {
  const reader = new BetterSqlite3(at('store.sqlite'), { readonly: true });
  reader.exec('BEGIN; SELECT count(*) FROM purchases');
  await expect(restoreBackup(at('backup'), places(), OPTIONS)).rejects.toThrow('Outro processo já está usando');
  reader.close();
  expect(await purchasesIn('store.sqlite')).toBe((await purchasesIn('backup/store.sqlite')) + 1);
});

test('what killed processes left unfinished goes days later, and nothing else does', async () => {
  const prefixes = ['.unfinished-store-backup-', 'uploads/.restoring-', 'files/.restoring-'];
  const old = new Date(Date.now() - 4 * DAY_MS);
  for (const path of ['.backup-photos', ...prefixes.flatMap((each) => [`${each}older`, `${each}recent`])].map(at)) {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'part'), 'unfinished');
    if (!path.endsWith('recent')) await utimes(path, old, old);
  }

  await makeBackup(places(), at('backup-now'));
  await restoreBackup(at('backup'), places(), OPTIONS);
  const hidden = async (place: string) => (await readdir(at(place))).filter((name) => name.startsWith('.')).toSorted();
  expect(await hidden('.')).toEqual(['.backup-photos', '.unfinished-store-backup-recent']);
  for (const place of ['uploads', 'files']) expect(await hidden(place)).toEqual(['.restoring-recent']);
});
