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

export type BankReconciliation = {
  comparedAt: string | null;
  payments: number;
  unseen: { from: string; to: string }[];
  /** These are among the differences, too. */
  unreadRows: number;
  progress: ReconciliationProgress | null;
  differences: BankDifference[];
};

/** `isBankSilent`: some windows have failed so far. */
export type ReconciliationProgress = { startedAt: string; done: number; windows: number; isBankSilent: boolean };

export type BankSetup = {
  provider: string;
  findings: { subject: string; isRight: boolean; sentence: string }[];
};

export type TestCharge = { reference: string; amount: string; pixCopyPaste: string; qrCodeBase64: string };

export type TestChargeState = { state: 'waiting' | 'paid' | 'closed' };

export const FINDING_NAMES: Record<string, string> = {
  access: 'Acesso à API',
  key: 'Chave Pix',
  certificate: 'Certificado',
  webhook: 'Avisos de pagamento',
  clock: 'Relógio',
};
