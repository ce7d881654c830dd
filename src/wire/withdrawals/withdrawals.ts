import * as z from 'zod/mini';
import { emailAddress, text } from '../basics/text.ts';

export const TOO_MANY_WITHDRAWALS = 'Muitas tentativas nesta compra. Tente de novo em uma hora.';

export const WithdrawalState = z.enum(['requested', 'refunding', 'refunded', 'refused', 'cancelled']);
export type WithdrawalState = z.infer<typeof WithdrawalState>;

export const WithdrawalHold = z.enum(['used', 'repeated', 'other_bank', 'dispute']);
export type WithdrawalHold = z.infer<typeof WithdrawalHold>;

/** A paid purchase that only the owner of another could make, at its price: an upgrade, the rest of a kit, or a renewal. */
export const Dependent = z.object({
  id: z.string(),
  number: z.number(),
  product: z.string(),
  cents: z.number(),
});
export type Dependent = z.infer<typeof Dependent>;

/** The days (`2026-11-25`) are the last on which something may be done. */
export const Withdrawal = z.union([
  z.object({
    state: z.literal('possible'),
    until: z.nullable(z.string()),
    dependents: z.exactOptional(z.array(Dependent)),
  }),
  z.object({
    state: z.literal('over'),
    until: z.string(),
  }),
  z.object({
    state: z.literal('requested'),
    protocol: z.string(),
    answerBy: z.string(),
  }),
  z.object({
    state: z.literal('refunding'),
    protocol: z.string(),
    isDelayed: z.boolean(),
  }),
  z.object({
    state: z.literal('refunded'),
    protocol: z.string(),
  }),
  z.object({
    state: z.literal('refused'),
    protocol: z.string(),
    reason: z.string(),
  }),
]);
export type Withdrawal = z.infer<typeof Withdrawal>;

export const SaleWithdrawal = z.object({
  state: WithdrawalState,
  protocol: z.string(),
  heldFor: z.nullable(WithdrawalHold),
  /** The buyer's words. */
  reason: z.nullable(z.string()),
  /** The owner's words. */
  refusal: z.nullable(z.string()),
  requestedAt: z.string(),
  answerBy: z.string(),
  isDelayed: z.boolean(),
});
export type SaleWithdrawal = z.infer<typeof SaleWithdrawal>;

export const WaitingWithdrawal = z.object({
  purchaseId: z.string(),
  customer: z.string(),
  product: z.string(),
  amount: z.string(),
  protocol: z.string(),
  /** It is `refunding` where the bank refused to give the money back. */
  state: z.enum(['requested', 'refunding']),
  requestedAt: z.string(),
  answerBy: z.string(),
});
export type WaitingWithdrawal = z.infer<typeof WaitingWithdrawal>;

export const AwaitedWithdrawals = z.object({
  items: z.array(WaitingWithdrawal),
  total: z.number(),
});
export type AwaitedWithdrawals = z.infer<typeof AwaitedWithdrawals>;

export const WithdrawalReceived = z.object({
  success: z.literal(true),
  message: z.string(),
  protocol: z.string(),
  state: z.enum(['requested', 'refunding', 'refunded']),
});
export type WithdrawalReceived = z.infer<typeof WithdrawalReceived>;

export const RequestWithdrawal = z.object({
  email: emailAddress('Email inválido'),
  reason: z.optional(z.nullable(text(0, 500, 'Escreva no máximo 500 caracteres.'))),
});
export type RequestWithdrawal = z.infer<typeof RequestWithdrawal>;

export const CancelWithdrawal = z.object({ email: emailAddress('Email inválido') });
export type CancelWithdrawal = z.infer<typeof CancelWithdrawal>;

const REASON_REQUIRED = 'Escreva o motivo, com 20 a 500 caracteres. O cliente vai ler.';

export const RefuseWithdrawal = z.object({
  decision: z.literal('refuse'),
  reason: text(20, 500, REASON_REQUIRED),
});
