import { listNamesByPasskeyAlone } from '#db/queries/access/passkeys.ts';
import { findCertificate, insertCertificate, updateCertificate } from '#db/queries/address/certificates.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { AddressState, SaveAddress } from '#src/wire/address/address.ts';
import { passkeyPlace } from '../access/factors/passkey-place.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { publishAfterCommit, SETTINGS_CHANGED } from '../events.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, invalid } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { listFormerDomains, shownCertificate } from './certificates.ts';
import { bankFinding } from './check-address.ts';
import { expectChoice, NO_ADDRESS, readChosenAddress, storeChosenAddress } from './chosen-address.ts';
import { CERTIFICATE_WANTED } from './keep-certificate.ts';

export async function showAddress(shop: Shop): Promise<AddressState> {
  const { source, givenDomain, plainUrl, authority, listeners } = shop.address;
  const chosen = await readChosenAddress(shop);
  const domain = source === 'screen' ? chosen.domain : givenDomain;
  const isInUse = source === 'screen' ? domain !== null && chosen.inUse === domain : true;
  const row = domain === null ? undefined : await findCertificate(shop.db, domain);
  const problem =
    row?.failedAt && row.problem
      ? { at: row.failedAt, sentence: row.problem, retryAt: laterOf(row.retryAt, row.heldUntil) }
      : null;
  return {
    source,
    siteUrl: shop.settings.siteUrl,
    plainUrl,
    domain,
    isInUse,
    ports: listeners.ports,
    authority: { name: authority.name, termsUrl: authority.termsUrl },
    certificate: shownCertificate(row, shop.clock.now()),
    former: await listFormerDomains(shop, source === 'screen' ? chosen.inUse : givenDomain),
    byPasskeyAlone: await listNamesByPasskeyAlone(shop.db, passkeyPlace(shop).domain),
    problem,
  };
}

function laterOf(one: string | null, two: string | null): string | null {
  if (one === null || two === null) return one ?? two;
  return one > two ? one : two;
}

/** The certificate is ordered at once; the shop answers at the domain as soon as it has it, and until then where it did. */
export async function saveAddress(shop: Shop, actor: Actor, { domain }: SaveAddress): Promise<AddressState> {
  expectChoice(shop);
  await takeOrRefuse(shop, 'addressOrders', actor.id, { code: 'too_many_orders', sentence: TOO_MANY });
  const bank = await bankFinding(shop);
  if (bank?.state === 'wrong') throw invalid('domain', bank.sentence);
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'settings');
    const before = await readChosenAddress({ db: tx });
    await storeChosenAddress(tx, shop, actor.id, { ...before, domain, agreedAt: shop.clock.now().toISOString() });
    await insertCertificate(tx, domain);
    // The owner has looked at what was missing; what the authority asked for stands.
    await updateCertificate(tx, domain, { retryAt: null });
    await recordChange(tx, shop, actor, {
      action: 'settings.save_address',
      entityId: 'address',
      fields: before.domain === domain ? ['certificate'] : ['domain'],
    });
    publishAfterCommit(tx, shop, SETTINGS_CHANGED, CERTIFICATE_WANTED);
  });
  return showAddress(shop);
}

/** The shop stays where it answers now. */
export async function giveUpAddress(shop: Shop, actor: Actor): Promise<AddressState> {
  expectChoice(shop);
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'settings');
    const before = await readChosenAddress({ db: tx });
    if (before.domain === before.inUse) throw conflict('in_use', IN_USE);
    await storeChosenAddress(tx, shop, actor.id, { ...before, domain: before.inUse });
    await recordChange(tx, shop, actor, { action: 'settings.give_up_address', entityId: 'address' });
    publishAfterCommit(tx, shop, SETTINGS_CHANGED);
  });
  return showAddress(shop);
}

/** It answers as it did before it had a domain, and nothing at the former one. */
export async function removeAddress(shop: Shop, actor: Actor): Promise<AddressState> {
  expectChoice(shop);
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'settings');
    const { inUse } = await readChosenAddress({ db: tx });
    if (inUse === null) throw conflict('not_in_use', 'A loja já atende sem domínio. Recarregue a página.');
    await storeChosenAddress(tx, shop, actor.id, NO_ADDRESS);
    await recordChange(tx, shop, actor, { action: 'settings.remove_address', entityId: 'address' });
    publishAfterCommit(tx, shop, SETTINGS_CHANGED);
  });
  return showAddress(shop);
}

const IN_USE = 'A loja já atende neste endereço. Para trocar, informe outro domínio.';
const TOO_MANY = 'Você já pediu várias vezes. Aguarde alguns minutos e tente de novo.';
