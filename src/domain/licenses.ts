import { listSoldKeys } from '#db/queries/activation-keys.ts';
import type { LicenseValidation, ValidateLicense } from '#src/wire/licenses.ts';
import { refusal } from './refusals.ts';
import type { Shop } from './shop.ts';

type SoldKey = Awaited<ReturnType<typeof listSoldKeys>>[number];

/** Tells a plugin whether its key may run. Guessing is limited by the caller's address. */
export async function validateLicense(
  shop: Shop,
  { key, productId }: ValidateLicense,
  address: string,
): Promise<LicenseValidation> {
  const waitSeconds = await shop.limits.look('licenses', address);
  if (waitSeconds !== null) throw tooMany(waitSeconds);
  const sold = await listSoldKeys(shop.db, key);
  const ofProduct = productId ? sold.filter((candidate) => candidate.productId === productId) : sold;
  if (!sold.length) await shop.limits.take('licenses', address);
  if (sold.length && !ofProduct.length) return { valid: false, code: 'other_product' };
  const answers = ofProduct.map(judge);
  return answers.find((answer) => answer.valid) ?? answers[0] ?? { valid: false, code: 'unknown' };
}

function judge(sold: SoldKey): LicenseValidation {
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

function tooMany(retryAfterSeconds: number) {
  return refusal('too_many', 'too_many_keys', 'Muitas chaves desconhecidas. Aguarde e tente de novo.', {
    retryAfterSeconds,
  });
}
