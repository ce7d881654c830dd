import type { PayoutState } from '#src/wire/payouts/payouts.ts';
import type { PixKeyType } from '#src/wire/payouts/pix-keys.ts';

export type PayoutRow = {
  id: string;
  number: number;
  affiliateId: string;
  amountCents: number;
  saleCount: number;
  pixKeyType: PixKeyType;
  pixKey: string;
  state: PayoutState;
  createdAt: string;
  paidAt: string | null;
  cancelledAt: string | null;
  note: string;
  invoiceUrl: string;
};

/** What a payout settles of one sale: less than before where money went back. */
export type PayoutLineRow = { payoutId: string; saleId: string; fromCents: number; toCents: number };
