/** A difference between the bank's list of payments and our books. */
export type BankDifference = {
  id: string;
  kind: 'unknown_payment' | 'not_booked' | 'other_amount' | 'unknown_sale' | 'unread_row';
  subject: string;
  purchaseId: string | null;
  /** Display text. */
  amount: string | null;
  /** Each null when the bank does not report it. */
  arrivedAt: string | null;
  payer: string | null;
  description: string | null;
  foundAt: string;
};

/** `GET /api/admin/bank/comparison` */
export type BankReconciliation = {
  comparedAt: string | null;
  payments: number;
  /** Periods that the bank did not list. */
  unseen: { from: string; to: string }[];
  /** Unreadable rows, which are also among the differences. */
  unreadRows: number;
  progress: ReconciliationProgress | null;
  differences: BankDifference[];
};

/** `isBankSilent`: some windows have failed so far. */
export type ReconciliationProgress = { startedAt: string; done: number; windows: number; isBankSilent: boolean };

/** `GET /api/admin/bank` */
export type BankSetup = {
  provider: string;
  findings: { subject: string; isRight: boolean; sentence: string }[];
};

/** `POST /api/admin/bank/test-charge` */
export type TestCharge = { reference: string; amount: string; pixCopyPaste: string; qrCodeBase64: string };

/** `GET /api/admin/bank/test-charge/{reference}`. */
export type TestChargeState = { state: 'waiting' | 'paid' | 'closed' };

export const FINDING_NAMES: Record<string, string> = {
  access: 'Acesso à API',
  key: 'Chave Pix',
  certificate: 'Certificado',
  webhook: 'Avisos de pagamento',
  clock: 'Relógio',
};
