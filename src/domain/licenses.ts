import { listSoldKeys } from '#db/queries/activation-keys.ts';
import type { LicenseValidation, ValidateLicense } from '#src/wire/licenses.ts';
import { fingerprint } from './ids.ts';
import { refusal } from './refusals.ts';
import type { Shop } from './shop.ts';

type SoldKey = Awaited<ReturnType<typeof listSoldKeys>>[number];

/** Limits guessing by address; a known key has a limit of its own, so that nobody sharing the address is locked out. */
export async function validateLicense(
  shop: Shop,
  { key, productId }: ValidateLicense,
  clientNetwork: string,
): Promise<LicenseValidation> {
  const sold = await listSoldKeys(shop.db, key);
  if (sold.length === 0) await refuseGuessing(shop, clientNetwork);
  else await refuseTooOften(shop, key);
  const ofProduct = productId ? sold.filter((candidate) => candidate.productId === productId) : sold;
  if (sold.length && !ofProduct.length) return { valid: false, code: 'other_product' };
  const responses = ofProduct.map(validationOf);
  return responses.find((response) => response.valid) ?? responses[0] ?? { valid: false, code: 'unknown' };
}

function validationOf(sold: SoldKey): LicenseValidation {
  if (sold.status === 'REFUNDED' || sold.revokedReason === 'refunded') return { valid: false, code: 'refunded' };
  if (sold.revokedReason) return { valid: false, code: 'revoked' };
  if (sold.frozenAt) return { valid: false, code: 'frozen' };
  if (sold.status !== 'COMPLETED' || !sold.completedAt) return { valid: false, code: 'unsold' };
  return {
    valid: true,
    code: 'valid',
    product: { id: sold.productId, name: sold.productName },
    purchasedAt: sold.completedAt,
  };
}

async function refuseGuessing({ limits }: Shop, clientNetwork: string): Promise<void> {
  const retryAfterSeconds = await limits.take('unknownKeys', clientNetwork);
  if (retryAfterSeconds === null) return;
  const sentence = 'Muitas chaves desconhecidas. Aguarde e tente de novo.';
  throw refusal('too_many', 'too_many_keys', sentence, { retryAfterSeconds });
}

async function refuseTooOften({ limits }: Shop, key: string): Promise<void> {
  const retryAfterSeconds = await limits.take('knownKey', fingerprint(key));
  if (retryAfterSeconds === null) return;
  const sentence = 'Esta chave foi consultada vezes demais. Aguarde e tente de novo.';
  throw refusal('too_many', 'too_many_checks', sentence, { retryAfterSeconds });
}
