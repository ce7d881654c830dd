import { expect, test } from 'vitest';
import { saveAddress } from '#src/domain/address/address.ts';
import { answerChallenge, showChallenge } from '#src/domain/address/challenges.ts';
import { keepCertificate } from '#src/domain/address/keep-certificate.ts';
import { openFakeAuthority } from '../../support/authority/fake-authority.ts';
import { DOMAIN, openShopAtDomain, visit } from '../../support/authority/shop-at-domain.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { freePort } from '../../support/store/free-port.ts';

const opened = openShopForFile();

test('what one process ordered another serves, and each answers for the other’s challenge', async () => {
  const [ports, others] = [
    { http: await freePort(), https: await freePort() },
    { http: await freePort(), https: await freePort() },
  ];
  const authority = await openFakeAuthority(ports);
  const shop = { ...opened.shop, address: { ...opened.shop.address, allowsSandbox: true } };
  const elsewhere = opened.openElsewhere();
  const leader = await openShopAtDomain({ shop, authority, ports });
  const other = await openShopAtDomain({ shop: { ...shop, db: elsewhere }, authority, ports: others });
  const unfollow = [await leader.follow(), await other.follow()];

  await showChallenge(leader.shop, DOMAIN, { token: 'token', kind: 'http', response: 'response' });
  expect(await answerChallenge(other.shop, 'token')).toBe('response');
  await saveAddress(leader.shop, { id: 'dona' }, { domain: DOMAIN, isAgreed: true });
  await other.listeners.open();
  await keepCertificate(leader.shop);
  await leader.listeners.refresh();
  await other.listeners.refresh();
  const [one, two] = [await visit(ports.https, authority.root), await visit(others.https, authority.root)];
  expect(two.serial).toBe(one.serial);

  for (const end of unfollow) end();
  await leader.listeners.close();
  await other.listeners.close();
  await elsewhere.destroy();
  await authority.close();
});
