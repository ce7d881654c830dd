import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Settings } from '#src/config.ts';
import { readOwnSettings } from '#src/server/opening/own-settings.ts';
import { openDemo } from '#src/server/opening/real-shop.ts';
import { listSources } from '../../support/architecture/source.ts';

const LINK = { hash: 'a'.repeat(64), expiresAt: '2026-11-27T12:00:00.000Z' };
const DEMO = { ADMIN_PASSWORD: 'senha-da-demo', DEMO_DATA: 'true' };

let folder: string;
let environment: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  environment = {
    ...DEMO,
    DATABASE_URL: `file:${folder}/store.sqlite`,
    UPLOADS_DIR: `${folder}/uploads`,
    FILES_DIR: `${folder}/files`,
    MAIL_DIR: `${folder}/outbox`,
  };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function choose(settings: Settings) {
  const demo = openDemo(settings, true);
  if (!demo || demo.isBySettings) throw new Error('The demo offers no shop beside itself.');
  return { demo, change: await demo.choose(LINK) };
}

describe('the shop that is opened beside the demo', () => {
  test('has each of its places apart, is empty, and waits for whoever opened it', async () => {
    const { demo } = await choose(readOwnSettings(environment));
    expect(demo).toMatchObject({ place: `${folder}/store.sqlite`, realPlace: `${folder}/loja` });
    expect(readOwnSettings(environment)).toMatchObject({
      DATABASE_URL: `file:${folder}/loja/store.sqlite`,
      UPLOADS_DIR: `${folder}/loja/uploads`,
      FILES_DIR: `${folder}/loja/files`,
      MAIL_DIR: `${folder}/loja/outbox`,
      backupsFolder: `${folder}/loja/backups`,
      DEMO_DATA: false,
      ADMIN_PASSWORD: undefined,
      handedLink: LINK,
      demoPlace: `${folder}/store.sqlite`,
    });
  });

  test('keeps its backups where the environment says, apart from those of the demo', async () => {
    const withBackups = { ...environment, BACKUPS_DIR: '/mnt/backups' };
    await choose(readOwnSettings(withBackups));
    expect(readOwnSettings(withBackups).backupsFolder).toBe('/mnt/backups/loja');
  });

  test('is left as soon as the environment names another database', async () => {
    await choose(readOwnSettings(environment));
    const other = { ...environment, DATABASE_URL: `file:${folder}/other.sqlite` };
    expect(readOwnSettings(other)).toMatchObject({ DATABASE_URL: other.DATABASE_URL, handedLink: null });
  });

  test('is the demo again where it could not be opened', async () => {
    const { change } = await choose(readOwnSettings(environment));
    await change.undo();
    expect(readOwnSettings(environment)).toMatchObject({ DATABASE_URL: environment['DATABASE_URL'], DEMO_DATA: true });
  });

  test('says so where nobody can read any longer where it is', async () => {
    await writeFile(`${folder}/store.sqlite.loja`, '{');
    expect(() => readOwnSettings(environment)).toThrow('store.sqlite.loja diz onde está a sua loja');
  });

  test('lies beside the code where the demo lies in it', () => {
    const demo = openDemo(readOwnSettings({ DATABASE_URL: 'file:db/store.sqlite' }), true);
    expect(demo).toMatchObject({ realPlace: join(process.cwd(), 'loja') });
  });

  test('moves along with its folder', async () => {
    await choose(readOwnSettings(environment));
    expect(JSON.parse(await readFile(`${folder}/store.sqlite.loja`, 'utf8'))).toEqual({ folder: 'loja', link: LINK });
  });
});

describe('the offer of a shop beside the demo', () => {
  test.each<[string, Record<string, string>]>([
    ['on PostgreSQL', { DATABASE_URL: 'postgres://localhost/demo', SHARED_SECRET: 'x'.repeat(32) }],
    [
      'with files in a bucket',
      {
        FILES_URL: 's3://loja/arquivos?endpoint=https://s3.example.com&region=br-se1',
        FILES_KEY: 'k',
        FILES_SECRET: 's',
      },
    ],
  ])('is left to the settings %s', (_where, changes) => {
    expect(openDemo(readOwnSettings({ ...environment, ...changes }), true)).toEqual({ isBySettings: true });
  });

  test('is made to no other shop', () => {
    expect(openDemo(readOwnSettings(environment), false)).toBeNull();
  });
});

test('every program of the store looks at the chosen shop', async () => {
  const readers = (await listSources('src/server')).filter(({ called }) => called.includes('readSettings'));
  expect(readers.map(({ path }) => path)).toEqual(['src/server/opening/own-settings.ts']);
});
