import { beforeEach, describe, expect, test } from 'vitest';
import type { ReleaseRow } from '#db/tables/releases.ts';
import { activateMachine } from '#src/domain/licenses/activate-machine.ts';
import { openLinkedDownload, showLatest } from '#src/domain/licenses/updates.ts';
import { showLicense } from '#src/domain/purchases/purchases.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openLimits } from '#src/server/shop/open-limits.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { LatestRelease } from '#src/wire/licenses/plugin-calls.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const PRODUCT = 'grade-cinema';
const NETWORK = '203.0.113.1';
const MACHINE = 'fingerprint of a machine';
const START = Date.parse('2026-11-22T15:00:00.000Z');

const opened = openShopForFile();
let shop: Shop;
let now: number;
let key: string;

/** Given: versions 1.0 and 2.0 are published, and somebody bought what keeps the number 1. */
beforeEach(async () => {
  now = START;
  shop = { ...opened.with({ clock: { now: () => new Date(now) } }), limits: openLimits() };
  await shop.db.deleteFrom('fileDownloads').execute();
  await shop.db.deleteFrom('releaseFiles').execute();
  await shop.db.deleteFrom('releases').execute();
  await release('1.0', {}, ['any']);
  const itemId = await sell(shop, PRODUCT);
  await shop.db.updateTable('purchaseItems').set({ updatesMajor: 1 }).where('id', '=', itemId).execute();
  key = (await showLicense(shop, itemId)).activationKey ?? '';
  await release('1.4', { isCritical: 1, notes: 'Mais *rápida*.' }, ['windows', 'macos']);
  await release('2.0', {}, ['windows', 'macos-arm']);
  await release('2.1-beta.1', { channel: 'beta' }, ['any']);
});

async function release(version: string, changes: Partial<ReleaseRow>, platforms: Platform[]): Promise<void> {
  const at = new Date(START).toISOString();
  const id = `release-${version}`;
  await shop.db
    .insertInto('releases')
    .values({
      ...{ id, productId: PRODUCT, version, channel: 'stable', state: 'published', notes: '', isCritical: 0 },
      ...{ createdAt: at, publishedAt: at, withdrawnAt: null, withdrawnReason: null, ...changes },
    })
    .execute();
  for (const platform of platforms) {
    const storedAs = crypto.randomUUID().replaceAll('-', '');
    const content = Buffer.from(`${version} for ${platform}`);
    await shop.db
      .insertInto('releaseFiles')
      .values({
        ...{
          id: storedAs,
          releaseId: id,
          platform,
          label: '',
          fileName: `${platform}.zip`,
          storedAs,
          sha256: '0'.repeat(64),
        },
        ...{ sizeBytes: content.length, createdAt: at, sizeCheckedAt: at, contentCheckedAt: at, damagedAt: null },
      })
      .execute();
  }
}

const latest = async (asked: object) =>
  (await showLatest(shop, LatestRelease.parse({ productId: PRODUCT, version: '1.0', ...asked }), NETWORK)).update;

function linkOf(address: string | null | undefined) {
  const { pathname, searchParams } = new URL(address ?? '');
  const part = (name: string) => searchParams.get(name) ?? '';
  return { fileId: pathname.split('/').at(-1) ?? '', keyId: part('key'), until: part('until'), seal: part('seal') };
}

const open = (link: ReturnType<typeof linkOf>) =>
  openLinkedDownload(shop, link, {
    range: null,
    conditions: {},
    signal: AbortSignal.timeout(60_000),
    isHead: false,
    hasPartOf: () => true,
  });

describe('the newest version', () => {
  test('is for anybody the newest, without a link', async () => {
    expect(await latest({})).toMatchObject({ version: '2.0', isCritical: false, covered: false, downloadUrl: null });
    expect(await latest({ version: '2.0' })).toBeNull();
    expect(await latest({ channel: 'beta' })).toMatchObject({ version: '2.1-beta.1' });
    expect(await latest({ productId: 'nao-existe' })).toBeNull();
  });

  test('is for a buyer the newest that the key covers', async () => {
    expect(await latest({ key, platform: 'windows' })).toMatchObject({
      version: '1.4',
      isCritical: true,
      notes: 'Mais *rápida*.',
      covered: true,
      downloadUrl: expect.stringContaining(`${shop.settings.siteUrl}/api/licenses/files/`),
    });
    expect(await latest({ key, version: '1.4' })).toMatchObject({ version: '2.0', covered: false, downloadUrl: null });
  });

  test('is one that runs on the system', async () => {
    expect(await latest({ platform: 'linux' })).toBeNull();
    expect(await latest({ platform: 'macos' })).toMatchObject({ version: '1.4' });
    expect(await latest({ platform: 'macos-arm' })).toMatchObject({ version: '2.0' });
    // Two files and no word about the system: the page of the purchase lets the buyer choose.
    expect(await latest({ key })).toMatchObject({ version: '1.4', covered: true, downloadUrl: null });
  });

  test('is told to a Mac of any kind where each kind has a file, without a link, since it does not say which', async () => {
    await release('1.5', {}, ['macos-intel', 'macos-arm']);
    expect(await latest({ key, platform: 'macos' })).toMatchObject({
      version: '1.5',
      covered: true,
      downloadUrl: null,
    });
    expect(await latest({ key, platform: 'macos-arm' })).toMatchObject({ downloadUrl: expect.any(String) });
    expect(await latest({ key, platform: 'windows' })).toMatchObject({ version: '1.4' });
  });

  test('is told at an activation to a machine whose system has a file, and again once it said its system', async () => {
    const updateOf = async (fingerprint: string, platform?: string) => {
      const asked = { key, fingerprint: fingerprint.padEnd(16), platform, pluginVersion: '1.0' };
      const activation = await activateMachine(shop, asked, NETWORK);
      return activation.valid && activation.update;
    };
    await shop.db.updateTable('activationKeys').set({ machineLimit: 9 }).where('key', '=', key).execute();
    expect(await updateOf('Linux', 'Linux 6.12')).toBeNull();
    expect(await updateOf('Linux')).toBeNull();
    expect(await updateOf('Windows', 'Win32')).toMatchObject({ version: '1.4' });
    await release('1.5', {}, ['windows']);
    expect(await updateOf('Mac', 'macOS 26.1')).toMatchObject({ version: '1.4' });
    expect(await updateOf('unsaid')).toMatchObject({ version: '1.5' });
  });

  test('has a link for a machine that is active, and none for another', async () => {
    const asked = { key, platform: 'windows', fingerprint: MACHINE };
    expect(await latest(asked)).toMatchObject({ covered: true, downloadUrl: null });

    const activation = await activateMachine(shop, { key, fingerprint: MACHINE, pluginVersion: '1.0' }, NETWORK);

    expect(activation).toMatchObject({ valid: true, update: { version: '1.4', isCritical: true } });
    expect(await latest(asked)).toMatchObject({ downloadUrl: expect.any(String) });
    expect(await latest({ ...asked, key: 'NAO-EXISTE' })).toMatchObject({ covered: false, downloadUrl: null });
  });
});

describe('the link', () => {
  test('names neither key nor purchase, and is good for ten minutes', async () => {
    const address = (await latest({ key, platform: 'windows' }))?.downloadUrl ?? '';
    expect(address).not.toContain(key);
    const rows = await shop.db.selectFrom('purchases').select('id').execute();
    expect(rows.filter(({ id }) => address.includes(id))).toEqual([]);

    // Its file is not there in this test: the seal was right.
    await expect(open(linkOf(address))).rejects.toMatchObject({
      kind: 'not_found',
      message: 'Arquivo não encontrado.',
    });
    now += 10 * MINUTE_MS + 1_000;
    await expect(open(linkOf(address))).rejects.toMatchObject({ kind: 'gone', code: 'link_over' });
  });

  test('is refused once a part of it is another', async () => {
    const link = linkOf((await latest({ key, platform: 'windows' }))?.downloadUrl);
    const [other] = await shop.db.selectFrom('releaseFiles').select('id').where('id', '<>', link.fileId).execute();
    for (const changes of [
      { fileId: other?.id ?? '' },
      { keyId: 'another' },
      { until: String(Number(link.until) + 60) },
      { seal: link.seal.slice(0, -1) },
      { seal: '' },
    ]) {
      await expect(open({ ...link, ...changes })).rejects.toMatchObject({
        message: 'Este link não vale mais. Procure a atualização de novo no plugin.',
      });
    }
  });

  test('ends with the key', async () => {
    const link = linkOf((await latest({ key, platform: 'windows' }))?.downloadUrl);
    await shop.db
      .updateTable('activationKeys')
      .set({ frozenAt: new Date(now).toISOString() })
      .where('key', '=', key)
      .execute();

    await expect(open(link)).rejects.toMatchObject({ kind: 'gone' });
  });
});

test('a ticket says how far its updates go', async () => {
  const activation = await activateMachine(shop, { key, fingerprint: MACHINE }, NETWORK);

  const [, claims = ''] = activation.valid ? activation.ticket.split('.') : [];
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))).toMatchObject({ pid: PRODUCT, maj: 1 });
});
