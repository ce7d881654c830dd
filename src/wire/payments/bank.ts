import * as z from 'zod/mini';
import type { BankFieldName } from './bank-fields.ts';
import type { PixBank, ProviderName } from './pix-providers.ts';

export const BankDifference = z.object({
  id: z.string(),
  kind: z.enum(['unknown_payment', 'not_booked', 'other_amount', 'unknown_sale', 'unread_row']),
  subject: z.string(),
  purchaseId: z.nullable(z.string()),
  /** Display text. */
  amount: z.nullable(z.string()),
  /** Each null when the bank does not report it. */
  arrivedAt: z.nullable(z.string()),
  payer: z.nullable(z.string()),
  description: z.nullable(z.string()),
  foundAt: z.string(),
});
export type BankDifference = z.infer<typeof BankDifference>;

/** `isBankSilent`: some windows have failed so far. */
export const ReconciliationProgress = z.object({
  startedAt: z.string(),
  done: z.number(),
  windows: z.number(),
  isBankSilent: z.boolean(),
});
export type ReconciliationProgress = z.infer<typeof ReconciliationProgress>;

export const BankReconciliation = z.object({
  comparedAt: z.nullable(z.string()),
  payments: z.number(),
  unseen: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
    }),
  ),
  /** These are among the differences, too. */
  unreadRows: z.number(),
  progress: z.nullable(ReconciliationProgress),
  differences: z.array(BankDifference),
});
export type BankReconciliation = z.infer<typeof BankReconciliation>;

export type BankDescription = {
  provider: ProviderName;
  pixBank: PixBank;
  bankName: string;
  accountName: string;
  siteUrl: string;
  /** The environment says the bank, so that the screen cannot. */
  isGiven: boolean;
  /** Whether the screen has the environment's account, so that these lines may go; null without one that takes money. */
  move: { variables: readonly string[]; done: { at: string; by: string } | null } | null;
  /** What was typed cannot be decrypted. */
  isUnreadable: boolean;
  /** It is null where nobody chose the bank on the screen. */
  chosen: { at: string; by: string } | null;
  fields: ShownBankField[];
  isTestPaid: boolean;
  former: FormerBank[];
  /** These open purchases are at accounts that are no longer set up. */
  stranded: { name: string; purchases: number }[];
  /** It is null where no webhook arrived within two months. */
  lastNoticeAt: string | null;
};

/** A secret shows its end alone. `text` is null where nothing was typed. */
export type ShownBankField = { name: BankFieldName; text: string | null; code: string | null };

export type FormerBank = { account: string; name: string; replacedAt: string; openSales: number };

/** `webhook` is null where the owner enters the address in the bank's panel. */
export type SavedBank = { success: true; webhook: WebhookRegistration | null };

export type WebhookRegistration = { isRight: boolean; sentence: string };

export type TestCharge = { reference: string; amount: string; pixCopyPaste: string; qrCodeBase64: string };

export type TestChargeState = { state: 'waiting' | 'paid' | 'returned' | 'closed' };

/** `endsAt` is null where it cannot be known. `fields` has a sentence for each that is wrong. */
export type CertificateVerdict = {
  isRight: boolean;
  endsAt: string | null;
  isTest: boolean;
  sentence: string;
  fields: Record<string, string>;
};

/** What a bank is asked about. */
export const SETUP_PARTS = {
  access: 'Acesso à API',
  key: 'Chave Pix',
  certificate: 'Certificado',
  webhook: 'Avisos de pagamento',
  clock: 'Relógio',
} as const;
