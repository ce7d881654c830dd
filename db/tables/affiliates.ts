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
