import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { buy } from '../../support/purchases/buy.ts';

const PATH = '/api/admin/products';

const store = startStoreForFile();
const owner = loginForFile(store);
const visitor = openClientForFile(store);

/** The names of the cards, in the order in which the shop window shows them, and the one above them. */
async function shownNames(): Promise<{ hero: string | undefined; names: (string | undefined)[] }> {
  const { text } = await visitor.get('/');
  const names = [...text.matchAll(/data-card data-name="([^"]*)"/g)].map(([, name]) => name);
  return { hero: /id="destaque"[^>]*>\s*<a [^>]*>\s*([^<]+?)\s*</.exec(text)?.[1], names };
}

const add = async (fields: object) =>
  (
    await owner.post(PATH, { price: 'R$ 10,00', downloadUrl: '/uploads/corte-final-demo.zip', ...fields })
  ).json<AdminProduct>();
const edit = (id: string, fields: object) => owner.put(`${PATH}/${id}`, fields);

describe('the storefront order', () => {
  test('is newest publication first, and does not change on edit', async () => {
    await edit('grade-cinema', { isFeatured: false });
    const before = await shownNames();
    expect(before.hero).toBe(before.names[0]);

    await edit('lote', { description: 'Exporta mais de uma vez.' });
    expect(await shownNames()).toEqual(before);
    const products = (await visitor.get('/api/public/products')).json<PublicProduct[]>();
    expect(products[0]?.id).toBe('lote');
  });

  test('uses the first publication, whatever happened since', async () => {
    const draft = await add({ name: 'Rascunho', status: 'Em revisão' });
    await wait(2);
    const later = await add({ name: 'Feito Depois' });
    expect((await shownNames()).names[0]).toBe('Feito Depois');
    await wait(2);
    await edit(draft.id, { status: 'active' });
    expect((await shownNames()).names.slice(0, 2)).toEqual(['Rascunho', 'Feito Depois']);

    await edit(later.id, { status: 'Inativo' });
    await edit(later.id, { status: 'active', name: 'De Volta' });
    expect((await shownNames()).names.slice(0, 2)).toEqual(['Rascunho', 'De Volta']);
  });
});

describe('the license of a product', () => {
  test('defaults to the usual terms', async () => {
    const { id, licenseTerms } = await add({ name: 'Sem Texto', licenseTerms: '  ' });
    expect(licenseTerms).toBe('Licença vitalícia');
    expect((await visitor.get(`/api/public/products/${id}`)).json()).toMatchObject({
      licenseTerms: 'Licença vitalícia',
    });
  });

  test('is shown to visitors and buyers in its own words, and sales keep theirs', async () => {
    const { id } = await add({
      name: 'Por Ano',
      licenseTerms: 'Licença de 1 ano, 2 computadores',
      requiresActivation: false,
    });
    const terms = 'Licença de 1 ano, 2 computadores';
    expect((await visitor.get('/')).text).toContain(terms);
    expect((await visitor.get(`/checkout/${id}`)).text).toContain(terms);
    const before = (await store.mailbox()).length;
    const sale = await buy(visitor, { productId: id });
    await edit(id, { licenseTerms: '' });

    expect((await visitor.get('/')).text).not.toContain(terms);
    expect((await visitor.get(`/purchase/success/${sale.id}`)).text).toContain(terms);
    const mails = await store.waitForMail(before + 1);
    expect(mails.at(-1)?.text).toContain(terms);
  });

  test('is a short text', async () => {
    const response = await edit('lote', { licenseTerms: 'x'.repeat(61) });
    expect([response.status, response.json()]).toEqual([
      422,
      expect.objectContaining({ fields: { licenseTerms: 'O texto da licença pode ter até 60 caracteres.' } }),
    ]);
  });
});
