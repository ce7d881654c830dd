import { type License, listLicenses } from '#db/queries/licenses/licenses.ts';
import { findTrialByKey, type Trial } from '#db/queries/trials/trials.ts';
import { MOST_MACHINES } from '#src/wire/licenses/machines.ts';
import type { BadKey } from '#src/wire/licenses/plugin-calls.ts';
import { fingerprint as hashOf } from '../ids.ts';
import { readGeneratedKey } from '../keys/generated-keys.ts';
import { KEY_POINTS, takeOrRefuse } from '../rate-limits.ts';
import type { Shop } from '../shop.ts';

export type GoodLicense = License & { purchaseId: string; itemId: string; completedAt: string };
export type CheckedKey = { isGood: true; license: GoodLicense } | { isGood: false; code: BadKey; trial?: Trial };

/** Where the key is a trial's, `trial` comes with what a caller says that takes none. Limits guessing by address; a known key has a limit of its own, so that nobody sharing the address is locked out. */
export async function checkLicenseKey(
  shop: Shop,
  { key, productId }: { key: string; productId?: string | null | undefined },
  clientNetwork: string,
): Promise<CheckedKey> {
  const { licenses: named, trial } = await findNamed(shop, key, clientNetwork);
  if (trial) {
    const isOther = Boolean(productId) && trial.productId !== productId;
    return isOther ? { isGood: false, code: 'other_product' } : { isGood: false, code: 'unsold', trial };
  }
  const ofProduct = productId ? named.filter((license) => license.productId === productId) : named;
  if (named.length > 0 && ofProduct.length === 0) return { isGood: false, code: 'other_product' };
  const judged = ofProduct.map(checkLicense);
  return judged.find(({ isGood }) => isGood) ?? judged[0] ?? { isGood: false, code: 'unknown' };
}

export async function findNamed(shop: Shop, key: string, clientNetwork: string): Promise<Named> {
  const asTyped = await listLicenses(shop.db, [key]);
  const meant = asTyped.length === 0 ? readGeneratedKey(key) : [];
  const named = meant.length === 0 ? asTyped : await listLicenses(shop.db, meant);
  const trial = named.length === 0 ? await findTrialByKey(shop.db, [key, ...meant]) : undefined;
  const known = named[0] ?? (trial?.key ? { key: trial.key, machineLimit: 1 } : undefined);
  if (!known) await takeOrRefuse(shop, 'unknownKeys', clientNetwork, TOO_MANY_KEYS);
  else await takeOrRefuse(shop, 'knownKey', hashOf(known.key), { ...TOO_MANY_CHECKS, cost: costOfCall(known) });
  return { licenses: named, trial };
}

type Named = { licenses: License[]; trial: Trial | undefined };

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
function costOfCall({ machineLimit }: Pick<License, 'machineLimit'>): number {
  return Math.floor(KEY_POINTS / Math.max(60, 10 * (machineLimit ?? MOST_MACHINES)));
}

const TOO_MANY_KEYS = {
  code: 'too_many_keys',
  sentence: 'Muitas chaves desconhecidas. Aguarde e tente de novo.',
} as const;
const TOO_MANY_CHECKS = {
  code: 'too_many_checks',
  sentence: 'Esta chave foi consultada vezes demais. Aguarde e tente de novo.',
} as const;
