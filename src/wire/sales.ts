import * as z from 'zod/mini';
import type { PurchaseStatusLabel } from './purchase-status.ts';
import type { PurchaseRecord } from './purchases.ts';
import { text } from './text.ts';

/** `GET /api/admin/purchases` */
export type Sale = PurchaseRecord & {
  /** The current status. */
  label: PurchaseStatusLabel;
  /** Null once the customer was erased. */
  customerId: string | null;
  /** Requested, and not yet confirmed by the bank. */
  refundPending: boolean;
  isWaitingForKey: boolean;
};

/** `GET /api/admin/purchases/{id}` */
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
  key: { text: string; state: 'active' | 'frozen' | 'revoked' } | null;
  /** Null without a coupon. */
  couponUse: 'HELD' | 'USED' | 'FREED' | 'LATE' | null;
  commission: SaleCommission | null;
  timeline: SaleEvent[];
};

/** The bank's ids of the payment. */
export type SaleAtBank = {
  provider: string;
  /** Null when it was never recorded. */
  account: string | null;
  /** The shop can still poll that account. */
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

/** `POST /api/admin/purchases/{id}/verify`; null when there is nothing to poll. */
export type SaleVerified = SaleDetails & { bankAnswer: PollResult | null };

/** `POST /api/admin/purchases/{id}/resolve` */
export const ResolveSale = z.object({
  outcome: z.enum(['received', 'returned', 'unpaid'], 'Diga se o valor foi recebido, devolvido ou nunca pago.'),
  reason: text(3, 500, 'Escreva o motivo, com 3 a 500 caracteres.'),
});
export type ResolveSale = z.infer<typeof ResolveSale>;

/** `POST /api/admin/purchases/{id}/partial-return` */
export const PartialReturnDecision = z.object({
  decision: z.enum(['keep', 'revoke'], 'Diga se o cliente fica com a chave ou não.'),
});
export type PartialReturnDecision = z.infer<typeof PartialReturnDecision>;

/** The state of a charge, or why it is unknown. */
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
