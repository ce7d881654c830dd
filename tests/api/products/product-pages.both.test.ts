import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { PAGE_TEXTS } from '#src/wire/products/page-fields.ts';
import { MEDIA_TEXTS } from '#src/wire/products/product-media.ts';
import type { ProductDetails } from '#src/wire/products/products.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { send } from '../../support/calls/raw-http.ts';
import { buy, order } from '../../support/purchases/buy.ts';
import { publishVersion } from '../../support/purchases/releases.ts';

const PATH = '/api/admin/products';
const PLUGIN = {
  name: 'Névoa Fina',
  price: 'R$ 99,90',
  downloadUrl: '/uploads/corte-final-demo.zip',
  requiresActivation: false,
};
const PAGE = {
  tagline: 'Neblina que respeita a profundidade',
  body: '## O que faz\n\nNeblina de verdade.',
  media: [
    {
      address: '/uploads/depois.webp',
      alt: 'O vale na neblina',
      caption: 'Antes e depois',
      before: '/uploads/antes.webp',
    },
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
  media: [
    PAGE.media[0],
    { address: 'https://www.youtube.com/embed/dQw4w9WgXcQ', alt: 'O plugin em uso', caption: '', before: '' },
  ],
  hosts: [
    { host: 'premiere', minVersion: '25', maxVersion: null, testedVersion: '25' },
    { host: 'resolve', minVersion: '19', maxVersion: null, testedVersion: '20.1' },
  ],
  systems: ['windows', 'linux'],
};

const store = startStoreForFile();
const owner = loginForFile(store);
const visitor = openClientForFile(store);

async function add(fields: object = {}): Promise<ProductDetails> {
  const response = await owner.post(PATH, { ...PLUGIN, ...fields });
  expect(response.status, response.text).toBe(201);
  return response.json<ProductDetails>();
}
const edit = (id: string, fields: object) => owner.put(`${PATH}/${id}`, fields);
const page = (slug: string) => visitor.get(`/plugins/${slug}`);
const follow = async (path: string) => {
  const { status, headers } = await send(store.url, path);
  return [status, headers['location']];
};
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
    ['media', { media: Array(9).fill(PAGE.media[0]) }, MEDIA_TEXTS.media],
    ['media[1].alt', { media: [PAGE.media[0], { ...PAGE.media[0], alt: 'ab' }] }, MEDIA_TEXTS.alt],
    ['media[0].address', { media: [{ address: 'https://x.test/a.png', alt: 'Foto' }] }, MEDIA_TEXTS.address],
    ['media[0].address', { media: [{ address: 'javascript:alert(1)', alt: 'Foto' }] }, MEDIA_TEXTS.address],
    ['media[0].caption', { media: [{ ...PAGE.media[0], caption: 'x'.repeat(31) }] }, MEDIA_TEXTS.caption],
    ['media[0].before', { media: [{ ...PAGE.media[0], before: '/uploads/filme.mp4' }] }, MEDIA_TEXTS.before],
    ['media[0].before', { media: [{ ...PAGE.media[1], before: PAGE.media[1]?.address }] }, MEDIA_TEXTS.before],
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

  test('that was its own before leads to the present one, as do its id and capitals', async () => {
    const { id } = await add({ slug: 'cor-velha' });
    await edit(id, { slug: 'cor-nova' });
    await edit(id, { slug: 'cor-novissima' });
    for (const former of ['cor-velha', 'cor-nova', id, 'COR-Novissima']) {
      expect(await follow(`/plugins/${former}?cupom=A`)).toEqual([301, '/plugins/cor-novissima?cupom=A']);
    }
    expect(await follow('/plugins/cor-novissima')).toEqual([200, undefined]);
  });

  test('of a product that is no longer sold says so; one that never was is unknown', async () => {
    const gone = await add({ slug: 'ja-foi' });
    await buy(visitor, { productId: gone.id });
    await owner.delete(`${PATH}/${gone.id}`);
    expect([(await page('ja-foi')).status, (await page('ja-foi')).text.includes('não é mais vendido')]).toEqual([
      410,
      true,
    ]);
    const { id } = await add({ slug: 'inativo-agora' });
    await edit(id, { status: 'Inativo' });
    expect((await page('inativo-agora')).status).toBe(404);
    await add({ slug: 'so-rascunho', status: 'Em revisão' });
    const draft = await page('so-rascunho');
    expect([draft.status, draft.text.includes('so-rascunho')]).toEqual([404, false]);
  });
});

describe('the page of a product', () => {
  test('says what the owner wrote of it', async () => {
    const hosts = [
      { host: 'premiere', minVersion: '25', testedVersion: '26.1' },
      { host: 'resolve', minVersion: '19', maxVersion: '20' },
    ];
    const { slug } = await add({
      name: 'Curva Viva',
      tagline: 'Curvas que respiram',
      body: 'Faz **curvas**.',
      media: [{ address: '/uploads/painel.webp', alt: 'O painel da Curva' }],
      faq: [{ question: 'Serve no tablet?', answer: 'Ainda não.' }],
      licenseText: 'Uma pessoa por licença.',
      hosts,
      systems: ['windows', 'macos-arm'],
      gpuNote: 'Placa com 4 GB.',
    });
    const { status, text } = await page(slug);
    expect(status).toBe(200);
    for (const said of [
      'Curvas que respiram',
      '<strong>curvas</strong>',
      'alt="O painel da Curva"',
      'Serve no tablet?',
      'Uma pessoa por licença.',
      'Placa com 4 GB.',
      'R$ 99,90',
      '7 dias para desistir',
      'Termos da licença',
    ])
      expect(text).toContain(said);
    expect(text.replace(/<[^>]*>|\s+/g, ' ')).toMatch(/Premiere Pro +25 +26\.1 .*DaVinci Resolve +19 +até 20 +19/);
  });

  test('tells machines what it sells, and invents no rating', async () => {
    const { slug, id } = await add({ systems: ['windows', 'linux'], categoryId: 'correcao-de-cor' });
    const { text } = await page(slug);
    const [, json = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
    const { '@graph': graph } = JSON.parse(json);
    expect(graph).toEqual([
      expect.objectContaining({
        '@type': 'SoftwareApplication',
        name: 'Névoa Fina',
        url: `${store.url}/plugins/${slug}`,
        operatingSystem: 'Windows, Linux',
        offers: {
          '@type': 'Offer',
          url: `${store.url}/plugins/${slug}`,
          price: '99.90',
          priceCurrency: 'BRL',
          availability: 'https://schema.org/InStock',
        },
      }),
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Produtos', item: `${store.url}/#produtos` },
          expect.objectContaining({ position: 2, name: 'Correção de Cor' }),
          { '@type': 'ListItem', position: 3, name: 'Névoa Fina', item: `${store.url}/plugins/${slug}` },
        ],
      },
    ]);
    expect(json).not.toMatch(/aggregateRating|"review"/i);
    expect(text).toContain(`<link rel="canonical" href="${store.url}/plugins/${slug}"`);

    const checkout = (await visitor.get(`/checkout/${id}`)).text;
    expect(checkout).toContain(`<link rel="canonical" href="${store.url}/plugins/${slug}"`);
    expect(checkout).toContain('<meta name="robots" content="noindex"');
    expect(checkout).not.toContain('application/ld+json');
  });

  test('asks no other site for anything, not for a film at YouTube either', async () => {
    const youtube = { address: 'https://youtu.be/dQw4w9WgXcQ', alt: 'O plugin em uso' };
    const { slug } = await add({ media: [youtube], videoUrl: 'https://youtu.be/aaaaaaaaaaa' });
    const { text } = await page(slug);
    const loaded = [...text.matchAll(/<(?:img|script|link|iframe|video|source)\b[^>]*(?:src|href)="([^"]+)"/g)];
    expect(loaded.length).toBeGreaterThan(5);
    for (const [tag, address = ''] of loaded) expect(new URL(address, store.url).origin, tag).toBe(store.url);
    expect(text).toContain('data-video="https://www.youtube.com/embed/dQw4w9WgXcQ"');
  });

  test('runs nothing that stands in its text, and leads nowhere but to https', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[a](javascript:alert(1))',
      '[a](data:text/html;base64,PHNjcmlwdD4=)',
      '![a](https://espiao.test/a.png)',
      '[a](//espiao.test)',
      '<https://loja.test" onclick="alert(1)>',
    ];
    const { slug } = await add({ body: hostile.join('\n\n'), faq: [{ question: hostile[0], answer: hostile[1] }] });
    const { text } = await page(slug);
    expect(text.match(/<[^>]*onerror|<[^>]*\sonclick|href="(?:javascript|data|\/\/)|src="https?:/gi)).toBeNull();
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('leads to all its versions once there are more than it shows', async () => {
    const { slug, id } = await add({ name: 'Muitas Versões' });
    const publishNext = (version: string, channel: 'stable' | 'beta' = 'stable') =>
      publishVersion(owner, id, {
        version,
        channel,
        notes: `Novo na **${version}** <script>`,
        url: store.url,
        files: { 'plugin.zip': Buffer.from(version) },
      });
    const link = `href="/plugins/${slug}/versoes"`;
    expect((await page(`${slug}/versoes`)).status).toBe(404);
    for (const version of ['1.0', '1.1', '1.2']) await publishNext(version);
    await publishNext('2.0-beta.1', 'beta');
    expect((await page(slug)).text).not.toContain(link);

    await publishNext('1.3');
    // Whoever waits for a new page longer than some seconds gets the former one.
    await expect.poll(async () => (await page(slug)).text).toContain(link);
    const { status, text } = await page(`${slug}/versoes`);
    expect(status).toBe(200);
    const versions = [...text.matchAll(/class="code block[^"]*"[^>]*>([^<]+)</g)].map(([, version]) => version);
    expect(versions).toEqual(['1.3', '1.2', '1.1', '1.0']);
    expect(text).toContain('Novo na <strong>1.3</strong> &lt;script&gt;');
    expect(text).toContain(`<link rel="canonical" href="${store.url}/plugins/${slug}/versoes"`);

    // The page cache has it, and renders it again for a new version.
    const kept = async () => (await page(`${slug}/versoes?utm_source=x`)).headers.get('etag');
    await expect.poll(kept).not.toBeNull();
    await publishNext('1.4');
    await expect.poll(async () => (await page(`${slug}/versoes`)).text).toContain('>1.4<');

    await edit(id, { slug: 'todas-as-versoes' });
    expect(await follow(`/plugins/${slug}/versoes`)).toEqual([301, '/plugins/todas-as-versoes/versoes']);
    expect((await page('inventado/versoes')).status).toBe(404);
    expect((await visitor.get('/sitemap.xml')).text).not.toContain('/versoes');
  });

  test('shows a new price at once', async () => {
    const { slug, id } = await add({ name: 'Preço Novo', price: 'R$ 71,31' });
    await expect.poll(async () => (await page(slug)).headers.get('etag')).not.toBeNull();
    await edit(id, { price: 'R$ 79,90' });
    const prices = async () => {
      const { text } = await page(slug);
      return [text.includes('R$ 79,90'), text.includes('R$ 71,31')];
    };
    await expect.poll(prices).toEqual([true, false]);
  });

  test('is one and the same for a link with a campaign and for somebody with a session', async () => {
    const { slug } = await add({ name: 'Campanha' });
    await expect.poll(async () => (await page(slug)).headers.get('etag')).not.toBeNull();
    const { headers, text } = await page(slug);
    const campaign = await visitor.get(`/plugins/${slug}?utm_source=aula&cupom=EDITA10`, { cookie: 'session=none' });
    expect([campaign.headers.get('etag'), campaign.text]).toEqual([headers.get('etag'), text]);
  });
});

describe('the terms of a license', () => {
  test('rise with each change, and a purchase keeps the version of its sale', async () => {
    const { id, termsVersion } = await add({ licenseText: 'Um computador.' });
    expect(termsVersion).toBe(1);
    const { purchaseId } = (await order(visitor, { productId: id })).json<{ purchaseId: string }>();
    expect((await edit(id, { licenseText: 'Dois computadores.' })).json()).toMatchObject({ termsVersion: 2 });
    expect((await edit(id, { tagline: 'Nada dos termos' })).json()).toMatchObject({ termsVersion: 2 });
    expect((await edit(id, { licenseTerms: 'Licença anual' })).json()).toMatchObject({ termsVersion: 3 });

    const db = store.database();
    const bought = db.selectFrom('purchaseItems').select('termsVersion').where('id', '=', purchaseId);
    expect((await bought.executeTakeFirstOrThrow()).termsVersion).toBe(1);
    expect((await visitor.get(`/purchase/success/${purchaseId}`)).text).toContain('Versão 1, aceita na compra');
    const texts = db.selectFrom('productTerms').select(['version', 'text']).where('productId', '=', id);
    expect(await texts.orderBy('version').execute()).toEqual([
      { version: 1, text: 'Um computador.' },
      { version: 2, text: 'Dois computadores.' },
      { version: 3, text: 'Dois computadores.' },
    ]);
  });
});
