import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductDetails } from '#src/wire/products.ts';
import { buy } from '../support/buy.ts';
import { type Client, login, openClient } from '../support/client.ts';
import { send } from '../support/raw-http.ts';
import { type Store, startStore } from '../support/store.ts';

const PATH = '/api/admin/products';

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
  const plugin = { name: 'Névoa Fina', price: 'R$ 99,90', downloadUrl: '/uploads/corte-final-demo.zip' };
  const response = await owner.post(PATH, { ...plugin, requiresActivation: false, ...fields });
  expect(response.status, response.text).toBe(201);
  return response.json<ProductDetails>();
}
const edit = (id: string, fields: object) => owner.put(`${PATH}/${id}`, fields);
const page = (slug: string) => visitor.get(`/plugins/${slug}`);
const follow = async (path: string) => {
  const { status, headers } = await send(store.url, path);
  return [status, headers['location']];
};

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

  test('shows a new price at once', async () => {
    const { slug, id } = await add({ name: 'Preço Novo', price: 'R$ 71,31' });
    await expect.poll(async () => (await page(slug)).headers.get('etag')).not.toBeNull();
    await edit(id, { price: 'R$ 79,90' });
    const { text } = await page(slug);
    expect([text.includes('R$ 79,90'), text.includes('R$ 71,31')]).toEqual([true, false]);
  });

  test('is one and the same for a link with a campaign and for somebody with a session', async () => {
    const { slug } = await add({ name: 'Campanha' });
    await expect.poll(async () => (await page(slug)).headers.get('etag')).not.toBeNull();
    const { headers, text } = await page(slug);
    const campaign = await visitor.get(`/plugins/${slug}?utm_source=aula&cupom=EDITA10`, { cookie: 'session=none' });
    expect([campaign.headers.get('etag'), campaign.text]).toEqual([headers.get('etag'), text]);
  });
});

describe('an address of a product', () => {
  test('that it had before leads to the present one, as do its id and capitals', async () => {
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
    expect([draft.status, draft.text.includes('Névoa')]).toEqual([404, false]);
  });
});
