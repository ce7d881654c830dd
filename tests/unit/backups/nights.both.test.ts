import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import type { BackupOutcome, BackupPlan, MadeBackup } from '#src/domain/backups/backup-keeper.ts';
import { saveBackupSettings, showBackupSettings } from '#src/domain/backups/backup-settings.ts';
import { removeBackup, showBackups } from '#src/domain/backups/backups.ts';
import { copyContinuously } from '#src/domain/backups/continuous-copy.ts';
import type { CopyTrialPlan, TriedCopy } from '#src/domain/backups/copy-keeper.ts';
import { readCopyTrial } from '#src/domain/backups/copy-trials.ts';
import { startBackup } from '#src/domain/backups/make-backup.ts';
import { backUpEachNight, findNextNight } from '#src/domain/backups/nights.ts';
import { drawOutsideToken, noteOutsideBackup, readOutsideScript } from '#src/domain/backups/outside-backup.ts';
import type { Shop } from '#src/domain/shop.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import { readBackups } from '#src/domain/upkeep/backups.ts';
import { openBackups } from '#src/server/shop/open-backups.ts';
import type { SaveBackupSettings } from '#src/wire/backups/backups.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { SHARED_SECRET } from '../../support/shared-secret.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';

const OWNER = { id: 'owner' };
const stopping = new AbortController().signal;
/** The night of 26 November begins at 06:30 UTC. */
const NIGHT = Date.parse('2030-11-26T06:30:00Z');
let opened: OpenTestShop;
let place: string;
let now: Date;
let plans: BackupPlan[];
let outcome: (plan: BackupPlan) => BackupOutcome;

beforeAll(async () => {
  opened = await openTestShop();
  place = await mkdtemp(join(tmpdir(), 'nights-'));
});
afterAll(async () => {
  await opened.close();
  await rm(place, { recursive: true, force: true });
});
beforeEach(async () => {
  plans = [];
  outcome = () => ({ state: 'made', made: made() });
  await opened.shop.db.deleteFrom('backups').execute();
  await opened.shop.db.deleteFrom('settings').execute();
});

const made = (changes: Partial<MadeBackup> = {}): MadeBackup => ({
  madeAt: now.toISOString(),
  sizeBytes: 1_000,
  files: 3,
  hasKeyFile: false,
  isHere: true,
  isInBucket: false,
  problem: null,
  ...changes,
});

/** A process that was opened then; what the process of a backup would do is told by `outcome`. */
function openAt(time: number): Shop {
  now = new Date(time);
  const clock = { now: () => now };
  const settings = readSettings({ DATABASE_URL: 'file:store.sqlite', BACKUPS_DIR: place, SHARED_SECRET });
  const backups = openBackups(settings, clock, async (plan) => {
    plans.push(plan);
    return outcome(plan);
  });
  return { ...opened.with({ clock }), backups };
}

const look = async (shop: Shop, time: number) => {
  now = new Date(time);
  await backUpEachNight(shop, stopping);
  return plans.length;
};
const trail = async (shop: Shop) =>
  (await shop.db.selectFrom('audit').select('action').where('kind', '=', 'backup').orderBy('id').execute()).map(
    ({ action }) => action,
  );

const SAVED: SaveBackupSettings = {
  isOn: true,
  place: 'folder',
  folder: '',
  hasKeyFile: false,
  isEncrypted: false,
  isContinuous: false,
  passphrase: null,
  bucket: null,
};
const BUCKET = { endpoint: 'https://s3.exemplo.com', region: 'sa-east-1', bucket: 'backups', prefix: '', key: 'AK' };

describe('a shop backs itself up', () => {
  test('at half past three in São Paulo, once a night', async () => {
    const shop = openAt(NIGHT - 10 * HOUR_MS);
    expect(await look(shop, NIGHT - MINUTE_MS)).toBe(1);
    expect(await findNextNight(shop)).toBe(new Date(NIGHT).toISOString());
    expect(await look(shop, NIGHT)).toBe(2);
    expect(await look(shop, NIGHT + MINUTE_MS)).toBe(2);
    expect(await look(shop, NIGHT + DAY_MS - MINUTE_MS)).toBe(2);
    expect(await look(shop, NIGHT + DAY_MS)).toBe(3);
    expect(plans[1]).toMatchObject({ name: '2030-11-26T06-30-00Z-sem-chave', folder: place, isKeptHere: true });
    expect((await trail(shop)).slice(0, 2)).toEqual(['backup.create', 'backup.verify']);
  });

  test('later where the night was missed: when nobody has ordered for five minutes, or after an hour', async () => {
    const shop = openAt(NIGHT + 5 * HOUR_MS);
    expect(await look(shop, NIGHT + 5 * HOUR_MS + 4 * MINUTE_MS)).toBe(0);
    const id = await sell(shop, 'lote');
    const orderedAt = NIGHT + 5 * HOUR_MS + 55 * MINUTE_MS;
    const orderAt = (time: number) =>
      shop.db
        .updateTable('purchases')
        .set({ createdAt: new Date(time).toISOString() })
        .where('id', '=', id)
        .execute();
    await orderAt(orderedAt);
    expect(await look(shop, orderedAt + 4 * MINUTE_MS)).toBe(0);
    expect(await look(shop, NIGHT + 6 * HOUR_MS)).toBe(1);

    const quiet = openAt(NIGHT + DAY_MS + 5 * HOUR_MS);
    expect(await look(quiet, NIGHT + DAY_MS + 5 * HOUR_MS + 5 * MINUTE_MS)).toBe(2);
    await shop.db.deleteFrom('purchaseEvents').where('purchaseId', '=', id).execute();
    await orderAt(Date.now());
  });

  test('not on its first day, nor where its owner switched it off', async () => {
    const shop = openAt(NIGHT - DAY_MS);
    const youngest = new Date(NIGHT - 23 * HOUR_MS).toISOString();
    const users = await shop.db.selectFrom('users').select(['id', 'createdAt']).execute();
    await shop.db.updateTable('users').set({ createdAt: youngest }).execute();
    expect(await look(shop, NIGHT)).toBe(0);
    expect(await look(shop, NIGHT + HOUR_MS)).toBe(1);
    for (const { id, createdAt } of users) {
      await shop.db.updateTable('users').set({ createdAt }).where('id', '=', id).execute();
    }

    await saveBackupSettings(shop, OWNER, { ...SAVED, isOn: false });
    expect(await look(shop, NIGHT + DAY_MS)).toBe(1);
    expect(await findNextNight(shop)).toBe(null);
  });

  test('again after an hour where it failed, three times, and says why until one is made', async () => {
    outcome = () => ({ state: 'failed', problem: 'O disco encheu.' });
    const shop = openAt(NIGHT - 10 * HOUR_MS);
    expect(await look(shop, NIGHT)).toBe(1);
    expect((await readBackups(shop)).failure).toEqual({
      at: new Date(NIGHT).toISOString(),
      reason: 'O disco encheu.',
      isMade: false,
    });
    expect((await showBackups(shop)).failed?.reason).toBe('O disco encheu.');
    expect(await look(shop, NIGHT + 59 * MINUTE_MS)).toBe(1);
    expect(await look(shop, NIGHT + HOUR_MS)).toBe(2);
    expect(await look(shop, NIGHT + 2 * HOUR_MS)).toBe(3);
    expect(await look(shop, NIGHT + 3 * HOUR_MS)).toBe(3);
    outcome = () => ({ state: 'made', made: made() });
    expect(await look(shop, NIGHT + DAY_MS)).toBe(4);
    expect((await readBackups(shop)).failure).toBe(null);
    expect(await trail(shop)).toContain('backup.fail');
  });

  test('and tells when a whole night is missing, and when the only one lies beside the shop', async () => {
    const shop = openAt(NIGHT - 10 * HOUR_MS);
    await look(shop, NIGHT);
    expect(await readBackups(shop)).toMatchObject({ isNightMissing: false, isOnlyHere: true });
    now = new Date(NIGHT + 37 * HOUR_MS);
    expect((await readBackups(shop)).isNightMissing).toBe(true);

    outcome = () => ({ state: 'made', made: made({ isInBucket: true }) });
    await saveBackupSettings(shop, OWNER, { ...SAVED, place: 'both', bucket: { ...BUCKET, secret: 'segredo' } });
    await look(shop, NIGHT + 2 * DAY_MS);
    expect(await readBackups(shop)).toMatchObject({ isNightMissing: false, isOnlyHere: false });
  });

  test('which lacks a file, or is not in the bucket, is incomplete; only the second has failed', async () => {
    const shop = openAt(NIGHT - 10 * HOUR_MS);
    await saveBackupSettings(shop, OWNER, { ...SAVED, place: 'both', bucket: { ...BUCKET, secret: 'segredo' } });
    const problem = 'De fora do backup: a\\b.png.';
    for (const [night, isInBucket] of [true, false].entries()) {
      outcome = () => ({ state: 'made', made: made({ isInBucket, problem }) });
      await look(shop, NIGHT + night * DAY_MS);
      expect(await readBackups(shop)).toMatchObject({
        failure: { isMade: true, reason: problem },
        hasFailed: !isInBucket,
      });
    }
  });

  test('not into the empty folder that a disk leaves which is away, until its owner saves it anew', async () => {
    const shop = openAt(NIGHT - 10 * HOUR_MS);
    const told: string[] = [];
    const follow = async () => void told.push('followed');
    const copying = {
      ...shop,
      continuousCopy: { ...shop.continuousCopy, follow, fail: (why: string) => void told.push(why) },
    };
    await saveBackupSettings(shop, OWNER, { ...SAVED, isContinuous: true });
    await look(shop, NIGHT);
    await copyContinuously(copying);
    await rename(place, `${place}-away`);
    await mkdir(place);

    expect(await look(shop, NIGHT + DAY_MS)).toBe(1);
    await copyContinuously(copying);
    const away = `Os backups que a loja guardou em ${place} não estão mais lá. Se a pasta é de outro disco, monte-o;`;
    const { items } = await showAttention(shop, 'owner');
    expect(items.filter(({ kind }) => kind === 'backup')).toMatchObject([{ detail: expect.stringContaining(away) }]);
    expect(told).toEqual(['followed', expect.stringContaining(away)]);
    expect(await readdir(place)).toEqual([]);

    await saveBackupSettings(shop, OWNER, SAVED);
    expect(await look(shop, NIGHT + 2 * DAY_MS)).toBe(2);
    await rm(place, { recursive: true });
    await rename(`${place}-away`, place);
    expect(await look(shop, NIGHT + 3 * DAY_MS)).toBe(3);
  });

  test('into the bucket alone where it should be in both and the disk of the folder is away', async () => {
    const shop = openAt(NIGHT - 10 * HOUR_MS);
    await saveBackupSettings(shop, OWNER, { ...SAVED, place: 'both', bucket: { ...BUCKET, secret: 'segredo' } });
    outcome = ({ isKeptHere }) => ({ state: 'made', made: made({ isHere: isKeptHere, isInBucket: true }) });
    await look(shop, NIGHT);
    await rename(place, `${place}-away`);
    await mkdir(place);

    expect(await look(shop, NIGHT + DAY_MS)).toBe(2);
    expect(plans[1]).toMatchObject({ isKeptHere: false, bucket: BUCKET });
    const reason = expect.stringMatching(/^Ficou só no balde\. Os backups que a loja guardou em /);
    expect(await readBackups(shop)).toMatchObject({ hasFailed: true, failure: { isMade: true, reason } });
    expect(await readdir(place)).toEqual([]);
    await rm(place, { recursive: true });
    await rename(`${place}-away`, place);
  });

  test('one at a time, and one that the process did not end is told as interrupted', async () => {
    const shop = openAt(NIGHT - 10 * HOUR_MS);
    now = new Date(NIGHT);
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = { ...shop, backups: { ...shop.backups, make: async () => waiting.then(() => outcome(planned())) } };
    const planned = () => plans[0] as BackupPlan;
    expect(await startBackup(slow, OWNER)).toEqual({ startedAt: now.toISOString() });
    await expect(startBackup(slow, OWNER)).rejects.toThrow('Um backup já está sendo feito');
    expect(await look(slow, NIGHT)).toBe(0);
    finish();
    await expect.poll(() => shop.backups.running()).toBe(null);

    await shop.db.updateTable('backups').set({ state: 'running', endedAt: null }).execute();
    await backUpEachNight(openAt(NIGHT + 4 * MINUTE_MS), stopping);
    expect((await readBackups(shop)).failure?.reason).toBe('A loja parou antes do fim do backup.');
  });

  test('on a server one of several processes at a time, and none takes that of another for interrupted', async () => {
    const onServer = () => {
      const shop = openAt(NIGHT - 10 * HOUR_MS);
      return { ...shop, backups: { ...shop.backups, engine: 'server' as const } };
    };
    const [one, other] = [onServer(), onServer()];
    now = new Date(NIGHT);
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = {
      ...one,
      backups: { ...one.backups, make: async () => waiting.then(() => outcome({} as BackupPlan)) },
    };
    await startBackup(slow, OWNER);
    await expect.poll(async () => (await showBackups(other)).running?.startedAt).toBe(now.toISOString());
    await expect(startBackup(other, OWNER)).rejects.toThrow('Um backup já está sendo feito');
    await backUpEachNight(other, stopping);
    expect(plans).toEqual([]);
    finish();
    await expect.poll(async () => (await showBackups(other)).running).toBe(null);
    expect(await findNextNight(other)).toBe(new Date(NIGHT + DAY_MS).toISOString());
    expect(await look(other, NIGHT + DAY_MS)).toBe(1);
    expect(plans[0]?.databaseBytes).toBeGreaterThan(0);

    await one.db.updateTable('backups').set({ state: 'running', endedAt: null }).execute();
    await backUpEachNight(other, stopping);
    expect((await readBackups(one)).failure).toBe(null);
    now = new Date(NIGHT + DAY_MS + 7 * HOUR_MS);
    await backUpEachNight(other, stopping);
    const failed = await one.db.selectFrom('backups').select('problem').where('state', '=', 'failed').execute();
    expect(failed).toEqual(Array(2).fill({ problem: 'A loja parou antes do fim do backup.' }));
  });

  test('and one is removed by hand, the last verified one after a second sentence', async () => {
    const shop = openAt(NIGHT - 10 * HOUR_MS);
    outcome = () => ({ state: 'made', made: made({ isHere: false, isInBucket: true }) });
    await saveBackupSettings(shop, OWNER, { ...SAVED, place: 'bucket', bucket: { ...BUCKET, secret: 'um segredo' } });
    const removed: string[] = [];
    const here = {
      ...shop,
      backups: { ...shop.backups, remove: async ({ name }: { name: string }) => void removed.push(name) },
    };
    for (const night of [0, 1]) await look(shop, NIGHT + night * DAY_MS);
    const [newest, older] = (await showBackups(here)).backups.map(({ name }) => name);
    await removeBackup(here, OWNER, older ?? '', { mayBeLast: false });
    await expect(removeBackup(here, OWNER, newest ?? '', { mayBeLast: false })).rejects.toMatchObject({
      code: 'last_backup',
      message: expect.stringContaining('o único backup conferido'),
    });
    await removeBackup(here, OWNER, newest ?? '', { mayBeLast: true });
    expect(removed).toEqual([older, newest]);
    expect((await showBackups(here)).backups).toEqual([]);
    expect((await trail(shop)).slice(-2)).toEqual(['backup.remove_by_hand', 'backup.remove_by_hand']);
    await expect(removeBackup(here, OWNER, newest ?? '', { mayBeLast: true })).rejects.toThrow('não está mais lá');
  });
});

describe('what the rule of keeping does not want', () => {
  test('goes, here and in the bucket, and nothing that the shop did not make', async () => {
    const shop = openAt(NIGHT - 10 * HOUR_MS);
    for (let night = 0; night < 30; night += 1) await look(shop, NIGHT + night * DAY_MS);

    const rows = await shop.db.selectFrom('backups').select(['state', 'madeAt']).orderBy('startedAt').execute();
    const kept = rows.filter(({ state }) => state === 'verified').map(({ madeAt }) => madeAt?.slice(0, 10));
    expect(kept).toEqual([
      '2030-11-30',
      '2030-12-08',
      '2030-12-15',
      '2030-12-19',
      '2030-12-20',
      '2030-12-21',
      '2030-12-22',
      '2030-12-23',
      '2030-12-24',
      '2030-12-25',
    ]);
    expect(rows.filter(({ state }) => state === 'removed')).toHaveLength(20);
    expect((await trail(shop)).filter((action) => action === 'backup.remove').length).toBeGreaterThanOrEqual(20);
  });
});

describe('the settings of backups', () => {
  test('keep secrets encrypted, never show them, and send a secret nowhere else', async () => {
    const shop = openAt(NIGHT - 10 * HOUR_MS);
    const wanted = { ...SAVED, place: 'both', isEncrypted: true, passphrase: 'uma senha longa' } as const;
    const saved = await saveBackupSettings(shop, OWNER, { ...wanted, bucket: { ...BUCKET, secret: 'segredo-7c1d' } });
    expect(saved).toMatchObject({ isEncrypted: true, hasSecret: true, bucket: BUCKET, isFolderGiven: true });

    const rows = [
      await shop.db.selectFrom('settings').selectAll().execute(),
      await shop.db.selectFrom('encryptedSettings').selectAll().execute(),
      await shop.db.selectFrom('audit').selectAll().where('kind', '=', 'backup').execute(),
      await showBackupSettings(shop),
      await showBackups(shop),
    ];
    expect(JSON.stringify(rows)).not.toMatch(/segredo-7c1d|uma senha longa/);

    await look(shop, NIGHT);
    expect(plans[0]).toMatchObject({ passphrase: 'uma senha longa', bucket: { ...BUCKET, secret: 'segredo-7c1d' } });

    const elsewhere = { ...BUCKET, endpoint: 'https://outro.exemplo.com', secret: null };
    await expect(saveBackupSettings(shop, OWNER, { ...wanted, bucket: elsewhere })).rejects.toMatchObject({
      fields: { secret: 'Informe o segredo da chave.' },
    });
    await saveBackupSettings(shop, OWNER, SAVED);
    expect(await shop.db.selectFrom('encryptedSettings').select('name').execute()).toEqual([]);
  });

  test('refuse a bucket that is missing, a passphrase that is missing, and a folder that the environment gives', async () => {
    const shop = openAt(NIGHT);
    await expect(saveBackupSettings(shop, OWNER, { ...SAVED, place: 'bucket' })).rejects.toThrow('Informe o balde');
    await expect(saveBackupSettings(shop, OWNER, { ...SAVED, isEncrypted: true })).rejects.toThrow('Informe a senha');
    await expect(saveBackupSettings(shop, OWNER, { ...SAVED, folder: '/outra' })).rejects.toThrow('BACKUPS_DIR');
  });
});

describe('the continuous copy is tried out', () => {
  let tried: TriedCopy | { failed: string };
  let trials: CopyTrialPlan[];
  let copiedAt: string | null;

  beforeEach(() => {
    trials = [];
    copiedAt = new Date(NIGHT).toISOString();
    tried = { reachedAt: copiedAt, isCutShort: false, lastOrderAt: '2030-11-26T06:00:00.000Z' };
  });

  function openCopiedAt(time: number): Shop {
    const shop = openAt(time);
    const state = () => ({ copiedAt, beganAt: new Date(NIGHT - DAY_MS).toISOString(), sizeBytes: 1, problem: null });
    const tryOut = async (plan: CopyTrialPlan) => {
      trials.push(plan);
      return tried;
    };
    return { ...shop, continuousCopy: { ...shop.continuousCopy, state, tryOut } };
  }

  test('after the night, once, and says how far it goes', async () => {
    const shop = openCopiedAt(NIGHT - 10 * HOUR_MS);
    await saveBackupSettings(shop, OWNER, { ...SAVED, isOn: false, isContinuous: shop.backups.engine === 'file' });
    copiedAt = null;
    await look(shop, NIGHT);
    expect(trials).toEqual([]);
    copiedAt = new Date(NIGHT).toISOString();
    for (const time of [NIGHT, NIGHT + HOUR_MS, NIGHT + DAY_MS - MINUTE_MS]) await look(shop, time);
    expect(trials).toEqual([{ place: { folder: place, bucket: null }, passphrase: null, workplace: place }]);
    expect(await readCopyTrial(shop)).toEqual({
      ...tried,
      isCutShort: undefined,
      at: copiedAt,
      tries: 1,
      problem: null,
    });
    expect((await trail(shop)).at(-1)).toBe('backup.try_copy');
    expect(shop.backups.running()).toBe(null);
    await look(shop, NIGHT + DAY_MS);
    expect(trials).toHaveLength(2);
  });

  test.each<[why: string, found: TriedCopy | { failed: string }, problem: string]>([
    ['does not open', { failed: 'O balde não respondeu.' }, 'O balde não respondeu.'],
    ['is cut short', { reachedAt: '', isCutShort: true, lastOrderAt: null }, 'Uma parte da cópia contínua falta'],
    [
      'misses an order',
      { reachedAt: '2030-11-25T00:00:00Z', isCutShort: false, lastOrderAt: null },
      'faltam nela pedidos',
    ],
  ])('and where it %s, tried three times that night, and said to the owner', async (_, found, problem) => {
    const shop = openCopiedAt(NIGHT - 10 * HOUR_MS);
    await saveBackupSettings(shop, OWNER, { ...SAVED, isOn: false, isContinuous: shop.backups.engine === 'file' });
    const id = await sell(shop, 'lote');
    const createdAt = new Date(NIGHT - HOUR_MS).toISOString();
    await shop.db.updateTable('purchases').set({ createdAt }).where('id', '=', id).execute();
    tried = found;
    for (let minutes = 0; minutes < 300; minutes += 20) await look(shop, NIGHT + minutes * MINUTE_MS);
    expect(trials).toHaveLength(3);
    expect(await readCopyTrial(shop)).toMatchObject({ tries: 3, problem: expect.stringContaining(problem) });
    const item = async () => (await showAttention(shop, 'owner')).items.find((each) => each.id === 'backup:copy');
    copiedAt = now.toISOString();
    expect(await item()).toMatchObject({ detail: expect.stringContaining(problem) });
    await saveBackupSettings(shop, OWNER, { ...SAVED, isOn: false });
    expect(await item()).toBe(undefined);
    await shop.db.deleteFrom('purchaseEvents').where('purchaseId', '=', id).execute();
  });
});

describe('a backup that was made outside', () => {
  const tokenIn = (command: string) => /Authorization: (Bearer [0-9a-f]{32})'/.exec(command)?.[1] ?? '';

  test('counts as its owner says', async () => {
    const shop = openAt(NIGHT + 100 * DAY_MS);
    await noteOutsideBackup(shop, OWNER);
    const told = now.toISOString();
    expect(await readBackups(shop)).toMatchObject({ madeAt: told, verifiedOf: told, isOutside: true });
    expect((await showBackups(shop)).outside).toEqual({ lastAt: told, hasScript: false });
  });

  test('counts as a script says that holds the newest token, of which the shop keeps a hash', async () => {
    const shop = openAt(NIGHT + 101 * DAY_MS);
    const former = tokenIn((await drawOutsideToken(shop, OWNER)).command);
    const token = tokenIn((await drawOutsideToken(shop, OWNER)).command);
    await noteOutsideBackup(shop, await readOutsideScript(shop, token, '192.0.2.0'));
    expect((await showBackups(shop)).outside).toEqual({ lastAt: now.toISOString(), hasScript: true });
    expect((await trail(shop)).slice(-3)).toEqual(['backup.outside_token', 'backup.outside_token', 'backup.told']);
    expect(JSON.stringify(await shop.db.selectFrom('secrets').selectAll().execute())).not.toContain(token.slice(7));

    for (const authorization of [former, 'Bearer ', `${token}0`]) {
      await expect(readOutsideScript(shop, authorization, '192.0.2.0')).rejects.toMatchObject({
        kind: 'unauthenticated',
      });
    }
  });

  test('is told by no script that guesses on for long', async () => {
    const shop = openAt(NIGHT);
    const guess = () => readOutsideScript(shop, 'Bearer x', '192.0.2.7');
    const kinds = [];
    for (let at = 0; at < 32; at++) kinds.push(await guess().catch(({ kind }: { kind: string }) => kind));
    expect(kinds.slice(-2)).toEqual(['too_many', 'too_many']);
  });
});
