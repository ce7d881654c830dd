import { type License, listLicenses } from '#db/queries/licenses/licenses.ts';
import { MOST_MACHINES } from '#src/wire/licenses/machines.ts';
import type { BadKey } from '#src/wire/licenses/plugin-calls.ts';
import { fingerprint as hashOf } from '../ids.ts';
import { readGeneratedKey } from '../keys/generated-keys.ts';
import { KEY_POINTS, takeOrRefuse } from '../rate-limits.ts';
import type { Shop } from '../shop.ts';

export type GoodLicense = License & { purchaseId: string; itemId: string; completedAt: string };
export type CheckedKey = { isGood: true; license: GoodLicense } | { isGood: false; code: BadKey };

/** Limits guessing by address; a known key has a limit of its own, so that nobody sharing the address is locked out. */
export async function checkLicenseKey(
  shop: Shop,
  { key, productId }: { key: string; productId?: string | null | undefined },
  clientNetwork: string,
): Promise<CheckedKey> {
  const named = await findNamed(shop, key, clientNetwork);
  const ofProduct = productId ? named.filter((license) => license.productId === productId) : named;
  if (named.length > 0 && ofProduct.length === 0) return { isGood: false, code: 'other_product' };
  const judged = ofProduct.map(checkLicense);
  return judged.find(({ isGood }) => isGood) ?? judged[0] ?? { isGood: false, code: 'unknown' };
}

export async function findNamed(shop: Shop, key: string, clientNetwork: string): Promise<License[]> {
  const asTyped = await listLicenses(shop.db, [key]);
  const meant = asTyped.length === 0 ? readGeneratedKey(key) : [];
  const named = meant.length === 0 ? asTyped : await listLicenses(shop.db, meant);
  if (named[0] === undefined) await takeOrRefuse(shop, 'unknownKeys', clientNetwork, TOO_MANY_KEYS);
  else await takeOrRefuse(shop, 'knownKey', hashOf(named[0].key), { ...TOO_MANY_CHECKS, cost: costOfCall(named[0]) });
  return named;
}

export function checkLicense(license: License): CheckedKey {
  const { status, revokedReason, frozenAt, purchaseId, itemId, completedAt } = license;
  const bad = (code: BadKey) => ({ isGood: false, code }) as const;
  if (status === 'REFUNDED' || revokedReason === 'refunded') return bad('refunded');
  if (revokedReason) return bad('revoked');
  if (frozenAt) return bad('frozen');
  if (status !== 'COMPLETED' || !completedAt || !purchaseId || !itemId) return bad('unsold');
  return {
    isGood: true,
    license: { ...license, purchaseId, itemId, completedAt },
  };
}

/** A key has 60 calls, or ten of each of its computers. */
function costOfCall({ machineLimit }: License): number {
  return Math.floor(KEY_POINTS / Math.max(60, 10 * (machineLimit ?? MOST_MACHINES)));
}

const TOO_MANY_KEYS = {
  code: 'too_many_keys',
  sentence: 'Muitas chaves desconhecidas. Aguarde e tente de novo.',
};
const TOO_MANY_CHECKS = {
  code: 'too_many_checks',
  sentence: 'Esta chave foi consultada vezes demais. Aguarde e tente de novo.',
};
