import * as z from 'zod/mini';
import { text } from '../basics/text.ts';
import { productId } from '../products/product-id.ts';
import { BadKey, machineFingerprint } from './plugin-calls.ts';

/** The id of a file that `latest` named follows; the link is its own proof. */
export const PLUGIN_FILES = '/api/licenses/files/';

/** The plugin calls them on the buyer's machine, and so may pages of any origin. */
export const PLUGIN_CALLS = [
  '/api/licenses/activate',
  '/api/licenses/validate',
  '/api/licenses/deactivate',
  '/api/licenses/offline',
  '/api/licenses/latest',
  '/api/licenses/keys.json',
  '/api/compat/gumroad/v2/licenses/verify',
  '/api/compat/lemonsqueezy/v1/licenses/activate',
  '/api/compat/lemonsqueezy/v1/licenses/validate',
  '/api/compat/lemonsqueezy/v1/licenses/deactivate',
] as const;

export const ValidateLicense = z.object({
  key: text(1, 200, 'Informe a chave de ativação.'),
  productId: z.optional(z.nullable(productId)),
  /** Of the machine that asks; its answer then brings a new ticket. */
  fingerprint: z.optional(z.nullable(machineFingerprint)),
});
export type ValidateLicense = z.infer<typeof ValidateLicense>;

export const LicenseValidation = z.union([
  z.object({
    valid: z.literal(true),
    code: z.literal('valid'),
    product: z.object({
      id: z.string(),
      name: z.string(),
    }),
    /** It is missing in a trial, which has its end instead. */
    purchasedAt: z.exactOptional(z.string()),
    trialEndsAt: z.exactOptional(z.string()),
    /** Both are set only where a machine asked. */
    ticket: z.exactOptional(z.string()),
    expiresAt: z.exactOptional(z.string()),
  }),
  z.object({
    valid: z.literal(false),
    code: BadKey,
    message: z.exactOptional(z.string()),
    buyUrl: z.exactOptional(z.string()),
  }),
  z.object({
    valid: z.literal(false),
    code: z.literal('not_activated'),
    message: z.string(),
  }),
]);
export type LicenseValidation = z.infer<typeof LicenseValidation>;
