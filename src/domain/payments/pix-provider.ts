import type { SETUP_PARTS } from '#src/wire/payments/bank.ts';
import type { PollResult } from '#src/wire/sales/sales.ts';
import type { CheckStep } from '#src/wire/upkeep/findings.ts';

/** Banks return outcomes as data, never as exceptions, because what happened to the money decides what happens next. */
export type PixProvider = {
  name: string;
  /** It is stable when token, secret or certificate change, and holds no secret. */
  accountId: string;
  accountName: string;
  minimumReadIntervalMs: number;
  polling: { atOnce: number; shortestMs: number };
  /** Repeating the same reference never makes a second charge. */
  createCharge(request: ChargeRequest, deadline: Date): Promise<ChargeCreation>;
  readCharge(charge: ChargeIdentity, deadline?: Date): Promise<ChargeReading>;
  /** Rejects when the cancellation is not certain. */
  cancelCharge(charge: ChargeIdentity, deadline?: Date): Promise<void>;
  /** Refunds the whole charge; repeating the same refund never pays it back twice. */
  refundPayment(refund: RefundRequest, deadline: Date): Promise<RefundOutcome>;
  listing: Listing;
  /** The daily reconciliation reads it; refunded payments may be missing. */
  listPayments(period: Period, deadline: Date): Promise<PaymentList>;
  /** Trusts nothing in the call but which charge to poll. */
  readWebhook(call: WebhookCall): WebhookReading;
  checkSetup(): AsyncIterable<SetupStep>;
  /** Its secrets cannot be decrypted, so that nothing can be asked of it. */
  isUnreadable?: true;
  /** Banks whose panel sets the address have none. */
  registerWebhook?(): Promise<SetupFinding>;
};

export type SandboxProvider = PixProvider & { simulate(reference: string, act: SandboxAct): Promise<boolean> };
export const SANDBOX_ACTS = ['pay', 'reject', 'expire'] as const;
export type SandboxAct = (typeof SANDBOX_ACTS)[number];

/** `reference` is ours, 32 letters and digits; `providerChargeId` is the bank's. */
export type ChargeIdentity = { reference: string; providerChargeId: string | null };

export type ChargeRequest = {
  reference: string;
  amountCents: number;
  description: string;
  payer: { name: string; email: string };
  expiresAt: Date;
};

export type Charge = { providerChargeId: string; copyPaste: string };

/** `refused` is definite: no charge exists and none will. */
export type ChargeCreation =
  | { outcome: 'created'; charge: Charge }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unclear'; reason: string };

/** `refundReference` is ours, the same for each try. */
export type RefundRequest = ChargeIdentity & {
  providerPaymentId: string | null;
  amountCents: number;
  refundReference: string;
  /** An earlier try ended without a clear result. */
  isRepeat?: boolean;
};

/** `refused` is definite, though `returnedCents` may already be back; else reading the charge tells. */
export type RefundOutcome =
  | { outcome: 'refunded' }
  | { outcome: 'pending' }
  | { outcome: 'refused'; reason: string; returnedCents?: number }
  | { outcome: 'unclear'; reason: string };

/** `unknown` may mean money, so it is never treated as unpaid. */
export type BankChargeState = Exclude<PollResult, 'missing' | 'unavailable'>;

export type ChargeSnapshot = {
  reference: string;
  charge: Charge;
  state: BankChargeState;
  amountCents: number;
  currency: string;
  isOurs: boolean;
  paidCents: number | null;
  /** Only some banks tell when the money came, and not of each payment. */
  paidAt?: string;
  providerPaymentId: string | null;
  /** The payer's receipt shows it, where `providerPaymentId` is a number of this bank's own. */
  endToEndId?: string;
  /** It is the CPF or CNPJ of who paid, letters and digits alone; only some banks tell it. */
  payerDocument?: string;
  furtherPaymentIds?: string[];
  /** It is null where the bank reports a partial return without an amount. */
  returnedCents?: number | null;
  bankWord?: string;
};

/** `missing` is definite: the bank knows no such charge. */
export type ChargeReading =
  | { outcome: 'found'; snapshot: ChargeSnapshot }
  | { outcome: 'missing' }
  | { outcome: 'unavailable'; reason: string; retryAfterMs: number | null };

/** `from` is included, `to` is not. */
export type Period = { from: Date; to: Date };

/** `reference` is null for money that names none of our charges. */
export type BankPayment = {
  reference: string | null;
  providerChargeId: string;
  state: 'paid' | 'refunded' | 'disputed';
  paidCents: number;
  /** It is null where the bank reports a partial return without an amount. */
  returnedCents?: number | null;
  facts?: PaymentFacts;
};

export type PaymentFacts = { arrivedAt: string | null; payer: Payer | null; description: string | null };
export type Payer = { name: string; email: string };

export type UnreadableRow = { subject: string };

export type PaymentList =
  | { outcome: 'found'; payments: BankPayment[]; unread: UnreadableRow[] }
  | { outcome: 'too_many' }
  | { outcome: 'unavailable'; reason: string };

/** How long a listed period may be, and whether rows are filtered by creation or by arrival. */
type Listing = { by: 'creation' | 'arrival'; longestDays: number };

/** `secret` is the part of the path that only the bank knows. */
export type WebhookCall = { url: URL; headers: Headers; body: string; secret: string | null };

/** `dedup` is the same when the bank sends the webhook again. */
export type Delivery = { dedup: string; subject: string };

/** `ignored` is genuine but irrelevant; `unknown` lacks the secret address or signature. */
export type WebhookReading =
  | { outcome: 'genuine'; deliveries: Delivery[] }
  | { outcome: 'ignored' }
  | { outcome: 'forged' }
  | { outcome: 'unknown' }
  | { outcome: 'malformed' };

export type SetupStep = CheckStep<SetupFinding, SetupFinding['subject']>;

export type SetupFinding = {
  subject: keyof typeof SETUP_PARTS;
  isRight: boolean;
  sentence: string;
};
