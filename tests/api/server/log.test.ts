import { hostname } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { login, openClient } from '../../support/calls/client.ts';
import { send } from '../../support/calls/raw-http.ts';
import { buy } from '../../support/purchases/buy.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';

let store: Store;

afterEach(() => store.stop());

test('the log contains events and no personal data', async () => {
  store = await startStoreProcess();
  const visitor = openClient(store.url);
  const purchase = await buy(visitor, {
    productId: 'onda-audio',
    customerName: 'Zuleica Testemunha',
    customerEmail: 'zuleica@exemplo.com.br',
  });
  const { activationKey } = (await visitor.get(`/api/payments/license/${purchase.id}`)).json<LicenseResponse>();
  const owner = await login(store);
  await owner.post('/api/auth/login', { email: 'intruso@exemplo.com.br', password: 'palpite-secreto' });
  await owner.post('/api/admin/gates/products', { password: store.gatePassword });
  await visitor.get('/?q=busca-secreta');
  for (const page of ['retomar', 'lembretes', 'avisos', 'abrir', 'testar', 'api/trials'])
    await visitor.get(`/${page}/selo-do-link`);
  await visitor.get(`/purchase/success/${purchase.id}?aviso=zuleica`);
  await visitor.get('/login?email=zuleica@exemplo.com.br');
  await send(store.url, '/api/payments/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"segredo-partido',
  });
  await visitor.post('/api/licenses/validate', { key: activationKey });
  await store.waitForMail(1);

  await expect.poll(store.output).toMatch(/"method":"POST","path":"\/api\/payments\/create"/);
  const secrets = [
    'zuleica',
    'Testemunha',
    '@exemplo.com.br',
    store.admin.email,
    store.admin.password,
    store.gatePassword,
    'palpite-secreto',
    'busca-secreta',
    'segredo-partido',
    'selo-do-link',
    purchase.id,
    purchase.transactionId,
    activationKey ?? 'no key',
    owner.cookies.get('session') ?? 'no cookie',
    'aviso=',
    'argon2',
  ];
  expect(store.output()).toMatch(new RegExp(`"host":"${hostname()}","pid":\\d+,`));
  expect(secrets.filter((secret) => store.output().toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
});

test('a proxy missing from the settings is reported once', async () => {
  store = await startStoreProcess({ TRUST_PROXY: 'false' });
  const visitor = openClient(store.url);
  await visitor.get('/');
  expect(store.output()).not.toContain('TRUST_PROXY');
  for (const address of ['198.51.100.1', '198.51.100.2']) await visitor.get('/admin', { 'x-forwarded-for': address });
  await expect.poll(() => store.output().match(/TRUST_PROXY está desligado/g)).toHaveLength(1);
  expect(store.output()).not.toContain('198.51.100');
});
