import { randomUUID } from 'node:crypto';
import type { Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { saveAddress } from '#src/domain/address/address.ts';
import { checkAddress } from '#src/domain/address/check-address.ts';
import { saveTypedBank } from '#src/domain/payments/choosing/chosen-bank.ts';
import type { Shop } from '#src/domain/shop.ts';
import { ADDRESS_PARTS, CheckAddress } from '#src/wire/address/address.ts';
import { findingsOf } from '#src/wire/upkeep/findings.ts';
import type { AuthorityPorts } from '../../support/authority/authority.ts';
import { type FakeAuthority, openFakeAuthority } from '../../support/authority/fake-authority.ts';
import { DOMAIN, occupy, openShopAtDomain } from '../../support/authority/shop-at-domain.ts';
import { freePort } from '../../support/store/free-port.ts';
import { type OpenTestShop, openTestShop } from '../../support/store/shop.ts';

let opened: OpenTestShop;
let authority: FakeAuthority;
let ports: AuthorityPorts;
let at: Awaited<ReturnType<typeof openShopAtDomain>>;
let unfollow = () => {};

beforeAll(async () => {
  opened = await openTestShop();
  ports = { http: await freePort(), https: await freePort() };
  authority = await openFakeAuthority(ports);
});
afterAll(async () => {
  await authority.close();
  await opened.close();
});
afterEach(async () => {
  unfollow();
  await at.listeners.close();
});

async function open(more: Partial<Parameters<typeof openShopAtDomain>[0]> = {}) {
  at = await openShopAtDomain({ shop: opened.shop, authority, ports, ...more });
  unfollow = await at.follow();
}

const allowing = (): Shop => ({ ...opened.shop, address: { ...opened.shop.address, allowsSandbox: true } });
const check = async () => {
  const findings = await findingsOf(await checkAddress(at.shop, { id: randomUUID() }, { domain: DOMAIN }));
  const said = Object.fromEntries(findings.map(({ name, state, sentence }) => [name, `${state}: ${sentence}`]));
  const sentences = Object.entries(ADDRESS_PARTS).map(([part, name]) => [part, said[name]]);
  return Object.fromEntries(sentences) as Record<keyof typeof ADDRESS_PARTS, string>;
};

describe('a domain is looked at before a certificate is ordered', () => {
  test('which leads here, by whatever way', async () => {
    await open({ shop: allowing(), ownAddresses: ['192.0.2.4'] });
    expect(await check()).toEqual({
      dns: `right: O domínio ${DOMAIN} aponta para 127.0.0.1; este servidor é 192.0.2.4. O caminho chega até a loja assim mesmo, como atrás de um roteador.`,
      ports: `right: A loja atende nas portas ${ports.https} e ${ports.http}.`,
      reach: `right: Um pedido a http://${DOMAIN} chegou a esta loja.`,
      authority: 'right: 127.0.0.1 responde a este servidor.',
      bank: expect.stringMatching(/^warning: O banco é o de testes/),
    });
    expect(authority.orders).toEqual([]);
    // Nothing was saved, so nobody is answered at the ports any more.
    const free = await occupy(ports.http);
    free.close();
  });

  test('and says which port is taken, and what to do', async () => {
    const other: Server = await occupy(ports.https);
    await open({ shop: allowing() });
    expect((await check()).ports).toMatch(
      new RegExp(`^wrong: Outro programa deste servidor já usa a porta ${ports.https}\\.`),
    );
    other.close();
  });

  test('and is not taken for ours where another shop answers there', async () => {
    const elsewhere = { http: await freePort(), https: await freePort() };
    const other = await openShopAtDomain({ shop: allowing(), authority, ports: elsewhere });
    await other.listeners.open();
    await open({ shop: allowing(), reached: elsewhere, ownAddresses: ['198.51.100.4'] });
    expect(await check()).toMatchObject({
      dns: expect.stringContaining('aponta para 127.0.0.1; este servidor é 198.51.100.4. No painel'),
      reach: expect.stringMatching(/^wrong: .* não chegou a esta loja/),
    });
    await other.listeners.close();
  });

  test('and asks for a bank that was chosen, the sandbox too', async () => {
    await open();
    const save = () => saveAddress(at.shop, { id: randomUUID() }, { domain: DOMAIN, isAgreed: true });
    expect(await check()).toMatchObject({ bank: expect.stringMatching(/^wrong: .*escolha sua/) });
    await expect(save()).rejects.toMatchObject({ code: 'invalid', fields: { domain: expect.anything() } });
    await saveTypedBank(opened.shop, { id: 'dona' }, { provider: 'sandbox', pixBank: 'outro', keepsOthers: false });
    expect(await save()).toMatchObject({ domain: DOMAIN });
    const given = { ...at.shop, liveBanks: { ...at.shop.liveBanks, isGiven: true } };
    const asked = saveAddress(given, { id: randomUUID() }, { domain: DOMAIN, isAgreed: true });
    await expect(asked).rejects.toThrow(/ALLOW_SANDBOX/);
    const proxied: Shop = { ...at.shop, address: { ...at.shop.address, source: 'proxy' } };
    await expect(saveAddress(proxied, { id: 'dona' }, { domain: DOMAIN, isAgreed: true })).rejects.toMatchObject({
      code: 'set_in_environment',
    });
  });
});

describe('a typed domain', () => {
  test.each([
    ['loja.exemplo.com.br', 'loja.exemplo.com.br'],
    [' https://Loja.Exemplo.com.br/ ', 'loja.exemplo.com.br'],
    ['pães.exemplo.com.br', 'xn--pes-mla.exemplo.com.br'],
  ])('%s is %s', (typed, domain) => {
    expect(CheckAddress.parse({ domain: typed })).toEqual({ domain });
  });

  test.each([
    '',
    'loja',
    '203.0.113.9',
    '[::1]',
    'loja.local',
    'loja.exemplo.com.br:8443',
    'a.b/c',
    'a@b.com',
    'a b.com',
  ])('%s is none', (typed) => {
    expect(CheckAddress.safeParse({ domain: typed }).success).toBe(false);
  });
});
