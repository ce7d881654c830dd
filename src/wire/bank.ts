/** Where the bank's list of payments and our own books disagree. */
export type BankDifference = {
  id: string;
  kind: 'unknown_payment' | 'not_booked' | 'other_amount' | 'unknown_sale';
  /** The name of the charge at the bank. */
  subject: string;
  purchaseId: string | null;
  /** What the bank has, as display text. */
  amount: string | null;
  foundAt: string;
};

/** `GET /api/admin/bank/comparison`: the daily comparison. */
export type BankComparison = { comparedAt: string | null; payments: number; differences: BankDifference[] };

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
