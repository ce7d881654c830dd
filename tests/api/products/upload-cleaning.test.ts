import { randomBytes } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { Upload } from '#src/wire/products/uploads.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { FILES } from '../../support/browser/upload-files.ts';
import { openClient } from '../../support/calls/client.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { startStore } from '../../support/store/store.ts';

const PRODUCTS = '/api/admin/products';

const store = startStoreForFile();
const owner = loginForFile(store);

const folder = () => join(store.folder, 'uploads');
const stored = async () => (await readdir(folder())).sort();

test('uploads that no product uses are deleted after a day, drafts too, and all others are kept', async () => {
  const [shown, replaced, film, sold, mentioned, escaped, inGallery, compared, inText, neverSaved, fresh] = [
    await upload('png'),
    await upload('png'),
    await upload('webm'),
    await upload('mp4'),
    await upload('gif'),
    await upload('webp'),
    await upload('png'),
    await upload('png'),
    await upload('webp'),
    await upload('webm'),
    await upload('png'),
  ];
  const product = await add({ image: replaced, videoUrl: film });
  expectStatus(await owner.put(`${PRODUCTS}/${product.id}`, { image: shown }), 200);
  await add({ description: `100% seu, com ${mentioned} de brinde` });
  await add({ image: escaped.replace('/uploads/', '/uploads/%').replace(/%(.)/, hexOf) });
  await add({
    media: [{ address: inGallery, alt: 'O painel', before: compared }],
    body: `![Antes e depois](${inText})`,
  });
  const withdrawn = await add({ downloadUrl: sold, requiresActivation: false });
  const { id } = await buy(openClient(store.url), { productId: withdrawn.id });
  expectStatus(await owner.delete(`${PRODUCTS}/${withdrawn.id}`), 200);
  const byHand = ['curso.zip', `${randomBytes(16).toString('hex')}.png`];
  for (const name of byHand) await writeFile(join(folder(), name), 'by hand');
  const [deadDraft, draft] = [newDraft(), newDraft()];
  for (const name of [deadDraft, draft]) await writeFile(join(folder(), name), 'half a film');
  const before = await stored();
  await ageAll({ except: [fresh, draft] });

  await store.restart();
  const gone = [...[replaced, neverSaved].map((address) => basename(address)), deadDraft];
  const kept = before.filter((name) => !gone.includes(name));
  await expect.poll(stored).toEqual(kept);

  expect(kept).toEqual(
    expect.arrayContaining([
      ...[shown, film, sold, mentioned, escaped, inGallery, compared, inText, fresh].map((address) =>
        basename(address),
      ),
      ...byHand,
      draft,
      'grade-cinema.webm',
    ]),
  );
  await rm(join(folder(), draft));
  const visitor = openClient(store.url);
  expect((await visitor.get(`/api/payments/download/${id}`)).status).toBe(200);
  await expect.poll(store.output).toMatch(/"removed":2,"msg":"uploads that no product names were removed"/);
});

test('a store opened on another database deletes nothing in the folder', async () => {
  await upload('png');
  await ageAll({ except: [] });
  const before = await stored();
  const other = await startStore({ UPLOADS_DIR: folder(), DEMO_DATA: 'false' });
  // The job is part of the worker's first round, which a store finishes before it ends.
  await other.stop();
  expect(await stored()).toEqual(before);
});

async function upload(kind: keyof typeof FILES): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([FILES[kind].bytes]), kind);
  const response = await owner.fetch('/api/upload', { method: 'POST', body: form });
  expect(response.status).toBe(201);
  const { url }: Upload = await response.json();
  return url;
}

async function add(fields: Record<string, unknown>): Promise<AdminProduct> {
  const product = { name: 'Névoa', price: 'R$ 10,00', downloadUrl: '/uploads/nevoa.zip', ...fields };
  return expectStatus(await owner.post(PRODUCTS, product), 201).json<AdminProduct>();
}

/** Given: a day and an hour have passed since everything was uploaded. */
async function ageAll({ except }: { except: string[] }): Promise<void> {
  const then = new Date(Date.now() - 25 * 60 * 60 * 1000);
  const names = (await stored()).filter((name) => !except.some((address) => address.endsWith(name)));
  for (const name of names) await utimes(join(folder(), name), then, then);
}

function newDraft(): string {
  return `.upload-${randomBytes(16).toString('hex')}`;
}

function hexOf(_match: string, letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}
