import * as z from 'zod/mini';
import { text } from '../basics/text.ts';
import type { PurchaseStatusLabel } from '../purchases/purchase-status.ts';
import type { PurchaseRecord } from '../purchases/purchases.ts';
import type { Origin } from '../reports/origins.ts';
import type { SaleWithdrawal } from '../withdrawals/withdrawals.ts';

export type Sale = PurchaseRecord & {
  label: PurchaseStatusLabel;
  /** It is null once the customer was erased. */
  customerId: string | null;
  refundPending: boolean;
  isWaitingForKey: boolean;
  /** The buyer gave it up, and the owner must decide or find out why the bank refuses. */
  isWithdrawalOpen: boolean;
  /** It is null where the order sent none. */
  origin: Origin | null;
};

export type SaleDetails = Sale & {
  /** `paidAmount` is null until paid; `refundableAmount` is what is left. */
  discountAmount: string;
  paidAmount: string | null;
  refundableAmount: string | null;
  completedAt: string | null;
  refundRequestedAt: string | null;
  refundedAt: string | null;
  downloads: number;
  bank: SaleAtBank;
  keys: { itemId: string; productName: string; key: SaleKey | null }[];
  couponUse: 'HELD' | 'USED' | 'FREED' | 'LATE' | null;
  commission: SaleCommission | null;
  withdrawal: SaleWithdrawal | null;
  /** It counts since the delivery; a decision about a withdrawal reads it. */
  machines: number;
  /** It is E.164, where the buyer gave it. */
  whatsapp: string | null;
  timeline: SaleEvent[];
};

export type SaleKey = { id: string; text: string; state: 'active' | 'frozen' | 'revoked' };

/** Those that a refund would revoke. */
export function givenKeys({ keys }: Pick<SaleDetails, 'keys'>): SaleKey[] {
  return keys.flatMap(({ key }) => (key && key.state !== 'revoked' ? key : []));
}

type SaleAtBank = {
  provider: string;
  /** It is null when it was never recorded. */
  account: string | null;
  isConfigured: boolean;
  reference: string;
  chargeId: string | null;
  paymentId: string | null;
};

/** `wasPaid` stays true after a reversal. */
export type SaleCommission = {
  affiliate: string;
  amount: string;
  status: 'pending' | 'paid' | 'reversed';
  wasPaid: boolean;
};

/** Unknown events of another version are possible; `sale-events.ts` has the sentences. */
export type SaleEvent = { at: string; event: string; source: string; detail: string | null };

/** It is null when there is nothing to poll. */
export type SaleVerified = SaleDetails & { bankAnswer: PollResult | null };

export const ResolveSale = z.object({
  outcome: z.enum(['received', 'returned', 'unpaid'], 'Diga se o valor foi recebido, devolvido ou nunca pago.'),
  reason: text(3, 500, 'Escreva o motivo, com 3 a 500 caracteres.'),
});
export type ResolveSale = z.infer<typeof ResolveSale>;

export const PartialReturnDecision = z.object({
  decision: z.enum(['keep', 'revoke'], 'Diga se o cliente fica com a chave ou não.'),
});
export type PartialReturnDecision = z.infer<typeof PartialReturnDecision>;

export type PollResult =
  | 'waiting'
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'rejected'
  | 'refunded'
  | 'disputed'
  | 'unknown'
  | 'missing'
  | 'unavailable';
