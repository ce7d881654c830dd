import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReleaseFileRow } from '#db/tables/releases.ts';
import { editProduct } from '#src/domain/products/products.ts';
import { showLicense } from '#src/domain/purchases/purchases.ts';
import { chooseFile, showItemFiles } from '#src/domain/releases/bought-files.ts';
import { finishTransfer, startTransfer, takePiece } from '#src/domain/releases/file-transfers.ts';
import { checkSoldFiles } from '#src/domain/releases/release-files.ts';
import { createRelease, publishRelease, withdrawRelease } from '#src/domain/releases/releases.ts';
import { showDashboard } from '#src/domain/reports/dashboard.ts';
import type { Shop } from '#src/domain/shop.ts';
import { actionText } from '#src/wire/audit/audit-text.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { ReleaseChannel } from '#src/wire/releases/releases.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';

const OWNER = { id: 'dona' };
const PRODUCT = 'lote';
const never = new AbortController().signal;
let open: OpenTestShop;
let shop: Shop;

beforeEach(async () => {
  open = await openTestShop();
  shop = open.shop;
});
afterEach(() => open.close());

const later = (ms: number): Shop => open.with({ clock: { now: () => new Date(Date.now() + ms) } });
const item = (terms: { updatesMajor?: number; updatesUntil?: string } = {}) => ({
  id: 'item',
  productId: PRODUCT,
  downloadCount: 0,
  updatesMajor: terms.updatesMajor ?? null,
  updatesUntil: terms.updatesUntil ?? null,
  awaitsMajor: 0 as const,
});

const setProduct = (changes: { downloadUrl?: string; updatePolicy?: 'major' }) =>
  shop.db.updateTable('products').set(changes).where('id', '=', PRODUCT).execute();

async function publish(
  version: string,
  fileName = 'a.zip',
  at = shop,
  channel: ReleaseChannel = 'stable',
): Promise<{ id: string; file: ReleaseFileRow }> {
  const bytes = randomBytes(2_000);
  const { id } = await createRelease(at, OWNER, PRODUCT, { version, channel });
  const transfer = `t-${version}`;
  await startTransfer(at, OWNER, { id: transfer, sizeBytes: bytes.length, file: { releaseId: id, fileName } });
  await takePiece(at, transfer, 0, inOnePiece(bytes));
  await finishTransfer(at, transfer);
  await publishRelease(at, OWNER, id, {});
  const file = await shop.db
    .selectFrom('releaseFiles')
    .selectAll()
    .where('releaseId', '=', id)
    .executeTakeFirstOrThrow();
  return { id, file };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function overwrite(storedAs: string, bytes: Uint8Array): Promise<void> {
  await shop.soldFiles.put(storedAs, inOnePiece(bytes));
}

const lastAction = async () => {
  const { action, fields } = await shop.db
    .selectFrom('audit')
    .select(['action', 'fields'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return [actionText({ action, entityId: PRODUCT }), JSON.parse(fields)];
};
const damaged = async () =>
  (await showDashboard(shop)).damagedFiles.map(({ fileName, version }) => [fileName, version]);

test('a file whose size changed is hidden after a day, told, and shown again once it is back', async () => {
  const old = await publish('1.0');
  const { file } = await publish('2.0');
  const stored = await shop.soldFiles.find(file.storedAs);
  const whole: Uint8Array[] = [];
  for await (const chunk of (await stored?.read(0, file.sizeBytes - 1))?.chunks ?? []) whole.push(chunk);
  await overwrite(file.storedAs, randomBytes(10));

  await checkSoldFiles(later(HOUR_MS), never);
  expect(await damaged()).toEqual([]);
  await checkSoldFiles(later(DAY_MS + HOUR_MS), never);
  expect(await damaged()).toEqual([['a.zip', '2.0']]);
  expect(await lastAction()).toEqual(['Um arquivo está diferente do que foi enviado, e ninguém o baixa, em', ['2.0']]);
  const events = await shop.db
    .selectFrom('shopEvents')
    .select(['subjectId', 'data'])
    .where('type', '=', 'file.damaged')
    .execute();
  expect(events.map(({ subjectId, data }) => [subjectId, JSON.parse(data).version])).toEqual([[PRODUCT, '2.0']]);
  expect((await chooseFile(shop, item(), null))?.id).toBe(old.file.id);
  await expect(chooseFile(shop, item(), file.id)).rejects.toMatchObject({ kind: 'not_found' });

  await overwrite(file.storedAs, Buffer.concat(whole));
  await checkSoldFiles(later(DAY_MS + 2 * HOUR_MS), never);
  expect(await damaged()).toEqual([]);
  expect(await lastAction()).toEqual(['Um arquivo voltou a ser o que foi enviado em', ['2.0']]);
  expect((await chooseFile(shop, item(), null))?.id).toBe(file.id);
});

test('other bytes of the same size are found within a week, and a missing file within a day', async () => {
  const [changed, missing] = [await publish('1.0'), await publish('2.0')];
  await overwrite(changed.file.storedAs, randomBytes(changed.file.sizeBytes));
  await shop.soldFiles.delete(missing.file.storedAs);
  await checkSoldFiles(later(2 * DAY_MS), never);
  expect(await damaged()).toEqual([['a.zip', '2.0']]);
  await checkSoldFiles(later(8 * DAY_MS), never);
  expect((await damaged()).map((names) => names.join(' ')).toSorted()).toEqual(['a.zip 1.0', 'a.zip 2.0']);
});

test('an old buyer keeps the old major, and falls back when a version is withdrawn', async () => {
  const first = await publish('1.0');
  const second = await publish('1.4');
  const third = await publish('2.0');
  const old = item({ updatesMajor: 1 });
  expect(await showItemFiles(shop, old, true)).toMatchObject({
    version: '1.4',
    olderVersions: [{ version: '1.0' }],
    updates: { policy: 'major', major: 1, until: null },
  });
  await expect(chooseFile(shop, old, third.file.id)).rejects.toMatchObject({ kind: 'forbidden', code: 'not_covered' });
  expect((await showItemFiles(shop, item(), true)).version).toBe('2.0');
  expect((await showItemFiles(shop, item(), false)).version).toBeNull();

  await withdrawRelease(shop, OWNER, second.id, { reason: 'Fecha o editor' });
  expect((await chooseFile(shop, old, null))?.id).toBe(first.file.id);
  await withdrawRelease(shop, OWNER, first.id, { reason: 'Também' });

  // A sold version stays served.
  await setProduct({ downloadUrl: 'https://arquivos.test/lote.zip' });
  expect(await chooseFile(shop, old, null)).toBeNull();
  await setProduct({ downloadUrl: '' });
  expect((await chooseFile(shop, old, null))?.id).toBe(second.file.id);
  expect((await chooseFile(shop, old, second.file.id))?.id).toBe(second.file.id);
  await expect(chooseFile(shop, old, first.file.id)).rejects.toMatchObject({ kind: 'not_found' });
  expect(await showItemFiles(shop, old, true)).toMatchObject({ version: '1.4', olderVersions: [] });
});

test('betas later than the newest version are offered apart from it, as far as the item covers them', async () => {
  const beta = (version: string) => publish(version, 'a.zip', shop, 'beta');
  const first = await beta('1.0-beta.1');
  expect(await showItemFiles(shop, item(), true)).toMatchObject({
    version: null,
    testVersions: [{ version: '1.0-beta.1', files: [{ id: first.file.id }] }],
  });
  await publish('1.0');
  await beta('1.1-beta.1');
  await beta('2.0-beta.1');
  const offered = async (terms = {}) =>
    (await showItemFiles(shop, item(terms), true)).testVersions.map(({ version }) => version);
  expect(await offered()).toEqual(['2.0-beta.1', '1.1-beta.1']);
  expect(await offered({ updatesMajor: 1 })).toEqual(['1.1-beta.1']);
  expect((await chooseFile(shop, item(), null))?.releaseId).not.toBe(first.id);
  expect((await showItemFiles(shop, item(), false)).testVersions).toEqual([]);
});

test('a first version that comes after the term takes nothing away from who has a file of the product', async () => {
  await setProduct({ downloadUrl: 'https://arquivos.test/lote.zip' });
  const late = await publish('2.0');
  const past = item({ updatesUntil: '2020-01-31' });
  expect(await chooseFile(shop, past, null)).toBeNull();
  expect((await showItemFiles(shop, past, true)).version).toBeNull();
  await expect(chooseFile(shop, past, late.file.id)).rejects.toMatchObject({ code: 'not_covered' });
});

test('sold without a version, the first one says which number an item keeps', async () => {
  await setProduct({ updatePolicy: 'major', downloadUrl: 'https://arquivos.test/lote.zip' });
  const id = await sell(shop, PRODUCT);
  const termsOf = async () => {
    const row = await shop.db.selectFrom('purchaseItems').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return (await showItemFiles(shop, row, true)).updates;
  };
  expect(await termsOf()).toEqual({ policy: 'major', major: null, until: null });
  await publish('3.2');
  expect(await termsOf()).toEqual({ policy: 'major', major: 3, until: null });
  await publish('4.0', 'b.zip');
  expect(await termsOf()).toEqual({ policy: 'major', major: 3, until: null });
});

test('sold beside the publication of the first version, an item keeps its number and not the next one', async () => {
  await setProduct({ updatePolicy: 'major', downloadUrl: 'https://arquivos.test/lote.zip' });
  const id = await sell(shop, PRODUCT);
  const item = shop.db.selectFrom('purchaseItems').selectAll().where('id', '=', id);
  await publish('3.2');
  // Its order was written so: before the publication ended.
  await shop.db.updateTable('purchaseItems').set({ updatesMajor: null, awaitsMajor: 1 }).where('id', '=', id).execute();
  await publish('4.0', 'b.zip');
  expect(await item.executeTakeFirstOrThrow()).toMatchObject({ updatesMajor: 3, awaitsMajor: 0 });
});

test('nobody waits for a key of a product that gives none any more', async () => {
  await shop.db.deleteFrom('activationKeys').where('productId', '=', 'transita').where('itemId', 'is', null).execute();
  const id = await sell(shop, 'transita');
  expect(await showLicense(shop, id)).toMatchObject({ activationKey: null, state: 'waiting' });
  await editProduct(shop, OWNER, 'transita', { requiresActivation: false });
  expect(await showLicense(shop, id)).toMatchObject({ activationKey: null, state: 'not_needed' });
  const waiting = shop.db.selectFrom('purchaseItems').select('id').where('keyWaitingSince', 'is not', null);
  expect(await waiting.where('productId', '=', 'transita').execute()).toEqual([]);
});

test('an update is told until it was downloaded', async () => {
  const first = await publish('1.0');
  const hour = (ago: number) => new Date(Date.now() - ago * HOUR_MS).toISOString().slice(0, 13);
  const download = (fileId: string, ago: number) =>
    shop.db
      .insertInto('fileDownloads')
      .values({ itemId: 'item', fileId, hour: hour(ago) })
      .execute();
  const isAvailable = async (changes = {}) =>
    (await showItemFiles(shop, { ...item(), ...changes }, true)).isUpdateAvailable;
  expect(await isAvailable()).toBe(false);
  // The download came before the product had versions.
  expect(await isAvailable({ downloadCount: 1 })).toBe(true);
  await download(first.file.id, 5);
  expect(await isAvailable()).toBe(false);
  const second = await publish('1.1');
  expect(await isAvailable()).toBe(true);
  const give = (id: string, platform: Platform) =>
    shop.db.updateTable('releaseFiles').set({ platform }).where('id', '=', id).execute();
  await give(first.file.id, 'windows');
  await give(second.file.id, 'macos');
  expect(await isAvailable(), 'it has no file for the system of the last download').toBe(false);
  await give(second.file.id, 'windows');
  expect(await isAvailable()).toBe(true);
  await download(second.file.id, 2);
  expect(await isAvailable()).toBe(false);
});
