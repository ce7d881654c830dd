import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { LoggedMail } from '#src/wire/mail/mail.ts';
import type { Upload } from '#src/wire/products/uploads.ts';
import type { SectionSettings } from '#src/wire/upkeep/settings-table.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { FILES, withTail } from '../../support/browser/upload-files.ts';
import { openClient } from '../../support/calls/client.ts';
import { enterAsAffiliate } from '../../support/purchases/affiliates.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';

const store = startStoreForFile({ COMMUNITY_URL: 'https://discord.gg/servidor', LOG_LEVEL: 'warn' });
const owner = loginForFile(store);

const SECTION = '/api/admin/settings/store';
const read = async () => (await owner.get(SECTION)).json<SectionSettings>();

test('the settings are the administrators alone', async () => {
  const affiliate = await enterAsAffiliate(store);
  const body = { values: { storeName: 'Minha' }, before: { storeName: 'Corte Final' } };
  for (const [client, status] of [
    [openClient(store.url), 401],
    [affiliate, 403],
  ] as const) {
    expect((await client.get(SECTION)).status).toBe(status);
    expect((await client.put(SECTION, body)).status).toBe(status);
    expect((await client.post('/api/admin/settings/logo')).status).toBe(status);
    expect((await client.post('/api/admin/mail/test')).status).toBe(status);
    expect((await client.get('/api/admin/mail/recent')).status).toBe(status);
  }
  expect((await owner.get('/api/admin/settings/nenhuma')).status).toBe(404);
  expect((await read()).storeName?.value).toBe('Corte Final');
});

test('a refused save says why at each field, and a locked one names its variable', async () => {
  const values = { sellerDocument: '11.222.333/0001-18', communityUrl: 'https://discord.gg/outro' };
  const before = { sellerDocument: '', communityUrl: 'https://discord.gg/servidor' };
  const refused = expectStatus(await owner.put(SECTION, { values, before }), 422);

  expect(refused.json<ErrorBody>().fields).toEqual({
    sellerDocument: 'Este CPF ou CNPJ não confere. Veja os dois últimos números.',
    communityUrl: 'Definido no servidor (COMMUNITY_URL). Para mudar aqui, apague a linha de lá e reinicie a loja.',
  });
  expect((await read()).communityUrl).toEqual({ value: 'https://discord.gg/servidor', source: 'environment' });
});

describe('what is saved', () => {
  test('shows on the kept page of the shop with the next visit, and in the next mail', async () => {
    const visitor = openClient(store.url);
    expect((await visitor.get('/')).text).toContain('70% mais rapidez');
    const renamed = { values: { storeName: 'Estúdio Lume' }, before: { storeName: 'Corte Final' } };
    expectStatus(await owner.put(SECTION, renamed), 200);
    const shared = (await visitor.get('/')).text;
    expect(shared).toContain(`<meta property="og:image" content="${store.url}/icons/orange-touch.png"`);
    expect(shared).toContain('<meta name="twitter:card" content="summary"');

    const logo = await sendLogo(FILES.png.bytes);
    const values = {
      storeName: 'Estúdio Lume',
      logo: logo.url,
      accent: 'sky',
      claim: 'Corte em metade do tempo.',
      claimSource: 'Medido em 12 projetos.',
      sellerName: 'Lume Ltda.',
      sellerPhone: '(81) 99999-0101',
      supportUrl: 'https://ajuda.lume.test',
    };
    const shown = await read();
    const before = Object.fromEntries(Object.entries(shown).map(([key, { value }]) => [key, value]));
    expectStatus(await owner.put(SECTION, { values, before }), 200);

    const page = (await visitor.get('/')).text;
    expect(page).toContain('data-accent="sky"');
    expect(page).toContain(`src="${values.logo}"`);
    expect(page).toContain(`<link rel="icon" href="${values.logo}"`);
    expect(page).toContain(`<meta property="og:image" content="${store.url}${values.logo}"`);
    expect(page).toContain('<meta name="twitter:card" content="summary"');
    for (const text of ['Estúdio Lume', values.claim, values.claimSource, values.supportUrl])
      expect(page).toContain(text);
    for (const fact of [values.sellerName, values.sellerPhone]) expect(page).toContain(`<li>${fact}</li>`);
    expect(page).not.toContain('70% mais rapidez');

    await buy(visitor, { productId: 'lote' });
    const [receipt] = await store.waitForMail(1);
    expect(receipt?.from?.name).toBe('Estúdio Lume');
    expect(receipt?.html).toContain(`${store.url}${values.logo}`);
    expect(receipt?.html).toContain('#5dbaf2');
    expect(receipt?.text).toContain('Vendido por Lume Ltda. · (81) 99999-0101');
  });

  test('survives a restart, and the environment wins over it as long as it says otherwise', async () => {
    await store.restart({ STORE_NAME: 'Do Servidor' });
    expect((await openClient(store.url).get('/')).text).toContain('Do Servidor');
    await store.restart();
    expect((await openClient(store.url).get('/')).text).toContain('Estúdio Lume');
  });
});

test.each([
  ['a drawing, which may hold a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 415],
  ['a GIF', FILES.gif.bytes, 415],
  ['more than 2 MB', withTail(FILES.png.bytes, 2 * 1024 * 1024 + 1), 413],
])('the logo is refused as %s', async (_name, content, status) => {
  const response = await postLogo(content);
  const { message }: ErrorBody = await response.json();
  expect([response.status, message]).toEqual([status, expect.stringMatching(/PNG, JP/)]);
});

test('a test mail is sent to who asks for it, its end stands in the log, and the sixth within minutes waits', async () => {
  const known = (await store.mailbox()).length;
  expectStatus(await owner.post('/api/admin/mail/test'), 202);
  const mails = await store.waitForMail(known + 1);
  expect(mails.at(-1)).toMatchObject({ subject: expect.stringContaining('Teste de e-mail') });
  expect(mails.at(-1)?.to).toEqual([expect.objectContaining({ address: store.admin.email })]);
  const log = async () => (await owner.get('/api/admin/mail/recent')).json<LoggedMail[]>();
  await expect.poll(async () => (await log())[0]).toMatchObject({ kind: null, state: 'sent', to: store.admin.email });

  for (let asked = 1; asked < 5; asked += 1) expectStatus(await owner.post('/api/admin/mail/test'), 202);
  const refused = expectStatus(await owner.post('/api/admin/mail/test'), 429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

function postLogo(content: Uint8Array<ArrayBuffer>): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'logo.png');
  return owner.fetch('/api/admin/settings/logo', { method: 'POST', body: form });
}

async function sendLogo(content: Uint8Array<ArrayBuffer>): Promise<Upload> {
  const response = await postLogo(content);
  expect(response.status).toBe(201);
  return response.json();
}
