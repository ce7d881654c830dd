import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuthorityPorts, TestAuthority } from '../../support/authority/authority.ts';
import { openFakeAuthority } from '../../support/authority/fake-authority.ts';
import { AUTHORITY_CA, openPebble, PEBBLE } from '../../support/authority/pebble.ts';
import { DOMAIN, visit } from '../../support/authority/shop-at-domain.ts';
import { login } from '../../support/calls/client.ts';
import { send } from '../../support/calls/raw-http.ts';
import { expectStatus } from '../../support/purchases/buy.ts';
import { freePort } from '../../support/store/free-port.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';

let ports: AuthorityPorts;
let authority: TestAuthority;
let store: Store;

beforeAll(async () => {
  ports = { http: await freePort(), https: await freePort() };
  authority = await (PEBBLE ? openPebble : openFakeAuthority)(ports);
  store = await startStoreProcess({
    LISTEN_TLS: `127.0.0.1:${ports.https},${ports.http}`,
    ACME_DIRECTORY: authority.directory,
    ACME_CA_FILE: AUTHORITY_CA,
    ALLOW_SANDBOX: 'true',
    NODE_OPTIONS: `--import=${new URL('../../support/authority/behind-router.mjs', import.meta.url)}`,
  });
});
afterAll(async () => {
  await store.stop();
  await authority.close();
});

const timesOpened = () => store.output().split('the shop is open again').length - 1;

test('a store that is told its domain orders the certificate, answers there, and goes back without it', async () => {
  const owner = await login(store);
  expectStatus(await owner.put('/api/admin/address', { domain: DOMAIN, isAgreed: true }), 200);
  await expect.poll(timesOpened).toBe(1);
  const { text } = await visit(ports.https, authority.root);
  expect(text).toContain(`<link rel="canonical" href="https://${DOMAIN}/"`);
  const plain = await send(`http://127.0.0.1:${ports.http}`, '/loja?a=1', { headers: { host: DOMAIN } });
  expect([plain.status, plain.headers['location']]).toEqual([301, `https://${DOMAIN}/loja?a=1`]);

  const inside = await login(store);
  expectStatus(await inside.delete('/api/admin/address/in-use'), 200);
  await expect.poll(timesOpened).toBe(2);
  await expect.poll(() => visit(ports.https, authority.root).catch(({ code }) => code)).toBe('ECONNREFUSED');
  expect((await send(store.url, '/')).text).not.toContain(DOMAIN);
  expect(store.output()).not.toContain('PRIVATE KEY');
});
