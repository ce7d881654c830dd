import { afterEach, describe, expect, test } from 'vitest';
import { type Client, openClient } from '../../support/calls/client.ts';
import { ANA, NEW_SHOP, printedLink, sendForm } from '../../support/calls/new-shop.ts';
import { type Store, startStore, startStoreProcess } from '../../support/store/store.ts';

const CLOSED = 'Esta loja está sendo preparada';

let store: Store;

afterEach(() => store.stop());

async function holderOf(link: string): Promise<Client> {
  const client = openClient(store.url);
  expect(await locationOf(client, link)).toBe('/instalar');
  return client;
}

async function locationOf(client: Client, path: string): Promise<string | null> {
  return (await client.get(path)).headers.get('location');
}

const makeAccount = (client: Client) => sendForm(client, '/instalar/conta', ANA);

describe('a new shop', () => {
  test('tells whoever has no link that it is being prepared, at every address', async () => {
    store = await startStore(NEW_SHOP);
    const stranger = openClient(store.url);
    const pages = [
      '/',
      '/?q=1',
      '/admin',
      '/login',
      '/checkout/lote',
      '/robots.txt',
      '/no-such',
      '/instalar',
      '/instalar/conta',
    ];
    for (const path of [...pages, '/INSTALAR/loja', '/%61dmin', '/instalar/pronto/']) {
      const response = await stranger.get(path);
      expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '600']);
      expect(response.text, path).toContain(CLOSED);
      expect(response.text, path).toContain('name="robots" content="noindex"');
    }
    for (const path of ['/api/public/products', '/api/no-such', '/api/auth/login', '/api/admin/release-files']) {
      for (const response of [await stranger.get(path), await stranger.post(path, {})]) {
        expect([response.status, response.json<object>()], path).toEqual([
          503,
          { message: `${CLOSED}.`, code: 'shop_not_open' },
        ]);
      }
    }
    expect((await sendForm(stranger, '/instalar/conta', ANA)).status).toBe(503);
    for (const path of ['/healthz', '/readyz', '/theme.js']) expect((await stranger.get(path)).status, path).toBe(200);
  });

  test('goes on after a kill at any step, until it is open', async () => {
    store = await startStoreProcess(NEW_SHOP);
    const former = printedLink(store.output());
    await store.kill();
    await store.restart();
    const link = printedLink(store.output());
    expect(link).not.toBe(former);
    const late = await openClient(store.url).get(former);
    expect([late.status, late.text]).toEqual([503, expect.stringContaining('Este link não vale mais.')]);

    const ana = await holderOf(link);
    expect(await locationOf(ana, '/')).toBe('/instalar/conta');
    const wrong = await sendForm(ana, '/instalar/conta', { ...ANA, password: 'curta' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('pelo menos 12 caracteres')]);
    expect(wrong.text).toContain('value="ana@lume.exemplo"');
    expect(await makeAccount(ana)).toMatchObject({ status: 303, location: '/instalar/loja' });
    await store.kill();
    await store.restart();
    expect(store.output()).toMatch(/Entre em http\S+\/login para continuar de onde parou\.\n$/);

    // Whoever lost the session signs in, and goes on.
    const again = openClient(store.url);
    expect((await again.get('/')).text).toContain('href="/login"');
    expect(await sendForm(again, '/login', ANA)).toMatchObject({ status: 303, location: '/admin' });
    expect(await locationOf(again, '/admin')).toBe('/instalar');
    expect(await locationOf(again, '/instalar')).toBe('/instalar/loja');
    const shop = { storeName: 'Estúdio Lume', accent: 'coral', sellerDocument: '12.ABC.345/01DE-35' };
    const before = { 'before.storeName': 'Corte Final', 'before.accent': 'orange', 'before.sellerDocument': '' };
    const refused = await sendForm(again, '/instalar/loja', {
      ...shop,
      ...before,
      sellerDocument: '12.ABC.345/01DE-36',
    });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Este CPF ou CNPJ não confere.')]);
    expect(refused.text).toContain('value="Estúdio Lume"');
    expect((await sendForm(again, '/instalar/loja', { ...shop, ...before })).status).toBe(303);
    const unseen = await sendForm(again, '/instalar/loja', { storeName: 'Outro nome', ...before, accent: 'coral' });
    expect([unseen.status, unseen.text]).toEqual([409, expect.stringContaining('Outra pessoa mudou isto')]);
    await store.kill();
    await store.restart();
    expect(await locationOf(again, '/instalar')).not.toBe('/instalar/loja');
    expect((await again.get('/instalar/loja')).text).toContain('value="Estúdio Lume"');

    // The owner sees the shop that nobody else sees.
    expect((await again.get('/')).text).toContain('Só você vê a loja por enquanto.');
    expect((await openClient(store.url).get('/')).status).toBe(503);
    expect(await sendForm(again, '/instalar/pronto', {})).toMatchObject({ status: 303, location: '/admin' });
    await store.kill();
    await store.restart();
    const visitor = openClient(store.url);
    const home = await visitor.get('/');
    expect([home.status, home.text]).toEqual([200, expect.stringContaining('Estúdio Lume')]);
    expect(home.text).not.toContain('Só você vê a loja');
    expect((await visitor.get('/instalar')).status).toBe(404);
    expect(await locationOf(again, '/instalar/loja')).toBe('/admin');
    expect(store.output()).toMatch(/Estúdio Lume está aberta em|Corte Final está aberta em/);

    // The links were printed, and stand nowhere else: the log hides them.
    const token = link.slice(-22);
    expect(store.output().split(token)).toHaveLength(2);
    expect(store.output()).not.toContain(ANA.password);
  });

  test('has one owner, and tells the second who had the link, too', async () => {
    store = await startStore(NEW_SHOP);
    const link = printedLink(store.output());
    const [ana, bento] = [await holderOf(link), await holderOf(link)];
    expect((await bento.get('/instalar/conta')).status).toBe(200);
    expect((await makeAccount(ana)).location).toBe('/instalar/loja');
    const second = await sendForm(bento, '/instalar/conta', { ...ANA, email: 'bento@lume.exemplo' });
    expect([second.status, second.text]).toEqual([503, expect.stringContaining('Outra pessoa já criou a conta')]);
    expect((await bento.get('/instalar/loja')).text).toContain(CLOSED);
    expect((await openClient(store.url).get(link)).status).toBe(503);
  });

  test('never meets the installation where the environment has the password, also from its middle on', async () => {
    store = await startStore(NEW_SHOP);
    expect((await openClient(store.url).get('/')).status).toBe(503);
    await store.restart({ ADMIN_PASSWORD: 'senha-da-dona-42', ADMIN_EMAIL: 'dona@loja.test' });
    const owner = openClient(store.url);
    expect((await owner.get('/')).status).toBe(200);
    expect((await owner.get('/instalar')).status).toBe(404);
    const login = { email: 'dona@loja.test', password: 'senha-da-dona-42' };
    expect((await owner.post('/api/auth/login', login)).status).toBe(200);
    await store.restart();
    expect((await owner.get('/')).status).toBe(200);
  });
});

test('the link sets a cookie that no script reads, and is not spent by being opened', async () => {
  store = await startStore(NEW_SHOP);
  const link = printedLink(store.output());
  for (let visit = 0; visit < 3; visit += 1) {
    const opened = await openClient(store.url).get(link);
    const [pair = '', ...attributes] = (opened.headers.get('set-cookie') ?? '').split('; ');
    expect(pair).toMatch(/^installation=[\w-]{22}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax']);
  }
  const ana = await holderOf(link);
  const page = await ana.get('/instalar/conta');
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(page.text).not.toContain(link.slice(-22));
});
