import * as z from 'zod/mini';
import { currentOrderStatus, orderExpiry, orderStatus } from './dashboard.ts';
import type { PurchaseRecord } from './purchases.ts';
import type { OrderStatus } from './sale-status.ts';
import { text } from './text.ts';

/** An item of `GET /api/admin/purchases`: the purchase, and what only the owner sees of it. */
export type Sale = PurchaseRecord & {
  /** What it is called by now. */
  label: OrderStatus;
  /** Null once the customer was erased. */
  customerId: string | null;
  /** The owner asked for the money to go back, and the bank is still at it. */
  refundPending: boolean;
  /** Paid, and no key was left to give. */
  isWaitingForKey: boolean;
};

/** `GET /api/admin/purchases/{id}`, and what its actions answer. */
export type SaleDetails = Sale & {
  /** Display texts; `paidAmount` is what the bank has received, null until then; `refundableAmount` what can still go back of it. */
  discountAmount: string;
  paidAmount: string | null;
  refundableAmount: string | null;
  completedAt: string | null;
  refundRequestedAt: string | null;
  refundedAt: string | null;
  downloads: number;
  bank: SaleAtBank;
  key: { text: string; state: 'active' | 'frozen' | 'revoked' } | null;
  /** What became of the coupon's use; null without a coupon. */
  couponUse: 'HELD' | 'USED' | 'FREED' | 'LATE' | null;
  commission: SaleCommission | null;
  /** Oldest first. */
  timeline: SaleEvent[];
};

/** By what names the bank knows the payment. */
export type SaleAtBank = {
  provider: string;
  /** What the account that charged it is called; null where it was never written down. */
  account: string | null;
  /** The shop can still ask that account. */
  isConfigured: boolean;
  reference: string;
  chargeId: string | null;
  paymentId: string | null;
};

/** `wasPaid` stays true of one that was taken back after the affiliate had got it. */
export type SaleCommission = {
  affiliate: string;
  amount: string;
  status: 'pending' | 'paid' | 'reversed';
  wasPaid: boolean;
};

/** One point of the time line; one that another version of the store wrote may have any name. `sale-events.ts` has the sentences. */
export type SaleEvent = { at: string; event: string; source: string; detail: string | null };

/** `POST /api/admin/purchases/{id}/verify`: what the bank said; null where there is nothing to ask it. */
export type SaleVerified = SaleDetails & { bankAnswer: PollResult | null };

/** `POST /api/admin/purchases/{id}/resolve`: what the owner knows of a sale that no bank tells the shop of. */
export const ResolveSale = z.object({
  outcome: z.enum(['received', 'returned', 'unpaid'], 'Diga se o valor foi recebido, devolvido ou nunca pago.'),
  reason: text(3, 500, 'Escreva o motivo, com 3 a 500 caracteres.'),
});
export type ResolveSale = z.infer<typeof ResolveSale>;

/** `POST /api/admin/purchases/{id}/partial-return`: the buyer keeps the key, or loses it. */
export const PartialReturnDecision = z.object({
  decision: z.enum(['keep', 'revoke'], 'Diga se o cliente fica com a chave ou não.'),
});
export type PartialReturnDecision = z.infer<typeof PartialReturnDecision>;

/** What a poll of a charge may find: its state at the bank, or that there is none to read. */
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

type Facts = Pick<PurchaseRecord, 'paymentStatus' | 'failureReason' | 'review' | 'expiresAt'>;

/** What a sale is called by now. */
export function saleLabel({ paymentStatus, ...facts }: Facts, now: Date): OrderStatus {
  const order = { ...facts, status: paymentStatus };
  return currentOrderStatus({ status: orderStatus(order), expiresAt: orderExpiry(order) }, now);
}
