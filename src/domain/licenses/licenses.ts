import type { LicenseValidation, ValidateLicense } from '#src/wire/licenses/licenses.ts';
import { BAD_KEY_TEXTS, type BadKey } from '#src/wire/licenses/plugin-calls.ts';
import type { Shop } from '../shop.ts';
import { validateMachine } from './activate-machine.ts';
import { checkLicenseKey } from './check-license-key.ts';
import { validateTrial } from './trial-machine.ts';

export async function validateLicense(
  shop: Shop,
  { fingerprint, ...named }: ValidateLicense,
  clientNetwork: string,
): Promise<LicenseValidation> {
  const judged = await checkLicenseKey(shop, named, clientNetwork);
  if (!judged.isGood) {
    return judged.trial ? validateTrial(shop, judged.trial, fingerprint) : badKey(judged.code, fingerprint);
  }
  const { productId, productName, completedAt } = judged.license;
  const good = { product: { id: productId, name: productName }, purchasedAt: completedAt };
  if (!fingerprint) return { valid: true, code: 'valid', ...good };
  const machine = await validateMachine(shop, judged.license, fingerprint);
  return machine.isActive
    ? { valid: true, code: 'valid', ...good, ticket: machine.ticket, expiresAt: machine.expiresAt }
    : { valid: false, code: 'not_activated', message: BAD_KEY_TEXTS.not_activated };
}

function badKey(code: BadKey, fingerprint: string | null | undefined): LicenseValidation {
  return { valid: false, code, ...(fingerprint && { message: BAD_KEY_TEXTS[code] }) };
}
