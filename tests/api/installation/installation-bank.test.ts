import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeMercadoPago, openFakeMercadoPago } from '../../support/banks/fake-mercado-pago.ts';
import { type Client, openClient } from '../../support/calls/client.ts';
import { ANA, FIRST_PRODUCT, NEW_SHOP, printedLink, sendForm } from '../../support/calls/new-shop.ts';
import { openMailServer } from '../../support/calls/smtp.ts';
import { BUYER, buy } from '../../support/purchases/buy.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';

let store: Store;
let bank: FakeMercadoPago;
let owner: Client;

beforeEach(async () => {
  bank = await openFakeMercadoPago();
  store = await startStoreProcess(NEW_SHOP);
  owner = openClient(store.url);
  await owner.get(printedLink(store.output()));
  await sendForm(owner, '/instalar/conta', ANA);
});
afterEach(async () => {
  await store.stop();
  await bank.close();
});

const ADDRESS = { provider: 'mercadopago', before: '' };

function fields(changes: Record<string, string>): Record<string, string> {
  const typed = Object.entries({ apiUrl: bank.url, ...changes }).map(([name, value]) => [`mercadopago.${name}`, value]);
  return { ...ADDRESS, ...Object.fromEntries(typed) };
}

test('the bank is checked, kept where no page shows it, and saved by what is left blank', async () => {
  const wrong = await sendForm(owner, '/instalar/banco', fields({ accessToken: '' }));
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Informe: Access Token.')]);

  const token = bank.accessToken;
  const checked = await sendForm(owner, '/instalar/banco', { ...fields({ accessToken: token }), intent: 'check' });
  expect(checked.status).toBe(200);
  expect(checked.text).toContain('O Mercado Pago aceitou o token de acesso.');
  expect(checked.text).toContain(`termina em ${token.slice(-4)}`);
  await store.kill();
  await store.restart();

  const saved = await sendForm(owner, '/instalar/banco', fields({ accessToken: '' }));
  expect(saved).toMatchObject({ status: 303, location: '/instalar/email' });
  const again = await owner.get('/instalar/banco');
  expect(again.text).toContain('Mercado Pago está salvo.');
  const late = await sendForm(owner, '/instalar/banco', { provider: 'sandbox', before: '' });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('Outra pessoa já salvou o banco')]);

  for (const text of [checked.text, again.text, late.text, store.output()]) expect(text).not.toContain(token);
});

test('a shop that opens without a look at the bank goes by the sandbox, and its choice is kept', async () => {
  expect(await sendForm(owner, '/instalar/email', { intent: 'skip' })).toMatchObject({ location: '/instalar/pronto' });
  const mail = {
    preset: 'outro',
    host: 'correio',
    port: 'x',
    security: 'tls',
    user: 'loja',
    password: 'senha-do-correio',
  };
  const wrong = await sendForm(owner, '/instalar/email', { ...mail, from: 'loja', before: '' });
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Informe a porta')]);
  expect(wrong.text).toContain('value="correio"');
  expect(wrong.text).not.toContain('senha-do-correio');
  expect((await sendForm(owner, '/instalar/pronto', {})).status).toBe(303);
  const rows = await store.database().selectFrom('encryptedSettings').select('name').execute();
  expect(rows.filter(({ name }) => name.startsWith('installation:'))).toEqual([]);
  const chosen = await store.database().selectFrom('chosenBanks').select(['provider', 'isCurrent']).execute();
  expect(chosen).toEqual([{ provider: 'sandbox', isCurrent: 1 }]);
});

test('the mail account is tried at its server, saved, and sends the first receipt', async () => {
  const login = { user: 'loja', password: 'senha de app 4f2a' };
  const office = await openMailServer(login);
  const { port } = new URL(office.url);
  const typed = { preset: 'outro', host: '127.0.0.1', port, security: 'starttls', ...login, from: 'loja@localhost' };
  const send = (changes: Record<string, string>) =>
    sendForm(owner, '/instalar/email', { ...typed, before: '', ...changes });

  expect((await send({ intent: 'check', port: '1' })).text).toContain('127.0.0.1, porta 1: ');
  const refused = await send({ intent: 'check', password: 'errada' });
  expect(refused.text).toContain('Muitos serviços pedem uma senha de aplicativo');
  expect(refused.text).not.toContain('errada');
  expect((await send({ intent: 'check' })).text).toContain(`Confira a caixa de entrada de ${ANA.email}.`);
  expect(await send({ password: '' })).toMatchObject({ status: 303, location: '/instalar/pronto' });
  await sendForm(owner, '/instalar/pronto', {});

  await owner.post('/api/admin/gates/products', { password: ANA.password });
  const { id } = (await owner.post('/api/admin/products', FIRST_PRODUCT)).json<{ id: string }>();
  await buy(owner, { productId: id });
  const [receipt] = await office.waitForMails(1, { to: BUYER.customerEmail });
  expect(receipt?.envelope.from).toBe('loja@localhost');
  await office.close();
});

test('a new shop behind https waits for its owner, and starts again without a bank', async () => {
  const environment = { ...NEW_SHOP, SITE_URL: 'https://loja.test', DEMO_DATA: '' };
  const behind = await startStoreProcess(environment);
  try {
    expect(printedLink(behind.output())).toMatch(/^\/instalar/);
    await behind.restart();
    expect(behind.output()).toContain('https://loja.test/instalar?chave=');
  } finally {
    await behind.stop();
  }
});
