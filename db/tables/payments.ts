export type WebhookInboxRow = {
  id: number;
  provider: string;
  dedup: string;
  resourceId: string | null;
  state: 'waiting' | 'done' | 'given_up';
  attempts: number;
  nextAttemptAt: string;
  lastError: string | null;
  receivedAt: string;
};

export type SandboxChargeRow = {
  reference: string;
  amountCents: number;
  state: 'waiting' | 'paid' | 'rejected' | 'expired' | 'cancelled' | 'refunded';
  copyPaste: string;
  createdAt: string;
  expiresAt: string;
  paidAt: string | null;
};

export type BankAccountRow = { id: string; provider: string; name: string; firstUsedAt: string; lastUsedAt: string };

/** Chosen on the screen. One at most is current; the others still serve what they charged. */
export type ChosenBankRow = {
  account: string;
  provider: string;
  name: string;
  isCurrent: 0 | 1;
  chosenAt: string;
  chosenBy: string;
  replacedAt: string | null;
};

/** `account` is the provider's name where the account is unknown. */
export type BankPaymentRow = { account: string; paymentId: string; purchaseId: string };

/** The bank calls a charge so, where that is not our reference; triggers keep it. */
export type BankChargeRow = { provider: string; chargeId: string; purchaseId: string };

export type BankSweepRow = {
  id: number;
  /** The account's id. */
  provider: string;
  from: string;
  to: string;
  startedAt: string;
  finishedAt: string | null;
  payments: number;
};

/** The counts are null for a restore before they were noted; `failover` is null where a backup was restored, and says what a person answered. */
export type RestoreRow = {
  id: number;
  backupAt: string;
  restoredAt: string;
  isFormerRead: 0 | 1 | null;
  purchases: number | null;
  keys: number | null;
  heldKeys: number | null;
  erased: number | null;
  failover: 'waiting' | 'nothing_lost' | 'may_have_lost' | null;
};

export type BankWindowRow = {
  id: number;
  sweepId: number;
  from: string;
  to: string;
  finishedAt: string | null;
  tries: number;
  lastError: string | null;
};

export type BankDifferenceKind = 'unknown_payment' | 'not_booked' | 'other_amount' | 'unknown_sale' | 'unread_row';

export type BankDifferenceRow = {
  id: number;
  provider: string;
  kind: BankDifferenceKind;
  subject: string;
  purchaseId: string | null;
  bankCents: number | null;
  arrivedAt: string | null;
  payer: string | null;
  description: string | null;
  foundAt: string;
  resolvedAt: string | null;
};
