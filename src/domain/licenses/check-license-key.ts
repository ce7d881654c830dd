import { type License, listLicenses } from '#db/queries/licenses/licenses.ts';
import { MOST_MACHINES } from '#src/wire/licenses/machines.ts';
import type { BadKey } from '#src/wire/licenses/plugin-calls.ts';
import { fingerprint as hashOf } from '../ids.ts';
import { readGeneratedKey } from '../keys/generated-keys.ts';
import { refusal } from '../refusals.ts';
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
  if (named[0] === undefined) await refuseGuessing(shop, clientNetwork);
  else await refuseTooOften(shop, named[0]);
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

/** What the calls of a key share in ten minutes. */
export const KEY_POINTS = 60_000;

async function refuseGuessing({ limits }: Shop, clientNetwork: string): Promise<void> {
  const retryAfterSeconds = await limits.take('unknownKeys', clientNetwork);
  if (retryAfterSeconds === null) return;
  const sentence = 'Muitas chaves desconhecidas. Aguarde e tente de novo.';
  throw refusal('too_many', 'too_many_keys', sentence, { retryAfterSeconds });
}

/** 60 calls, or ten of each computer of the key. */
async function refuseTooOften({ limits }: Shop, { key, machineLimit }: License): Promise<void> {
  const calls = Math.max(60, 10 * (machineLimit ?? MOST_MACHINES));
  const retryAfterSeconds = await limits.take('knownKey', hashOf(key), Math.floor(KEY_POINTS / calls));
  if (retryAfterSeconds === null) return;
  const sentence = 'Esta chave foi consultada vezes demais. Aguarde e tente de novo.';
  throw refusal('too_many', 'too_many_checks', sentence, { retryAfterSeconds });
}
