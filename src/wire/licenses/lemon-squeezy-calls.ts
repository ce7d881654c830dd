import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { text } from '../basics/text.ts';
import { foreignKey } from './gumroad-calls.ts';

const instanceId = orElse(text(1, 200, 'Informe a instância.'), '');

export const LemonSqueezyActivate = z.object({
  license_key: foreignKey,
  instance_name: orElse(
    z.pipe(
      z.string(),
      z.transform((typed) => [...typed.replace(/\s+/g, ' ')].slice(0, 60).join('')),
    ),
    '',
  ),
});
export type LemonSqueezyActivate = z.output<typeof LemonSqueezyActivate>;

/** A check without an instance is of the key alone. */
export const LemonSqueezyOfInstance = z.object({ license_key: foreignKey, instance_id: instanceId });
export type LemonSqueezyOfInstance = z.output<typeof LemonSqueezyOfInstance>;

/** Lemon Squeezy's own words. */
export const LEMON_SQUEEZY_PROBLEMS = {
  no_key: 'The license key field is required.',
  no_instance_name: 'The instance name field is required.',
  no_instance_id: 'The instance id field is required.',
  unknown_key: 'license_key not found.',
  unknown_instance: 'instance_id not found.',
  disabled: 'This license key is disabled.',
  full: 'This license key has reached the activation limit.',
} as const;
export type LemonSqueezyProblem = keyof typeof LEMON_SQUEEZY_PROBLEMS;

/** It is `inactive` while no computer holds a place. */
const KeyOfLemonSqueezy = z.object({
  id: z.number(),
  status: z.enum(['inactive', 'active', 'disabled']),
  key: z.string(),
  activation_limit: z.nullable(z.number()),
  activation_usage: z.number(),
  created_at: z.string(),
  expires_at: z.null(),
  test_mode: z.literal(false),
});

const Instance = z.object({ id: z.string(), name: z.string(), created_at: z.string() });

/** Address and name of the buyer are never in it. */
const Meta = z.object({
  store_id: z.number(),
  order_id: z.number(),
  order_item_id: z.number(),
  product_id: z.number(),
  product_name: z.string(),
  variant_id: z.number(),
  variant_name: z.string(),
  customer_id: z.number(),
  customer_name: z.literal(''),
  customer_email: z.literal(''),
});

const about = {
  error: z.nullable(z.enum(Object.values(LEMON_SQUEEZY_PROBLEMS))),
  license_key: z.nullable(KeyOfLemonSqueezy),
  meta: z.nullable(Meta),
};
export type LemonSqueezyAbout = Pick<LemonSqueezyDeactivation, keyof typeof about>;

const instance = z.nullable(Instance);
export const LemonSqueezyActivation = z.object({ activated: z.boolean(), ...about, instance });
export const LemonSqueezyValidation = z.object({ valid: z.boolean(), ...about, instance });
export const LemonSqueezyDeactivation = z.object({ deactivated: z.boolean(), ...about });
export type LemonSqueezyInstance = z.infer<typeof Instance>;
export type LemonSqueezyActivation = z.infer<typeof LemonSqueezyActivation>;
export type LemonSqueezyValidation = z.infer<typeof LemonSqueezyValidation>;
export type LemonSqueezyDeactivation = z.infer<typeof LemonSqueezyDeactivation>;
