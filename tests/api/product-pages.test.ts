import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicProduct } from '#src/wire/catalog.ts';
import type { ErrorBody } from '#src/wire/errors.ts';
import { PAGE_TEXTS } from '#src/wire/product-page.ts';
import type { ProductDetails } from '#src/wire/products.ts';
import { order } from '../support/buy.ts';
import { type Client, login, openClient } from '../support/client.ts';
import { type Store, startStore } from '../support/store.ts';

const PATH = '/api/admin/products';
const PLUGIN = { name: 'Névoa Fina', price: 'R$ 99,90', downloadUrl: '/uploads/nevoa.zip' };
const PAGE = {
  tagline: 'Neblina que respeita a profundidade',
  body: '## O que faz\n\nNeblina de verdade.',
  media: [
    { address: '/uploads/tela.webp', alt: 'O painel do plugin' },
    { address: 'https://youtu.be/dQw4w9WgXcQ', alt: 'O plugin em uso' },
  ],
  faq: [{ question: 'Funciona sem internet?', answer: 'Funciona.' }],
  licenseText: 'Uma pessoa, dois computadores.',
  hosts: [
    { host: 'resolve', minVersion: '19', maxVersion: '', testedVersion: '20.1' },
    { host: 'premiere', minVersion: '25', maxVersion: null },
  ],
  systems: ['linux', 'windows'],
  gpuNote: 'Placa com 4 GB.',
};
const KEPT = {
  ...PAGE,
  media: [PAGE.media[0], { address: 'https://www.youtube.com/embed/dQw4w9WgXcQ', alt: 'O plugin em uso' }],
  hosts: [
    { host: 'premiere', minVersion: '25', maxVersion: null, testedVersion: '25' },
    { host: 'resolve', minVersion: '19', maxVersion: null, testedVersion: '20.1' },
  ],
  systems: ['windows', 'linux'],
};

let store: Store;
let owner: Client;
let visitor: Client;

beforeAll(async () => {
  store = await startStore();
  owner = await login(store);
  visitor = openClient(store.url);
});
afterAll(() => store.stop());

async function add(fields: object = {}): Promise<ProductDetails> {
  const response = await owner.post(PATH, { ...PLUGIN, ...fields });
  expect(response.status, response.text).toBe(201);
  return response.json<ProductDetails>();
}
const edit = (id: string, fields: object) => owner.put(`${PATH}/${id}`, fields);
const shown = async (id: string) => (await visitor.get(`/api/public/products/${id}`)).json<PublicProduct>();

describe('what a page says', () => {
  test('is kept with the product, and visitors get what cards and search need', async () => {
    const { id, slug } = await add({ slug: 'nevoa-de-cena', ...PAGE });
    expect(slug).toBe('nevoa-de-cena');
    expect((await owner.get(`${PATH}/${id}/details`)).json()).toMatchObject(KEPT);

    const { tagline, media, hosts, systems } = KEPT;
    const wanted = { slug, tagline, media, hosts, systems, currentVersion: null };
    expect(await shown(id)).toMatchObject(wanted);
    const listed = (await visitor.get('/api/public/products')).json<PublicProduct[]>();
    expect(listed.find((product) => product.id === id)).toMatchObject(wanted);
    expect(await shown(id)).not.toHaveProperty('licenseText');
  });

  test('stays where a change does not name it, and an edit of the editors alone is noted', async () => {
    const { id } = await add(PAGE);
    expect((await edit(id, { name: 'Outra Névoa' })).json()).toMatchObject({ ...KEPT, name: 'Outra Névoa' });
    const hosts = [{ host: 'obs', minVersion: '30', maxVersion: null, testedVersion: '31' }];
    expect((await edit(id, { hosts })).json()).toMatchObject({ hosts });
    const trail = store.database().selectFrom('audit').select('fields').where('entityId', '=', id);
    expect((await trail.orderBy('id', 'desc').executeTakeFirstOrThrow()).fields).toBe('["hosts"]');
    expect((await shown(id)).hosts).toEqual(hosts);
  });

  const wrong: [field: string, value: object, text: string][] = [
    ['slug', { slug: 'Névoa Fina' }, PAGE_TEXTS.slug],
    ['tagline', { tagline: 'x'.repeat(141) }, PAGE_TEXTS.tagline],
    ['body', { body: 'x'.repeat(20_001) }, PAGE_TEXTS.body],
    ['media', { media: Array(9).fill(PAGE.media[0]) }, PAGE_TEXTS.media],
    ['media[1].alt', { media: [PAGE.media[0], { ...PAGE.media[0], alt: 'ab' }] }, PAGE_TEXTS.alt],
    ['media[0].address', { media: [{ address: 'https://x.test/a.png', alt: 'Foto' }] }, PAGE_TEXTS.address],
    ['media[0].address', { media: [{ address: 'javascript:alert(1)', alt: 'Foto' }] }, PAGE_TEXTS.address],
    ['faq', { faq: Array(11).fill(PAGE.faq[0]) }, PAGE_TEXTS.faq],
    ['faq[0].question', { faq: [{ question: 'x'.repeat(121), answer: 'Sim.' }] }, PAGE_TEXTS.question],
    ['faq[0].answer', { faq: [{ question: 'Serve?', answer: '' }] }, PAGE_TEXTS.answer],
    ['licenseText', { licenseText: 'x'.repeat(10_001) }, PAGE_TEXTS.licenseText],
    ['hosts[0].minVersion', { hosts: [{ host: 'nuke', minVersion: 'CC' }] }, PAGE_TEXTS.hostVersion],
    ['hosts[0].host', { hosts: [{ host: 'paint', minVersion: '1' }] }, PAGE_TEXTS.host],
    [
      'hosts[1].testedVersion',
      { hosts: [KEPT.hosts[0], { host: 'nuke', minVersion: '15', testedVersion: '14' }] },
      PAGE_TEXTS.testedVersion,
    ],
    ['hosts[0].maxVersion', { hosts: [{ host: 'nuke', minVersion: '15', maxVersion: '14' }] }, PAGE_TEXTS.maxVersion],
    ['hosts', { hosts: [KEPT.hosts[0], KEPT.hosts[0]] }, PAGE_TEXTS.hosts],
    ['systems[0]', { systems: ['amiga'] }, PAGE_TEXTS.systems],
    ['gpuNote', { gpuNote: 'x'.repeat(161) }, PAGE_TEXTS.gpuNote],
  ];
  test('that is refused names its field', async () => {
    const { id } = await add();
    for (const [field, body, text] of wrong) {
      const response = await edit(id, body);
      expect(response.status, field).toBe(422);
      expect(response.json<ErrorBody>().fields, field).toEqual({ [field]: text });
    }
  });
});

describe('the address of a page', () => {
  test('is made from the name, and numbered where it is taken', async () => {
    const slugs = await Promise.all(Array.from({ length: 4 }, () => add({ name: 'Grão & Poeira' })));
    expect(slugs.map(({ slug }) => slug).toSorted()).toEqual([
      'grao-poeira',
      'grao-poeira-2',
      'grao-poeira-3',
      'grao-poeira-4',
    ]);
  });

  test('belongs to one product, also after it got another', async () => {
    const first = await add({ slug: 'curva-um' });
    const second = await add({ slug: 'curva-dois' });
    expect((await edit(first.id, { slug: 'curva-nova' })).status).toBe(200);
    for (const slug of ['curva-um', 'curva-nova']) {
      const refused = await edit(second.id, { slug });
      expect(refused.status).toBe(409);
      expect(refused.json<ErrorBody>()).toMatchObject({ code: 'slug_taken', fields: { slug: PAGE_TEXTS.slugTaken } });
    }
    expect((await edit(first.id, { slug: 'curva-um' })).json()).toMatchObject({ slug: 'curva-um' });
    expect((await edit(second.id, { slug: '' })).json()).toMatchObject({ slug: 'curva-dois' });
  });
});

describe('the terms of a licence', () => {
  test('rise with each change, and a purchase keeps the version of its sale', async () => {
    const { id, termsVersion } = await add({ licenseText: 'Um computador.' });
    expect(termsVersion).toBe(1);
    const { purchaseId } = (await order(visitor, { productId: id })).json<{ purchaseId: string }>();
    expect((await edit(id, { licenseText: 'Dois computadores.' })).json()).toMatchObject({ termsVersion: 2 });
    expect((await edit(id, { tagline: 'Nada dos termos' })).json()).toMatchObject({ termsVersion: 2 });
    expect((await edit(id, { licenseTerms: 'Licença anual' })).json()).toMatchObject({ termsVersion: 3 });

    const db = store.database();
    const bought = db.selectFrom('purchases').select('termsVersion').where('id', '=', purchaseId);
    expect((await bought.executeTakeFirstOrThrow()).termsVersion).toBe(1);
    const texts = db.selectFrom('productTerms').select(['version', 'text']).where('productId', '=', id);
    expect(await texts.orderBy('version').execute()).toEqual([
      { version: 1, text: 'Um computador.' },
      { version: 2, text: 'Dois computadores.' },
      { version: 3, text: 'Dois computadores.' },
    ]);
  });
});
