import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DetailedError } from 'tus-js-client';
import { expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { DOWNLOAD_NOTICES } from '#src/wire/downloads/download-notices.ts';
import { NOTHING_TO_DELIVER } from '#src/wire/products/data-fields.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { type PublicRelease, RELEASE_TEXTS, type Release, TRANSFER_PATH } from '#src/wire/releases/releases.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import type { Client } from '../../support/calls/client.ts';
import { buy, expectStatus, readPurchase } from '../../support/purchases/buy.ts';
import { draftRelease, listReleases, publish, publishVersion, sendFile } from '../../support/purchases/releases.ts';

const store = startStoreForFile({ LOG_LEVEL: 'warn' });
const owner = loginForFile(store);
const visitor = openClientForFile(store);

let products = 0;

/** Given: a product of its own for each test. */
async function createProduct(changes: Partial<AdminProduct> = {}): Promise<string> {
  products += 1;
  const fields = { name: `Curva ${products}`, price: 'R$ 10,00', downloadUrl: '/uploads/corte-final-demo.zip' };
  const product = { ...fields, requiresActivation: false, ...changes };
  return expectStatus(await owner.post('/api/admin/products', product), 201).json<AdminProduct>().id;
}

const ofProduct = async (id: string) =>
  (await visitor.get('/api/public/products')).json<PublicProduct[]>().find((product) => product.id === id);
const download = (id: string, query = '', headers: Record<string, string> = {}) =>
  visitor.fetch(`/api/payments/download/${id}${query}`, { headers });
const backFrom = async (id: string, query = '', headers: Record<string, string> = {}) => {
  const sent = await download(id, query, { accept: 'text/html,*/*;q=0.8', ...headers });
  expect(sent.status).toBe(303);
  return sent.headers.get('location');
};
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function refusalOf(error: unknown): { status: number | undefined; body: ErrorBody } {
  if (!(error instanceof DetailedError)) throw error;
  return { status: error.originalResponse?.getStatus(), body: JSON.parse(error.originalResponse?.getBody() ?? '{}') };
}

test('a version is drafted, filled, published, bought and withdrawn', async () => {
  const productId = await createProduct();
  const bytes = randomBytes(300_000);
  const draft = await draftRelease(owner, productId, { version: '1.0', notes: '- Primeira **versão**' });
  expect(draft).toMatchObject({ version: '1.0', channel: 'stable', state: 'draft', files: [], publishedAt: null });
  expect((await ofProduct(productId))?.currentVersion).toBeNull();
  await sendFile(owner, { releaseId: draft.id, fileName: 'curva.zip', platform: 'windows', bytes }, { url: store.url });

  const [listed] = await listReleases(owner, productId);
  expect(listed?.files).toMatchObject([
    { fileName: 'curva.zip', platform: 'windows', sizeBytes: bytes.length, sha256: sha256(bytes), isDamaged: false },
  ]);
  const published = await publish(owner, draft.id);
  expect(published.state).toBe('published');
  expect((await ofProduct(productId))?.currentVersion).toBe('1.0');
  const shown = (await visitor.get(`/api/public/products/${productId}/releases`)).json<PublicRelease[]>();
  expect(shown).toEqual([
    {
      version: '1.0',
      publishedAt: published.publishedAt,
      notesHtml: '<ul>\n<li>Primeira <strong>versão</strong></li>\n</ul>\n',
      platforms: ['windows'],
      files: [{ platform: 'windows', label: '', sizeBytes: bytes.length }],
    },
  ]);

  const { id } = await buy(visitor, { productId });
  const response = await download(id);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain('curva.zip');
  expect((await bodyOf(response)).equals(bytes)).toBe(true);

  const withdrawn = expectStatus(
    await owner.post(`/api/admin/releases/${draft.id}/withdraw`, { reason: 'Falha' }),
    200,
  );
  expect(withdrawn.json<Release>()).toMatchObject({ state: 'withdrawn', withdrawnReason: 'Falha' });
  expect((await ofProduct(productId))?.currentVersion).toBeNull();
  expect((await visitor.get(`/api/public/products/${productId}/releases`)).json()).toEqual([]);
  expect((await bodyOf(await download(id))).equals(bytes)).toBe(false);
});

test('versions that are the same are refused, those of other products are not', async () => {
  const [productId, other] = [await createProduct(), await createProduct()];
  await draftRelease(owner, productId, { version: '2.1.0' });
  await draftRelease(owner, other, { version: '2.1.0' });
  for (const version of ['2.1.0', '2.1', '02.1']) {
    const refused = await owner.post(`/api/admin/products/${productId}/releases`, { version });
    expect(refused.status).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'version_taken',
      message: 'A versão 2.1.0 já existe neste produto.',
    });
  }
  const unread = await owner.post(`/api/admin/products/${productId}/releases`, { version: 'dois' });
  expect(expectStatus(unread, 422).json<ErrorBody>().fields).toEqual({
    version: 'Use números separados por ponto, como 2.1 ou 2.1.3.',
  });
  const both = await Promise.all(
    ['3.0', '3.0'].map((version) => owner.post(`/api/admin/products/${productId}/releases`, { version })),
  );
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
});

test('a published version keeps all but its text', async () => {
  const productId = await createProduct();
  const draft = await draftRelease(owner, productId, { version: '1.0' });
  const path = `/api/admin/releases/${draft.id}`;
  expect((await owner.post(`${path}/publish`, {})).json()).toMatchObject({ code: 'no_files' });
  await sendFile(owner, { releaseId: draft.id, fileName: 'a.zip', bytes: randomBytes(10) }, { url: store.url });
  const [file] = (await listReleases(owner, productId))[0]?.files ?? [];
  expect((await owner.post(`${path}/publish`, { notify: true })).json()).toMatchObject({
    code: 'notes_missing',
    message: 'Escreva o que mudou: é o que os clientes vão ler.',
  });
  expectStatus(await owner.put(path, { version: '1.0.1', channel: 'stable', notes: 'Novo' }), 200);
  await publish(owner, draft.id);

  expect((await owner.put(path, { version: '1.2' })).json()).toMatchObject({ code: 'release_published' });
  expect((await owner.delete(path)).json()).toMatchObject({ code: 'release_published' });
  expect((await owner.delete(`/api/admin/release-files/${file?.id}`)).status).toBe(409);
  expect((await owner.put(`/api/admin/release-files/${file?.id}`, { label: 'x' })).status).toBe(409);
  expect((await owner.post(`${path}/publish`, {})).status).toBe(409);
  const changed = expectStatus(await owner.put(path, { version: '1.0.1', notes: 'Outro', isCritical: true }), 200);
  expect(changed.json()).toMatchObject({ version: '1.0.1', notes: 'Outro', isCritical: true });
  const late = sendFile(owner, { releaseId: draft.id, fileName: 'b.zip', bytes: randomBytes(10) }, { url: store.url });
  expect(refusalOf(await late.catch((error: unknown) => error))).toMatchObject({
    status: 409,
    body: { code: 'platform_taken', message: 'Esta versão já tem um arquivo para qualquer sistema.' },
  });
});

test('a published version takes the file of a forgotten system, which is published by itself', async () => {
  const productId = await createProduct();
  const send = (releaseId: string, fileName: string, platform: Platform) =>
    sendFile(owner, { releaseId, fileName, platform, bytes: Buffer.from(fileName) }, { url: store.url });
  const refused = async (sending: Promise<unknown>) => refusalOf(await sending.catch((error: unknown) => error));
  const { id: olderId } = await draftRelease(owner, productId, { version: '2.0' });
  await send(olderId, '2.0-win.zip', 'windows');
  await publish(owner, olderId);
  const { id } = await draftRelease(owner, productId, { version: '2.1' });
  await send(id, '2.1-mac.dmg', 'macos');
  expect(await publish(owner, id)).toMatchObject({ missing: ['windows'], addable: ['windows', 'linux'] });
  const item = (await buy(visitor, { productId })).id;
  const latest = async (platform: Platform, version: string) =>
    (await visitor.post('/api/licenses/latest', { productId, version, platform })).json<{ update: unknown }>().update;
  expect(await latest('windows', '2.0'), 'it has no file for Windows').toBeNull();
  expect(await latest('macos-arm', '2.0')).toMatchObject({ version: '2.1' });

  const sentence = 'Esta versão já tem o instalador para macOS.';
  expect(await refused(send(id, 'outro.dmg', 'macos-arm'))).toMatchObject({ status: 409, body: { message: sentence } });
  expect((await refused(send(id, 'tudo.zip', 'any'))).body.code).toBe('platform_taken');
  await send(id, '2.1-win.zip', 'windows');
  const windows = 'Esta versão já tem o instalador para Windows.';
  expect((await refused(send(id, '2.1-win-de-outra-pessoa.zip', 'windows'))).body.message).toBe(windows);
  const late = async () =>
    (await listReleases(owner, productId))[0]?.files.find(({ platform }) => platform === 'windows');
  const file = await late();
  const path = `/api/admin/release-files/${file?.id}`;
  expect(file).toMatchObject({ isAwaiting: true, announcement: null });
  expect((await owner.put(path, { platform: 'macos' })).json()).toMatchObject({ message: sentence });
  expect((await owner.put(path, { label: 'Instalador' })).json()).toMatchObject({ label: 'Instalador' });

  const given = async () => (await readPurchase(visitor, item)).items[0]?.files.map(({ platform }) => platform);
  const listed = async () =>
    (await visitor.get(`/api/public/products/${productId}/releases`)).json<PublicRelease[]>()[0]?.platforms;
  expect(await given(), 'nobody gets it yet').toEqual(['macos']);
  expect(await listed()).toEqual(['macos']);
  expect((await download(item, `?arquivo=${file?.id}`)).status).toBe(404);
  expect(await latest('windows', '2.0')).toBeNull();

  const both = await Promise.all([owner.post(`${path}/publish`, {}), owner.post(`${path}/publish`, {})]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.json()).toMatchObject({
    message: 'Este arquivo já foi publicado.',
  });
  expect(await given()).toEqual(['macos', 'windows']);
  expect(await listed()).toEqual(['windows', 'macos']);
  expect(await bodyOf(await download(item, `?arquivo=${file?.id}`))).toEqual(Buffer.from('2.1-win.zip'));
  expect(await latest('windows', '2.0')).toMatchObject({ version: '2.1' });
  for (const change of [owner.delete(path), owner.put(path, { label: 'x' })]) expect((await change).status).toBe(409);
  const trail = (await owner.get('/api/admin/audit?pageSize=1')).text;
  expect(trail).toContain('product.publish_release_file');
  expect(trail).toContain('2.1 (Windows)');

  await send(id, '2.1-linux.zip', 'linux');
  expectStatus(await owner.post(`/api/admin/releases/${id}/withdraw`, { reason: 'Fecha o editor' }), 200);
  const [withdrawn] = await listReleases(owner, productId);
  expect(
    withdrawn?.files.map(({ platform }) => platform),
    'what nobody got goes',
  ).not.toContain('linux');
  expect((await refused(send(id, 'outra-linux.zip', 'linux'))).body.message).toBe('Esta versão foi retirada.');
});

test('of two files for one system that arrive at once the second is told', async () => {
  const productId = await createProduct();
  const { id } = await draftRelease(owner, productId, { version: '1.0' });
  await sendFile(
    owner,
    { releaseId: id, fileName: 'a.dmg', platform: 'macos', bytes: randomBytes(9) },
    { url: store.url },
  );
  await publish(owner, id);
  const sent = await Promise.allSettled(
    ['a.exe', 'b.exe'].map((fileName) =>
      sendFile(
        owner,
        { releaseId: id, fileName, platform: 'windows', bytes: randomBytes(2_000_000) },
        { url: store.url },
      ),
    ),
  );
  const failed = sent.flatMap((each) => (each.status === 'rejected' ? [refusalOf(each.reason)] : []));
  expect(failed).toMatchObject([{ body: { message: 'Esta versão já tem o instalador para Windows.' } }]);
});

test('a draft goes with its files, also those on the disk', async () => {
  const productId = await createProduct();
  const stored = async () => (await readdir(join(store.folder, 'files'))).length;
  const before = await stored();
  const draft = await draftRelease(owner, productId, { version: '1.0' });
  for (const fileName of ['a.zip', 'b.zip']) {
    await sendFile(owner, { releaseId: draft.id, fileName, bytes: randomBytes(10) }, { url: store.url });
  }
  expect(await stored()).toBe(before + 2);
  const [file] = (await listReleases(owner, productId))[0]?.files ?? [];
  expectStatus(await owner.put(`/api/admin/release-files/${file?.id}`, { platform: 'macos-arm', label: 'Beta' }), 200);
  expect((await listReleases(owner, productId))[0]?.files[0]).toMatchObject({ platform: 'macos-arm', label: 'Beta' });
  expectStatus(await owner.delete(`/api/admin/release-files/${file?.id}`), 200);
  await expect.poll(stored).toBe(before + 1);
  expectStatus(await owner.delete(`/api/admin/releases/${draft.id}`), 200);
  await expect.poll(stored).toBe(before);
  expect(await listReleases(owner, productId)).toEqual([]);
});

test('of several files a page is asked to choose, and a program is refused', async () => {
  const productId = await createProduct();
  const files = { 'mac.dmg': randomBytes(100), 'win.exe': randomBytes(200) };
  const release = await publishVersion(owner, productId, { version: '1.0', url: store.url, files });
  const { id } = await buy(visitor, { productId });

  const refused = await download(id);
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { code: 'choose_file', message: RELEASE_TEXTS.chooseFile },
  ]);
  expect(await backFrom(id)).toBe(`/purchase/success/${id}?aviso=escolha-o-arquivo#arquivos`);
  for (const { id: fileId, fileName } of release.files) {
    const given = await bodyOf(await download(id, `?arquivo=${fileId}`));
    expect(given.equals(files[fileName as keyof typeof files])).toBe(true);
  }
  expect((await download(id, '?arquivo=nenhum')).status).toBe(404);
});

test('a person whose file does not come reads why on the page that had the link, for each item of a purchase', async () => {
  const { id } = await buy(visitor, { productId: await createProduct() });
  const second = `${id}-2`;
  const sold = await store
    .database()
    .selectFrom('purchaseItems')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await store
    .database()
    .insertInto('purchaseItems')
    .values({ ...sold, id: second, position: 1 })
    .execute();
  for (const item of [id, second]) {
    const page = await backFrom(item, '?arquivo=nenhum');
    expect(page).toBe(`/purchase/success/${id}?aviso=arquivo-nao-encontrado#arquivos`);
    expect((await visitor.get(page ?? '')).text).toContain(DOWNLOAD_NOTICES['arquivo-nao-encontrado']);
    const referer = `${store.url}/minhas-compras`;
    const room = await backFrom(item, '?arquivo=nenhum', { referer });
    expect(room).toBe('/minhas-compras?aviso=arquivo-nao-encontrado#arquivos');
    expect((await visitor.get(room ?? '')).text).toContain(DOWNLOAD_NOTICES['arquivo-nao-encontrado']);
  }
  // A page in place of the rest would be kept as the file.
  const programs: Record<string, string>[] = [{ accept: '*/*' }, { 'sec-fetch-dest': 'document', range: 'bytes=5-' }];
  for (const headers of programs) {
    expect((await download(id, '?arquivo=nenhum', headers)).status).toBe(404);
  }
});

test('in a dispute nothing comes down, and no page offers it', async () => {
  const productId = await createProduct();
  const { id } = await buy(visitor, { productId });
  const judge = (review: 'dispute' | null) =>
    store.database().updateTable('purchases').set({ review }).where('id', '=', id).execute();
  await judge('dispute');
  expect((await download(id)).status).toBe(409);
  expect(await backFrom(id)).toBe(`/purchase/success/${id}?aviso=download-em-analise#arquivos`);
  expect((await readPurchase(visitor, id)).items).toMatchObject([{ downloadUrl: null, files: [] }]);
  await judge(null);
  expect((await download(id)).status).toBe(200);
});

test('an item keeps the terms of its sale', async () => {
  const productId = await createProduct({ updatePolicy: 'major' });
  const [one, two] = [randomBytes(10), randomBytes(20)];
  const notes = '- Correções';
  await publishVersion(owner, productId, { version: '1.4', notes, url: store.url, files: { 'a.zip': one } });
  const old = await buy(visitor, { productId });
  const release = await publishVersion(owner, productId, { version: '2.0', url: store.url, files: { 'a.zip': two } });
  expectStatus(await owner.put(`/api/admin/products/${productId}`, { updatePolicy: 'months', updateMonths: 12 }), 200);
  const customerEmail = 'bia@exemplo.com.br';
  const fresh = await buy(visitor, { productId, customerEmail });

  const [item] = (await readPurchase(visitor, old.id)).items;
  expect(item).toMatchObject({
    id: old.id,
    version: '1.4',
    notesHtml: '<ul>\n<li>Correções</li>\n</ul>\n',
    isUpdateAvailable: false,
    files: [{ fileName: 'a.zip', sizeBytes: 10, sha256: sha256(one) }],
    olderVersions: [],
    updates: { policy: 'major', major: 1, until: null },
  });
  expect((await bodyOf(await visitor.fetch(item?.files[0]?.url ?? ''))).equals(one)).toBe(true);
  expect((await bodyOf(await download(old.id))).equals(one)).toBe(true);
  const refused = await download(old.id, `?arquivo=${release.files[0]?.id}`);
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { code: 'not_covered', message: RELEASE_TEXTS.notCovered },
  ]);
  const [newer] = (await readPurchase(visitor, fresh.id)).items;
  expect(newer).toMatchObject({ version: '2.0', olderVersions: [{ version: '1.4' }], updates: { policy: 'months' } });
  expect(newer?.updates.until).toMatch(/^\d{4}-\d\d-\d\d$/);
  // Whoever bought 1.4 under its terms hears nothing of 2.0.
  expect((await listReleases(owner, productId)).map(({ version, audience }) => [version, audience])).toEqual([
    ['2.0', 1],
    ['1.4', 2],
  ]);
});

test('a beta is given by its name alone, a draft and another product’s file never', async () => {
  const [productId, other] = [await createProduct(), await createProduct()];
  const [stable, beta, foreign] = [randomBytes(10), randomBytes(20), randomBytes(30)];
  await publishVersion(owner, productId, { version: '1.0', url: store.url, files: { 'a.zip': stable } });
  const betaRelease = await publishVersion(owner, productId, {
    version: '2.0-beta',
    channel: 'beta',
    url: store.url,
    files: { 'a.zip': beta },
  });
  const foreignRelease = await publishVersion(owner, other, {
    version: '1.0',
    url: store.url,
    files: { 'a.zip': foreign },
  });
  const draft = await draftRelease(owner, productId, { version: '3.0' });
  await sendFile(owner, { releaseId: draft.id, fileName: 'a.zip', bytes: randomBytes(40) }, { url: store.url });
  const drafted = (await listReleases(owner, productId)).find(({ id }) => id === draft.id);
  const { id } = await buy(visitor, { productId });

  expect((await ofProduct(productId))?.currentVersion).toBe('1.0');
  expect((await bodyOf(await download(id))).equals(stable)).toBe(true);
  expect((await bodyOf(await download(id, `?arquivo=${betaRelease.files[0]?.id}`))).equals(beta)).toBe(true);
  expect((await download(id, `?arquivo=${foreignRelease.files[0]?.id}`)).status).toBe(404);
  expect((await download(id, `?arquivo=${drafted?.files[0]?.id}`)).status).toBe(404);
  expect(expectStatus(await owner.get('/api/public/products/nao-existe/releases'), 404).json()).toBeTruthy();
});

test('whatever a file contains, a browser only saves it', async () => {
  const productId = await createProduct();
  const page = Buffer.from('<!doctype html><script>document.title = "ran"</script>');
  await publishVersion(owner, productId, { version: '1.0', url: store.url, files: { 'pagina.zip': page } });
  const { id } = await buy(visitor, { productId });
  const { headers } = await download(id);
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="pagina\.zip"/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(/sandbox/);
  const part = await download(id, '', { range: 'bytes=2-9' });
  expect([part.status, (await bodyOf(part)).toString()]).toEqual([206, 'doctype ']);
});

test('a download is counted once in an hour, whatever part of it is asked for', async () => {
  const ways: Record<string, string>[] = [
    { range: 'bytes=1-' },
    { range: 'bytes=-999' },
    { range: 'bytes=1-', 'if-range': '"any"' },
    {},
  ];
  for (const headers of ways) {
    const productId = await createProduct();
    const files = { 'a.zip': randomBytes(1_000) };
    await publishVersion(owner, productId, { version: '1.0', url: store.url, files });
    const { id } = await buy(visitor, { productId });
    const counted = async () => (await listReleases(owner, productId))[0]?.files[0]?.downloads ?? 0;
    await visitor.fetch(`/api/payments/download/${id}`, { method: 'HEAD' });
    expect((await download(id, '', { range: 'bytes=1000-' })).status).toBe(416);
    expect(await counted()).toBe(0);
    await Promise.all(Array.from({ length: 6 }, async () => bodyOf(await download(id, '', headers))));
    // The hour may have ended meanwhile.
    expect([1, 2], JSON.stringify(headers)).toContain(await counted());
  }
});

test('nothing serves the folder of sold files', async () => {
  const productId = await createProduct();
  await publishVersion(owner, productId, { version: '1.0', url: store.url, files: { 'a.zip': randomBytes(10) } });
  // One name stands for all: each is as long, and drawn like the others.
  const [name = ''] = await readdir(join(store.folder, 'files'));
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  const roots = [
    '/files/',
    '/uploads/',
    '/uploads/../files/',
    '/uploads/%2e%2e/files/',
    '/uploads/.sold/',
    '/_astro/',
    '/',
    '/api/admin/files/',
  ];
  for (const root of roots) {
    const response = await owner.fetch(root + name);
    expect([root, response.status]).toEqual([root, 404]);
  }
});

test('a product is prepared without a file, and sold only with a version or an address', async () => {
  const fields = { name: 'Ainda sem arquivo', price: 'R$ 10,00', downloadUrl: '' };
  const atOnce = expectStatus(await owner.post('/api/admin/products', fields), 422).json<ErrorBody>();
  expect(atOnce.fields).toEqual({ downloadUrl: NOTHING_TO_DELIVER });
  const draft = { ...fields, status: 'Em revisão' };
  const { id } = expectStatus(await owner.post('/api/admin/products', draft), 201).json<AdminProduct>();
  const activate = () => owner.put(`/api/admin/products/${id}`, { status: 'active' });
  expect(expectStatus(await activate(), 422).json<ErrorBody>().fields).toEqual({ downloadUrl: NOTHING_TO_DELIVER });
  expectStatus(await owner.put(`/api/admin/products/${id}`, { price: 'R$ 12,00' }), 200);
  await publishVersion(owner, id, { version: '1.0', url: store.url, files: { 'a.zip': randomBytes(10) } });
  expect(expectStatus(await activate(), 200).json<AdminProduct>().status).toBe('active');
});

test('a product without its own address needs a version', async () => {
  const productId = await createProduct();
  const path = `/api/admin/products/${productId}`;
  const refused = expectStatus(await owner.put(path, { downloadUrl: '' }), 422).json<ErrorBody>();
  expect(refused.fields).toEqual({ downloadUrl: NOTHING_TO_DELIVER });
  await publishVersion(owner, productId, { version: '1.0', url: store.url, files: { 'a.zip': randomBytes(10) } });
  expect(expectStatus(await owner.put(path, { downloadUrl: '' }), 200).json<AdminProduct>()).toMatchObject({
    downloadUrl: '',
    currentVersion: '1.0',
  });
  const unpriced = await owner.put(path, { updatePolicy: 'months' });
  expect(expectStatus(unpriced, 422).json<ErrorBody>().fields).toEqual({
    updateMonths: 'Informe por quantos meses, de 1 a 60.',
  });
  const months = expectStatus(await owner.put(path, { updatePolicy: 'months', updateMonths: '12' }), 200);
  expect(months.json()).toMatchObject({ updatePolicy: 'months', updateMonths: 12 });
});

test('strangers send nothing, and other sites neither', async () => {
  const productId = await createProduct();
  const { id } = await draftRelease(owner, productId, { version: '1.0' });
  const metadata = `releaseId ${Buffer.from(id).toString('base64')},fileName ${Buffer.from('a.zip').toString('base64')}`;
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': metadata };
  const ask = (client: Client, more: Record<string, string> = {}) =>
    client.fetch(TRANSFER_PATH, { method: 'POST', headers: { ...headers, ...more } });
  expect((await ask(visitor)).status).toBe(401);
  expect((await ask(owner, { origin: 'https://outro.test' })).status).toBe(403);
  const begun = await ask(owner, { origin: store.url });
  expect(begun.status).toBe(201);
  expect(begun.headers.get('access-control-allow-origin')).toBeNull();
  const address = begun.headers.get('location') ?? '';
  const piece = { method: 'PATCH', body: 'x'.repeat(10) };
  const offset = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  expect((await visitor.fetch(address, { ...piece, headers: offset })).status).toBe(401);
  expect((await visitor.fetch(address, { method: 'HEAD', headers: offset })).status).toBe(401);
  const wrong = await owner.fetch(address, { ...piece, headers: { ...offset, 'upload-offset': '5' } });
  expect([wrong.status, await wrong.json()]).toEqual([
    409,
    { code: 'other_offset', message: 'O envio continua de outro ponto.' },
  ]);
  expect((await owner.fetch(address, { ...piece, headers: offset })).status).toBe(204);
  expect((await listReleases(owner, productId))[0]?.files).toHaveLength(1);
});

test.each([
  ['../../etc/a.zip', RELEASE_TEXTS.fileName],
  ['C:\\a.zip', RELEASE_TEXTS.fileName],
  ['semextensao', RELEASE_TEXTS.fileName],
])('a file called %s is refused', async (fileName, sentence) => {
  const { id } = await draftRelease(owner, await createProduct(), { version: '1.0' });
  const refused = sendFile(owner, { releaseId: id, fileName, bytes: randomBytes(10) }, { url: store.url });
  const { status, body } = refusalOf(await refused.catch((error: unknown) => error));
  expect([status, body.fields]).toEqual([422, { fileName: sentence }]);
});

test('a file of the same name, of no size or above the limit is refused', async () => {
  const { id } = await draftRelease(owner, await createProduct(), { version: '1.0' });
  const send = (fileName: string, bytes: Buffer) =>
    sendFile(owner, { releaseId: id, fileName, bytes }, { url: store.url });
  await send('a.zip', randomBytes(10));
  expect(refusalOf(await send('a.zip', randomBytes(10)).catch((error: unknown) => error))).toMatchObject({
    status: 409,
    body: { code: 'file_taken', message: RELEASE_TEXTS.fileTaken },
  });
  expect(refusalOf(await send('b.zip', Buffer.alloc(0)).catch((error: unknown) => error)).status).toBe(422);
  const metadata = `releaseId ${Buffer.from(id).toString('base64')},fileName ${Buffer.from('c.zip').toString('base64')}`;
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(5 * 1024 ** 3), 'upload-metadata': metadata };
  const tooLarge = await owner.fetch(TRANSFER_PATH, { method: 'POST', headers });
  expect([tooLarge.status, await tooLarge.json()]).toEqual([
    413,
    { code: 'too_large', message: 'O arquivo passa de 4 GB. Divida-o em partes menores.' },
  ]);
});

test('a file that changed on the disk is not given', async () => {
  const productId = await createProduct();
  await publishVersion(owner, productId, { version: '1.0', url: store.url, files: { 'a.zip': randomBytes(1_000) } });
  const { id } = await buy(visitor, { productId });
  const row = await store
    .database()
    .selectFrom('releaseFiles')
    .innerJoin('releases', 'releases.id', 'releaseFiles.releaseId')
    .select('storedAs')
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow();
  const path = join(store.folder, 'files', row.storedAs);
  await truncate(path, 500);
  expect((await download(id)).status).toBe(404);
  await appendFile(path, randomBytes(500));
  expect((await download(id)).status).toBe(200);
});
