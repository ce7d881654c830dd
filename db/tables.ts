import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { ProductStatus } from '#src/wire/catalogue.ts';
import type { CouponType } from '#src/wire/checkout.ts';
import type { FailureReason, PaymentStatus, Review } from '#src/wire/purchases.ts';

/**
 * The rows of the store. Money is an integer number of centavos, times are ISO 8601 UTC text, a yes or no is 1 or 0.
 * The constraints stand in `migrations/`.
 */
export type Tables = {
  categories: CategoryRow;
  products: WithFigures<ProductRow, ProductFigures>;
  customers: WithFigures<CustomerRow, CustomerFigures>;
  users: WithFigures<UserRow, UserOrders>;
  sessions: SessionRow;
  affiliates: WithFigures<AffiliateRow, AffiliateFigures>;
  coupons: WithFigures<CouponRow, CouponOrders>;
  purchases: WithFigures<PurchaseRow, PurchaseOrders>;
  redemptions: RedemptionRow;
  activationKeys: ActivationKeyRow;
  affiliateSales: AffiliateSaleRow;
  purchaseEvents: Numbered<PurchaseEventRow>;
  outbox: Numbered<OutboxRow>;
  webhookInbox: Numbered<WebhookInboxRow>;
  audit: WithFigures<Numbered<AuditRow>, { kind: string }>;
  secrets: SecretRow;
  sandboxCharges: SandboxChargeRow;
  bankSweeps: Numbered<BankSweepRow>;
  bankDifferences: Numbered<BankDifferenceRow>;
  tallies: Kept<{ name: string; value: number }>;
  salesByHour: Kept<{ hour: string; sales: number; salesCents: number }>;
  customerWords: Kept<SearchedWords>;
  customerSearch: Kept<SearchIndex>;
  purchaseWords: Kept<SearchedWords>;
  purchaseSearch: Kept<SearchIndex>;
  keyWords: Kept<SearchedWords>;
  keySearch: Kept<SearchIndex>;
};

/** What triggers keep: it is read and never written. */
type Kept<Figures> = { [Name in keyof Figures]: ColumnType<Figures[Name], never, never> };
type WithFigures<Row, Figures> = Row & Kept<Figures>;

export type Database = Kysely<Tables>;
export type { SqliteHandle } from './client.ts';
/** A query function takes either: the database, or the transaction that its caller has open. */
export type Queryable = Database | Transaction<Tables>;

/** A row whose number the database gives. */
type Numbered<Row extends { id: number }> = Omit<Row, 'id'> & { id: Generated<number> };

export type Flag = 0 | 1;

export type CategoryRow = { id: string; name: string; position: number };

export type ProductRow = {
  id: string;
  name: string;
  description: string;
  priceCents: number;
  originalPriceCents: number | null;
  status: ProductStatus;
  image: string;
  categoryId: string | null;
  systemRequirements: string;
  isFeatured: Flag;
  /** Where the file really is: an `/uploads/` path or an https address. It never leaves the server. */
  downloadUrl: string;
  requiresActivation: Flag;
  videoUrl: string | null;
  downloads: number;
  createdAt: string;
  updatedAt: string;
  /** Set when a product with sales is deleted: it leaves every list, its sales keep its name. */
  withdrawnAt: string | null;
};

/** Name and e-mail are null once the person was erased; the sales stay. */
export type CustomerRow = {
  id: string;
  name: string | null;
  email: string | null;
  createdAt: string;
  erasedAt: string | null;
};

/** `purchaseCount` and `lastPurchaseAt` leave out what ran out unpaid; the others tell of what is COMPLETED. */
export type CustomerFigures = Plain<'nameOrder', string | null> & {
  purchaseCount: number;
  saleCount: number;
  totalSpentCents: number;
  lastPurchaseAt: string | null;
  firstSaleAt: string | null;
};

/** `buyersWaiting` have paid and wait for a key. */
export type ProductFigures = Plain<'nameOrder'> & { keysAvailable: number; buyersWaiting: number };

/** Names as lists sort them; `words` is all that a search looks at. */
export type PurchaseOrders = Plain<'customerOrder', string | null> & Plain<'productOrder'>;
export type UserOrders = Plain<'nameOrder' | 'words'>;
export type CouponOrders = Plain<'nameOrder' | 'words'>;

/** Texts without case and accents, each with the step that leads to it (`plain-text.ts`). */
type Plain<Column extends string, Text = string> = Record<Column | `${Column}HalfPlain`, Text>;

/** Sales and commissions by state; `soldCents` is the worth of the sales that stand. */
export type AffiliateFigures = {
  pendingCount: number;
  pendingCents: number;
  paidCount: number;
  paidCents: number;
  reversedCount: number;
  reversedCents: number;
  soldCents: number;
};

/** The words by which a row is found; its full-text index has the same number. */
export type SearchedWords = { number: number; id: string; words: string };
export type SearchIndex = { rowid: number; words: string };

export type UserRow = {
  id: string;
  email: string;
  name: string;
  /** PHC text of argon2id. */
  passwordHash: string;
  isAdmin: Flag;
  /** 0 for an affiliate whose account is closed: the row in `affiliates` stays with its sales. */
  isAffiliate: Flag;
  isActive: Flag;
  createdAt: string;
};

/** Columns named as Lucia's adapter wants them; `id` is the hash of the cookie's token. */
export type SessionRow = {
  id: string;
  user_id: string;
  /** Unix seconds. */
  expires_at: number;
  /** Unix seconds. */
  created_at: number;
  /** The password gates that this session has passed, separated by commas. */
  gates: Generated<string>;
};

export type AffiliateRow = {
  userId: string;
  /** Hundredths of a percent: 10 % is 1000. */
  commissionHundredths: number;
  createdAt: string;
};

export type CouponRow = {
  id: string;
  code: string;
  name: string;
  description: string;
  type: CouponType;
  /** Hundredths of a percent, or centavos when the type is FIXED. */
  discountHundredths: number;
  maxUses: number | null;
  /** Held and used redemptions together. */
  used: number;
  /** First and last day, both inclusive, in São Paulo: `2026-11-21`. */
  validFrom: string;
  validTo: string;
  isActive: Flag;
  affiliateId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Set when a coupon with redemptions is deleted: it leaves every list, its code is free again. */
  withdrawnAt: string | null;
};

/**
 * How far the bank has been asked for the charge: `creating` while the first call is on its way, `unclear` when its answer
 * is not known, `open` once the buyer can pay, `closed` when nothing is expected from the bank any more.
 */
export type ChargeState = 'creating' | 'unclear' | 'open' | 'closed';

export type PurchaseRow = {
  id: string;
  transactionId: string;
  /** Our own name for the charge at the bank. */
  providerReference: string;
  provider: string;
  /** SHA-256 of the caller's Idempotency-Key, and of the body that came with it. */
  idempotencyKeyHash: string | null;
  requestHash: string | null;
  customerId: string;
  /** As typed for this purchase; null once the person was erased. */
  customerName: string | null;
  customerEmail: string | null;
  productId: string;
  productName: string;
  priceCents: number;
  discountCents: number;
  totalCents: number;
  paidCents: number | null;
  couponCode: string | null;
  requiresActivation: Flag;
  status: PaymentStatus;
  failureReason: FailureReason | null;
  review: Review | null;
  chargeState: ChargeState;
  /** The bank's own name for the charge. */
  providerChargeId: string | null;
  /** The bank's name for the money that arrived, needed to give it back. */
  providerPaymentId: string | null;
  pixCopyPaste: string | null;
  expiresAt: string;
  createdAt: string;
  completedAt: string | null;
  refundRequestedAt: string | null;
  refundedAt: string | null;
  /** Set while a paid purchase waits for a key, since none was left. */
  keyWaitingSince: string | null;
  nextCheckAt: string | null;
  lastCheckAt: string | null;
  checkCount: number;
  downloadCount: number;
};

/** HELD while the payment is open, then USED or FREED; LATE when money came after the hold was freed. */
export type RedemptionState = 'HELD' | 'USED' | 'FREED' | 'LATE';

export type RedemptionRow = {
  purchaseId: string;
  couponId: string;
  state: RedemptionState;
  createdAt: string;
  updatedAt: string;
};

export type ActivationKeyRow = {
  id: string;
  productId: string;
  key: string;
  purchaseId: string | null;
  createdAt: string;
  assignedAt: string | null;
  revokedAt: string | null;
  revokedReason: 'deleted' | 'refunded' | null;
  /** Set while a dispute about its purchase is open. */
  frozenAt: string | null;
};

export type AffiliateSaleRow = {
  id: string;
  purchaseId: string;
  affiliateId: string;
  amountCents: number;
  commissionCents: number;
  status: 'pending' | 'paid' | 'reversed';
  createdAt: string;
  paidAt: string | null;
};

/** The time line of a purchase. */
export type PurchaseEventRow = {
  id: number;
  purchaseId: string;
  at: string;
  event: string;
  source: string;
  detail: string | null;
};

export type OutboxKind = 'receipt' | 'key' | 'resend';

export type OutboxRow = {
  id: number;
  kind: OutboxKind;
  purchaseId: string;
  /** Kind and purchase, and a serial for a resend: the same mail is never queued twice. */
  dedup: string;
  state: 'waiting' | 'sent' | 'given_up';
  attempts: number;
  nextAttemptAt: string;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
};

export type WebhookInboxRow = {
  id: number;
  provider: string;
  dedup: string;
  resourceId: string | null;
  body: string;
  state: 'waiting' | 'done' | 'given_up';
  attempts: number;
  nextAttemptAt: string;
  lastError: string | null;
  receivedAt: string;
};

/** Who changed what and when, by ids and field names. Refuses update and delete. */
export type AuditRow = {
  id: number;
  at: string;
  actorId: string;
  action: string;
  entity: string;
  entityId: string;
  /** JSON array of field names. */
  fields: string;
};

/** Hashes of passwords that belong to the shop and not to a user, such as that of the gates. */
export type SecretRow = { name: string; hash: string };

/** The books of the sandbox bank, kept beside the store's so that it remembers after a restart. */
export type SandboxChargeRow = {
  reference: string;
  amountCents: number;
  state: 'waiting' | 'paid' | 'rejected' | 'expired' | 'cancelled' | 'refunded';
  copyPaste: string;
  createdAt: string;
  expiresAt: string;
  paidAt: string | null;
};

/** One comparison of the bank's list of payments with our books. */
export type BankSweepRow = {
  id: number;
  provider: string;
  /** The period that was compared. */
  from: string;
  to: string;
  finishedAt: string;
  payments: number;
};

/**
 * Where the bank's list and our books disagree: money that names no purchase of ours, a payment that our books do not show
 * as paid, an amount that differs, or a sale that the bank does not know.
 */
export type BankDifferenceKind = 'unknown_payment' | 'not_booked' | 'other_amount' | 'unknown_sale';

export type BankDifferenceRow = {
  id: number;
  provider: string;
  kind: BankDifferenceKind;
  /** The bank's name for the charge, or ours where the bank has none. */
  subject: string;
  purchaseId: string | null;
  bankCents: number | null;
  foundAt: string;
  /** Set once a later comparison no longer finds it, or the owner has put it aside. */
  resolvedAt: string | null;
};
