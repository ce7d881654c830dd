/**
 * What the shop asks of a bank. Sandbox, Mercado Pago and the Banco Central's API Pix are implementations in
 * `gateways/pix`. A bank's answer is data, never an exception: what happened to the money decides what happens next.
 */
export type PixProvider = {
  name: string;
  /** The receiver that the buyer's bank app will show. */
  receiverName: string;
  /** A charge is read at most this often on behalf of waiting pages. */
  minimumReadIntervalMs: number;
  /** Gives up at `deadline`; a repeat with the same reference never makes a second charge. */
  createCharge(request: ChargeRequest, deadline: Date): Promise<ChargeCreation>;
  /** The bank's own truth about a charge. Gives up at `deadline`, and after some seconds of silence anyway. */
  readCharge(charge: ChargeIdentity, deadline?: Date): Promise<ChargeReading>;
  /** Asks the bank to take no money for it any more. Rejects when that is not sure, at `deadline` at the latest. */
  cancelCharge(charge: ChargeIdentity, deadline?: Date): Promise<void>;
  /** Gives the whole payment back and gives up at `deadline`; a repeat of the same refund never gives it back twice. */
  refundPayment(refund: RefundRequest, deadline: Date): Promise<RefundOutcome>;
  /** What arrived at the bank in a period, for the daily comparison with our own books. */
  listPayments(period: Period, deadline: Date): Promise<PaymentList>;
  /** Judges a call that claims to come from the bank. Nothing in it is believed: it only tells where to look. */
  readNotice(call: NoticeCall): NoticeReading;
  /** What is right and what is wrong with the settings, as far as the bank can tell. */
  inspect(): Promise<Finding[]>;
  /** Tells the bank where to send its notices, where that is done by a call; a bank without it is told in its own panel. */
  registerNotices?(): Promise<Finding>;
};

/** A sandbox bank can also be told what a payer would do. Answers false for an unknown charge. */
export type SandboxProvider = PixProvider & { simulate(reference: string, act: SandboxAct): Promise<boolean> };
export const SANDBOX_ACTS = ['pay', 'reject', 'expire'] as const;
export type SandboxAct = (typeof SANDBOX_ACTS)[number];

/** `reference` is our own name for the charge, 32 letters and digits; `providerChargeId` the bank's, once it is known. */
export type ChargeIdentity = { reference: string; providerChargeId: string | null };

export type ChargeRequest = {
  reference: string;
  amountCents: number;
  description: string;
  payer: { name: string; email: string };
  expiresAt: Date;
};

export type Charge = { providerChargeId: string; copyPaste: string };

/** `refused` is definite: no charge exists and none will. `unclear` is anything else. */
export type ChargeCreation =
  | { outcome: 'created'; charge: Charge }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unclear'; reason: string };

/** `refundReference` is our own name for the refund, the same at each try. */
export type RefundRequest = ChargeIdentity & {
  providerPaymentId: string | null;
  amountCents: number;
  refundReference: string;
};

/** `refused` is definite: the money stays. `pending` and `unclear`: reading the charge tells when it is back. */
export type RefundOutcome =
  | { outcome: 'refunded' }
  | { outcome: 'pending' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unclear'; reason: string };

export type ChargeState = 'waiting' | 'paid' | 'expired' | 'cancelled' | 'rejected' | 'refunded' | 'disputed';

export type ChargeSnapshot = {
  reference: string;
  charge: Charge;
  state: ChargeState;
  amountCents: number;
  currency: string;
  /** The receiver is the shop, as far as the bank's answer tells. */
  isOurs: boolean;
  /** What arrived, and the bank's name for it; null until then. */
  paidCents: number | null;
  providerPaymentId: string | null;
};

/** `missing` is definite: the bank knows of no such charge. */
export type ChargeReading =
  | { outcome: 'found'; snapshot: ChargeSnapshot }
  | { outcome: 'missing' }
  | { outcome: 'unavailable'; reason: string; retryAfterMs: number | null };

/** From `from` until before `to`. */
export type Period = { from: Date; to: Date };

/** `reference` is null for money that names none of our charges. */
export type BankPayment = {
  reference: string | null;
  providerChargeId: string;
  state: 'paid' | 'refunded' | 'disputed';
  paidCents: number;
};

export type PaymentList = { outcome: 'found'; payments: BankPayment[] } | { outcome: 'unavailable'; reason: string };

/** A call to one of our webhook addresses. `secret` is the part of the path that only the bank knows. */
export type NoticeCall = { url: URL; headers: Headers; body: string; secret: string | null };

/** `subject` is our reference or the bank's name for the charge; `dedup` is the same when the same notice comes again. */
export type Notice = { dedup: string; subject: string };

/** `ignored` is genuine enough to be thanked for and says nothing; `unknown` did not know the secret address. */
export type NoticeReading =
  | { outcome: 'genuine'; notices: Notice[] }
  | { outcome: 'ignored' }
  | { outcome: 'forged' }
  | { outcome: 'unknown' }
  | { outcome: 'malformed' };

/** One sentence about one part of the setup, for the owner. */
export type Finding = {
  subject: 'access' | 'key' | 'certificate' | 'webhook' | 'clock';
  isRight: boolean;
  sentence: string;
};
