import type { PixKeyType } from '#src/wire/payouts/pix-keys.ts';

/** `soldCents` counts standing sales. */
export type AffiliateFigures = {
  pendingCount: number;
  pendingCents: number;
  paidCount: number;
  paidCents: number;
  reversedCount: number;
  reversedCents: number;
  soldCents: number;
};

export type AffiliateRow = {
  userId: string;
  /** It is in hundredths of a percent: 10 % is 1000. */
  commissionHundredths: number;
  createdAt: string;
};

/** The owner writes the notes, all else the partner. */
export type PartnerColumns = {
  pixKeyType: PixKeyType | null;
  pixKey: string | null;
  /** Nothing is paid to a key that was changed until then. */
  pixKeyHeldUntil: string | null;
  termsVersion: number | null;
  termsAcceptedAt: string | null;
  notes: string;
};

/** Clicks on the partner's link, by day of São Paulo. */
export type PartnerClicksRow = { affiliateId: string; day: string; clicks: number };

export type CommissionRow = {
  id: string;
  purchaseId: string;
  affiliateId: string;
  amountCents: number;
  commissionCents: number;
  commissionHundredths: number | null;
  status: 'pending' | 'paid' | 'reversed';
  createdAt: string;
  paidAt: string | null;
};

export type CommissionSettlement = {
  /** It is null where a process of an earlier release booked it, which pays at once. */
  payableAt: string | null;
  /** So much of it stands in payouts that were not cancelled, or was paid by hand. */
  settledCents: number;
};
