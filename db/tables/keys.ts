/** The row is deleted once the one mail is sent, or given up. */
export type StockNoticeRow = {
  id: string;
  productId: string;
  email: string;
  createdAt: string;
  queuedAt: string | null;
};

export type ActivationKeyRow = {
  id: string;
  productId: string;
  key: string;
  itemId: string | null;
  createdAt: string;
  assignedAt: string | null;
  revokedAt: string | null;
  revokedReason: 'deleted' | 'refunded' | null;
  frozenAt: string | null;
  /** It was revoked when this upgrade of its item got a key. */
  replacedByItemId: string | null;
  /** It is that of the sale, or what the owner set since. */
  machineLimit: number | null;
  /** So often a plugin counted it by Gumroad's call. */
  uses: number;
};
