import * as z from 'zod/mini';
import { text } from '../basics/text.ts';
import { PURCHASE_STATUS_LABELS } from '../purchases/purchase-status.ts';
import { PurchaseRecord } from '../purchases/purchases.ts';
import { Origin } from '../reports/origins.ts';
import { Dependent, SaleWithdrawal } from '../withdrawals/withdrawals.ts';

export const Sale = z.extend(PurchaseRecord, {
  label: z.enum(PURCHASE_STATUS_LABELS),
  /** It is null once the customer was erased. */
  customerId: z.nullable(z.string()),
  refundPending: z.boolean(),
  isWaitingForKey: z.boolean(),
  /** The buyer gave it up, and the owner must decide or find out why the bank refuses. */
  isWithdrawalOpen: z.boolean(),
  /** It is null where the order sent none. */
  origin: z.nullable(Origin),
});
export type Sale = z.infer<typeof Sale>;

const SaleAtBank = z.object({
  provider: z.string(),
  /** It is null when it was never recorded. */
  account: z.nullable(z.string()),
  isConfigured: z.boolean(),
  reference: z.string(),
  chargeId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
});

export const SaleKey = z.object({
  id: z.string(),
  text: z.string(),
  state: z.enum(['active', 'frozen', 'revoked']),
});
export type SaleKey = z.infer<typeof SaleKey>;

/** `wasPaid` stays true after a reversal. */
export const SaleCommission = z.object({
  affiliate: z.string(),
  amount: z.string(),
  status: z.enum(['pending', 'paid', 'reversed']),
  wasPaid: z.boolean(),
});
export type SaleCommission = z.infer<typeof SaleCommission>;

/** Unknown events of another version are possible; `sale-events.ts` has the sentences. */
export const SaleEvent = z.object({
  at: z.string(),
  event: z.string(),
  source: z.string(),
  detail: z.nullable(z.string()),
});
export type SaleEvent = z.infer<typeof SaleEvent>;

export const SaleDetails = z.extend(Sale, {
  /** `paidAmount` is null until paid; `refundableAmount` is what is left. */
  discountAmount: z.string(),
  paidAmount: z.nullable(z.string()),
  refundableAmount: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  refundRequestedAt: z.nullable(z.string()),
  refundedAt: z.nullable(z.string()),
  downloads: z.number(),
  bank: SaleAtBank,
  keys: z.array(
    z.object({
      itemId: z.string(),
      productName: z.string(),
      key: z.nullable(SaleKey),
    }),
  ),
  /** The purchase whose item this one renews; null in all others. */
  renews: z.nullable(
    z.object({
      id: z.string(),
      number: z.number(),
    }),
  ),
  couponUse: z.nullable(z.enum(['HELD', 'USED', 'FREED', 'LATE'])),
  commission: z.nullable(SaleCommission),
  withdrawal: z.nullable(SaleWithdrawal),
  /** A refund of this sale alone leaves them to the customer at their price. */
  dependents: z.array(Dependent),
  /** It counts since the delivery; a decision about a withdrawal reads it. */
  machines: z.number(),
  /** It is E.164, where the buyer gave it. */
  whatsapp: z.nullable(z.string()),
  timeline: z.array(SaleEvent),
});
export type SaleDetails = z.infer<typeof SaleDetails>;

/** Those that a refund would revoke. */
export function givenKeys({ keys }: Pick<SaleDetails, 'keys'>): SaleKey[] {
  return keys.flatMap(({ key }) => (key && key.state !== 'revoked' ? key : []));
}

export const PollResult = z.enum([
  'waiting',
  'paid',
  'expired',
  'cancelled',
  'rejected',
  'refunded',
  'disputed',
  'unknown',
  'missing',
  'unavailable',
]);
export type PollResult = z.infer<typeof PollResult>;

/** It is null when there is nothing to poll. */
export const SaleVerified = z.extend(SaleDetails, {
  bankAnswer: z.nullable(PollResult),
});
export type SaleVerified = z.infer<typeof SaleVerified>;

export const ResolveSale = z.object({
  outcome: z.enum(['received', 'returned', 'unpaid'], 'Diga se o valor foi recebido, devolvido ou nunca pago.'),
  reason: text(3, 500, 'Escreva o motivo, com 3 a 500 caracteres.'),
});
export type ResolveSale = z.infer<typeof ResolveSale>;

export const PartialReturnDecision = z.object({
  decision: z.enum(['keep', 'revoke'], 'Diga se o cliente fica com a chave ou não.'),
});
export type PartialReturnDecision = z.infer<typeof PartialReturnDecision>;
