import { findCertificate, listStoredCertificates } from '#db/queries/address/certificates.ts';
import type { CertificateRow } from '#db/tables/address.ts';
import type { FormerDomain, ShownCertificate } from '#src/wire/address/address.ts';
import { encryptSetting, readEncryptedSetting } from '../secrets/encrypted-settings.ts';
import type { Shop } from '../shop.ts';
import { isEnding, lifeOf, renewalOf } from './certificate-times.ts';
import { readChosenAddress, wantedDomain } from './chosen-address.ts';
import type { Certificate } from './public-address.ts';

export type StoredCertificate = { domain: string; storedAt: string };

export async function listServedCertificates({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<StoredCertificate[]> {
  const rows = await listStoredCertificates(db, clock.now().toISOString());
  return rows.flatMap(({ domain, storedAt }) => (storedAt === null ? [] : [{ domain, storedAt }]));
}

/** Null where the key that encrypted it is another one now. */
export async function readCertificate(
  shop: Pick<Shop, 'db' | 'encryption'>,
  domain: string,
): Promise<Certificate | null> {
  const stored = await readEncryptedSetting(shop, nameOf(domain));
  return stored.state === 'read' ? (JSON.parse(stored.text) as Certificate) : null;
}

export function encryptCertificate(shop: Pick<Shop, 'encryption'>, domain: string, certificate: Certificate) {
  return encryptSetting(shop, nameOf(domain), JSON.stringify(certificate));
}

/** Those that lead to the domain in use. */
export async function listFormerDomains(shop: Shop, inUse: string | null): Promise<FormerDomain[]> {
  if (inUse === null) return [];
  const wanted = await wantedDomain(shop);
  const rows = await listStoredCertificates(shop.db, shop.clock.now().toISOString());
  return rows.flatMap(({ domain, endsAt, problem }) =>
    domain === inUse || domain === wanted || endsAt === null ? [] : [{ domain, endsAt, problem }],
  );
}

export function shownCertificate(row: CertificateRow | undefined, now: Date): ShownCertificate | null {
  const life = row && lifeOf(row);
  if (!life || Date.parse(life.endsAt) <= now.getTime()) return null;
  return { endsAt: life.endsAt, renewsAt: renewalOf(life).toISOString(), isEnding: isEnding(life, now) };
}

/** What the owner has to know of the certificate; null where the shop has none of its own to keep. */
export type CertificateHealth = {
  domain: string;
  /** The shop answers at the domain already. */
  isInUse: boolean;
  certificate: ShownCertificate | null;
  problem: string | null;
};

export async function readCertificateHealth(shop: Shop): Promise<CertificateHealth | null> {
  const domain = await wantedDomain(shop);
  if (domain === null) return null;
  const row = await findCertificate(shop.db, domain);
  const isInUse = shop.address.source === 'DOMAIN' || (await readChosenAddress(shop)).inUse === domain;
  const problem = row?.problem ?? null;
  return { domain, isInUse, certificate: shownCertificate(row, shop.clock.now()), problem };
}

function nameOf(domain: string): string {
  return `certificate ${domain}`;
}
