import * as z from 'zod/mini';
import { identifier, text } from './text.ts';

/** Called by the plugin on the buyer's machine, and by pages of any origin. */
export const PLUGIN_CALLS = [
  '/api/licenses/activate',
  '/api/licenses/validate',
  '/api/licenses/deactivate',
  '/api/licenses/offline',
  '/api/licenses/latest',
  '/api/licenses/keys.json',
] as const;

export const ValidateLicense = z.object({
  key: text(1, 200, 'Informe a chave de ativação.'),
  productId: z.optional(z.nullable(identifier('Produto não encontrado.'))),
});
export type ValidateLicense = z.infer<typeof ValidateLicense>;

export type LicenseValidation =
  | { valid: true; code: 'valid'; product: { id: string; name: string }; purchasedAt: string }
  | { valid: false; code: 'unknown' | 'unsold' | 'revoked' | 'refunded' | 'frozen' | 'other_product' };
