import { describe, expect, test } from 'vitest';
import { PREVIEW_PATH } from '#src/wire/products/product-preview.ts';
import type { ProductDetails } from '#src/wire/products/products.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { expectStatus } from '../../support/purchases/buy.ts';

const store = startStoreForFile({ LOG_LEVEL: 'warn' });
const owner = loginForFile(store);
const visitor = openClientForFile(store);

const preview = async (part: string, id: string | null, fields: object) =>
  expectStatus(await owner.post(PREVIEW_PATH, { part, id, fields }), 200);
const shown = async (part: string, id: string | null, fields: object) => (await preview(part, id, fields)).text;
const cardIn = (html: string, name: string) =>
  [...html.matchAll(/<li data-card.*?<\/li>/gs)]
    .map(([card]) => card.replace(/ data-terms(?:="[^"]*")?/, ''))
    .find((card) => card.includes(`data-name="${name}"`));
/** It goes from the first column to the related products. */
const pageIn = (html: string) =>
  /<div class="shell grid gap-x-12.*?<section aria-labelledby="relacionados"/s.exec(html)?.[0];

describe('the preview of a stored product', () => {
  test('is the very card and page that visitors get', async () => {
    const card = cardIn((await visitor.get('/')).text, 'Grade Cinema');
    expect(card).toContain('R$ 189,90');
    expect(cardIn(await shown('card', 'grade-cinema', {}), 'Grade Cinema')).toBe(card);
    const page = pageIn((await visitor.get('/plugins/grade-cinema')).text);
    expect(page).toContain('O que faz');
    expect(pageIn(await shown('page', 'grade-cinema', {}))).toBe(page);
  });

  test('shows what is typed, and stores nothing', async () => {
    const details = async () => (await owner.get('/api/admin/products/grade-cinema/details')).text;
    const audited = async () =>
      (await store.database().selectFrom('audit').select('id').orderBy('id', 'desc').executeTakeFirst())?.id;
    const before = [await details(), await audited(), (await visitor.get('/')).text];
    const fields = {
      name: 'Outro Nome',
      price: 'R$ 12,5',
      isFeatured: true,
      originalPrice: 'R$ 40,00',
      tagline: 'Uma frase',
    };
    const card = cardIn(await shown('card', 'grade-cinema', fields), 'Outro Nome');
    expect(card).toContain('R$ 12,50');
    expect(card).toContain('R$ 40,00');
    const page = await shown('page', 'grade-cinema', {
      ...fields,
      body: '### Título **forte**',
      categoryId: 'motion-graphics',
      faq: [
        { question: 'Roda offline?', answer: 'Sim.' },
        { question: 'E esta?', answer: '' },
      ],
      media: [
        { address: '/uploads/nova.webp', alt: '' },
        { address: 'https://outro.test/x.png', alt: 'Fora' },
      ],
      hosts: [
        { host: 'obs', minVersion: '30', maxVersion: '' },
        { host: 'nuke', minVersion: '' },
        { host: 'obs', minVersion: '29' },
      ],
    });
    expect(page).toMatch(/Título <strong>forte<\/strong>/);
    expect(page).toContain('href="/categorias/motion-graphics"');
    expect(page).toContain('Roda offline?');
    expect(page).not.toContain('E esta?');
    expect(page).toContain('src="/uploads/nova.webp"');
    expect(page).not.toContain('outro.test');
    expect(page.match(/OBS Studio/g)?.length).toBeGreaterThan(0);
    expect(page).not.toMatch(/Nuke<\/th>/);
    expect([await details(), await audited(), (await visitor.get('/')).text]).toEqual(before);
  });

  test('goes on showing what is stored where what is typed is not valid yet', async () => {
    const { description } = (await owner.get('/api/admin/products/grade-cinema/details')).json<ProductDetails>();
    const wrong = {
      price: 'caro',
      description: 'x'.repeat(3_000),
      originalPrice: {},
      media: 'nada',
      hosts: [null, 7, {}],
    };
    const card = cardIn(await shown('card', 'grade-cinema', wrong), 'Grade Cinema');
    expect(card).toContain('R$ 189,90');
    expect(card).toContain(description);
    expect(cardIn(await shown('card', 'grade-cinema', { name: '  ' }), 'Plugin sem nome')).toBeDefined();
  });
});

test('a new product has a preview before anything is typed', async () => {
  const card = cardIn(await shown('card', null, {}), 'Plugin sem nome');
  expect(card).toContain('R$ 0,00');
  expect(card).toContain('/demo/sem-imagem.svg');
  expect(await shown('page', null, { name: 'Pele', body: 'Texto da página' })).toContain('Texto da página');
});

test('is kept by no cache and found by no search', async () => {
  const { headers } = await preview('card', 'grade-cinema', {});
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('etag')).toBeNull();
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('is the owner’s alone', async () => {
  const body = { part: 'card', id: 'grade-cinema', fields: {} };
  for (const response of [await visitor.post(PREVIEW_PATH, body), await visitor.get(PREVIEW_PATH)]) {
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login']);
  }
  const opened = await owner.get(PREVIEW_PATH);
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/admin/products']);
  const foreign = await owner.post(PREVIEW_PATH, body, { origin: 'https://outro.test' });
  expect(foreign.status).toBe(403);
});

test.each([
  ['of an unknown product', { part: 'card', id: 'nenhum', fields: {} }, 404],
  ['of an unknown part', { part: 'tudo', id: null, fields: {} }, 422],
  ['without fields', { part: 'card', id: null }, 422],
])('is refused %s', async (_, body, status) => {
  expect((await owner.post(PREVIEW_PATH, body)).status).toBe(status);
});
