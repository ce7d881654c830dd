/** Where the bank's list of payments and our own books disagree. */
export type BankDifference = {
  id: string;
  kind: 'unknown_payment' | 'not_booked' | 'other_amount' | 'unknown_sale' | 'unread_row';
  /** The name of the charge at the bank. */
  subject: string;
  purchaseId: string | null;
  /** What the bank has, as display text. */
  amount: string | null;
  /** What else the bank tells of it, each null where it does not. */
  arrivedAt: string | null;
  payer: string | null;
  description: string | null;
  foundAt: string;
};

/** `GET /api/admin/bank/comparison`: the daily comparison. */
export type BankReconciliation = {
  /** When the last one ended, and how many payments it saw. */
  comparedAt: string | null;
  payments: number;
  /** The periods of it that the bank did not show. */
  unseen: { from: string; to: string }[];
  /** Rows of the bank's lists that could not be read; each is among the differences too. */
  unreadRows: number;
  /** The one that is under way, if any. */
  progress: ReconciliationProgress | null;
  differences: BankDifference[];
};

/** A comparison goes period by period. `isBankSilent`: some of them were asked for in vain so far. */
export type ReconciliationProgress = { startedAt: string; done: number; windows: number; isBankSilent: boolean };

/** `GET /api/admin/bank`: one sentence about each part of the setup. */
export type BankSetup = {
  provider: string;
  findings: { subject: string; isRight: boolean; sentence: string }[];
};

/** `POST /api/admin/bank/test-charge`: a charge of R$ 0,50 that no purchase stands behind. */
export type TestCharge = { reference: string; amount: string; pixCopyPaste: string; qrCodeBase64: string };

/** `GET /api/admin/bank/test-charge/{reference}`. */
export type TestChargeState = { state: 'waiting' | 'paid' | 'closed' };

/** What the subject of a finding is called. */
export const FINDING_NAMES: Record<string, string> = {
  access: 'Acesso à API',
  key: 'Chave Pix',
  certificate: 'Certificado',
  webhook: 'Avisos de pagamento',
  clock: 'Relógio',
};
