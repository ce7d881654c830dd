import { currentOrderStatus, type OrderStatus, orderExpiry, orderStatus } from './dashboard.ts';
import type { Purchase } from './purchases.ts';

/** An item of `GET /api/admin/purchases`: the purchase, and what only the owner sees of it. */
export type Sale = Purchase & {
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
  /** Display texts; `paidAmount` is what the bank has received, null until then. */
  discountAmount: string;
  paidAmount: string | null;
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
export type SaleAtBank = { provider: string; reference: string; chargeId: string | null; paymentId: string | null };

/** `wasPaid` stays true of one that was taken back after the affiliate had got it. */
export type SaleCommission = {
  affiliate: string;
  amount: string;
  status: 'pending' | 'paid' | 'reversed';
  wasPaid: boolean;
};

/** One point of the time line. `src/wire/sale-events.ts` has the sentences. */
export type SaleEvent = { at: string; event: string; source: string; detail: string | null };

/** `POST /api/admin/purchases/{id}/verify`: what the bank said; null where there is nothing to ask it. */
export type SaleVerified = SaleDetails & { bankAnswer: BankLook | null };

/** What a look at the bank may find. */
export type BankLook =
  | 'waiting'
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'rejected'
  | 'refunded'
  | 'disputed'
  | 'missing'
  | 'unavailable';

type Facts = Pick<Purchase, 'paymentStatus' | 'failureReason' | 'review' | 'expiresAt'>;

/** What a sale is called by now. */
export function saleLabel({ paymentStatus, ...facts }: Facts, now: Date): OrderStatus {
  const order = { ...facts, status: paymentStatus };
  return currentOrderStatus({ status: orderStatus(order), expiresAt: orderExpiry(order) }, now);
}
