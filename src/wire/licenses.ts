import * as z from 'zod/mini';
import { identifier, text } from './text.ts';

export const ValidateLicense = z.object({
  key: text(1, 200, 'Informe a chave de ativação.'),
  productId: z.optional(z.nullable(identifier('Produto não encontrado.'))),
});
export type ValidateLicense = z.infer<typeof ValidateLicense>;

export type LicenseValidation =
  | { valid: true; code: 'valid'; product: { id: string; name: string }; purchasedAt: string }
  | { valid: false; code: 'unknown' | 'unsold' | 'revoked' | 'refunded' | 'frozen' | 'other_product' };
