import type BetterSqlite3 from 'better-sqlite3';
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { CouponType } from '#src/wire/coupons/pricing.ts';
import type { MailTestState } from '#src/wire/mail/mail.ts';
import type { MailKind } from '#src/wire/mail/mail-kinds.ts';
import type { KeySource } from '#src/wire/products/license-fields.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { ProductStatus, UpdatePolicy } from '#src/wire/products/product-fields.ts';
import type { FailureReason, PaymentStatus, ReviewReason } from '#src/wire/purchases/purchases.ts';
import type { AnnouncementState } from '#src/wire/releases/announcements.ts';
import type { ReleaseChannel, ReleaseState } from '#src/wire/releases/releases.ts';
import type { ReminderStep, SkipReason } from '#src/wire/reminders/reminders.ts';
import type { ListName } from '#src/wire/views/saved-views.ts';
import type { WithdrawalHold, WithdrawalState } from '#src/wire/withdrawals/withdrawals.ts';

/** Money is integer centavos, times are ISO 8601 UTC text, booleans are 1 or 0. */
export type Tables = {
  categories: WithDefault<CategoryRow, 'shelfText'>;
  products: WithFigures<
    WithDefault<
      ProductRow,
      | 'pauseWithoutKeys'
      | 'areKeysPlenty'
      | 'updatePolicy'
      | 'keySource'
      | 'offlineDays'
      | 'idleDays'
      | 'slug'
      | 'tagline'
      | 'body'
      | 'media'
      | 'faq'
      | 'systems'
      | 'gpuNote'
      | 'licenseText'
      | 'termsVersion'
    >,
    Plain<'nameOrder'>
  >;
  productSlugs: ProductSlugRow;
  productHosts: ProductHostRow;
  productTerms: ProductTermsRow;
  productFigures: TriggerMaintained<ProductFigures>;
  /** The same for whoever reads all of them. */
  allProductFigures: TriggerMaintained<ProductFigures>;
  customers: WithFigures<CustomerRow & MailChoices, CustomerFigures>;
  users: WithFigures<UserRow, UserOrders>;
  sessions: WithDefault<SessionRow, 'gates'>;
  affiliates: WithFigures<AffiliateRow, AffiliateFigures>;
  coupons: WithFigures<CouponRow, CouponOrders>;
  purchases: WithFigures<WithDefault<PurchaseRow, 'number' | 'returnedCents'>, PurchaseFigures> & WriteOnly<FirstItem>;
  visitsByHour: VisitsRow;
  purchaseItems: WithDefault<PurchaseItemRow, 'awaitsMajor'>;
  openPurchases: OpenPurchaseRow;
  redemptions: RedemptionRow;
  activationKeys: ActivationKeyRow;
  releases: ReleaseRow;
  releaseFiles: WithDefault<ReleaseFileRow, 'downloads' | 'awaitsPublication'>;
  fileTransfers: FileTransferRow;
  fileDownloads: FileDownloadRow;
  machines: MachineRow;
  signingKeys: SigningKeyRow;
  withdrawals: WithDefault<WithdrawalRow, 'tries'>;
  stockNotices: StockNoticeRow;
  announcements: WithDefault<AnnouncementRow, 'platform' | 'lastCustomerId'>;
  reminders: ReminderRow;
  reminderOptOuts: ReminderOptOutRow;
  settings: SettingRow;
  usualTerms: UsualTermsRow;
  mailTests: MailTestRow;
  adminEmailChanges: AdminEmailChangeRow;
  affiliateSales: CommissionRow;
  purchaseEvents: Numbered<PurchaseEventRow>;
  mailKinds: { kind: string };
  outbox: WithDefault<Numbered<OutboxRow>, 'platform'>;
  buyerTokens: WithDefault<BuyerTokenRow, 'tries'>;
  buyerSessions: BuyerSessionRow;
  movedPurchases: MovedPurchaseRow;
  openingCodes: WithDefault<OpeningCodeRow, 'tries'>;
  webhookInbox: Numbered<WebhookInboxRow>;
  audit: WithFigures<WithDefault<Numbered<AuditRow>, 'changes'>, { kind: string }>;
  savedViews: SavedViewRow;
  customerNotes: CustomerNoteRow;
  refusedSignIns: RefusedSignInsRow;
  secrets: SecretRow;
  sandboxCharges: SandboxChargeRow;
  bankAccounts: BankAccountRow;
  bankPayments: BankPaymentRow;
  bankSweeps: Numbered<BankSweepRow>;
  bankWindows: Numbered<BankWindowRow>;
  restores: Numbered<RestoreRow>;
  bankDifferences: Numbered<BankDifferenceRow>;
  instances: WithDefault<InstanceRow, 'beats'>;
  sharedLimits: SharedLimitRow;
  tallies: TriggerMaintained<{ name: string; value: number }>;
  salesByHour: TriggerMaintained<{ hour: string; sales: number; salesCents: number }>;
  reportParts: ReportPartRow;
  keptReports: KeptReportsRow;
  changedHours: TriggerMaintained<{ id: number; hour: string }>;
  customerWords: TriggerMaintained<SearchedWords>;
  customerSearch: TriggerMaintained<SearchIndex>;
  productWords: TriggerMaintained<SearchedWords>;
  productSearch: TriggerMaintained<SearchIndex>;
  purchaseWords: TriggerMaintained<SearchedWords>;
  purchaseSearch: TriggerMaintained<SearchIndex>;
  keyWords: TriggerMaintained<SearchedWords>;
  keySearch: TriggerMaintained<SearchIndex>;
};

/** Written by triggers, so read-only. */
type TriggerMaintained<Figures> = { [Name in keyof Figures]: ColumnType<Figures[Name], never, never> };
type WithFigures<Row, Figures> = Row & TriggerMaintained<Figures>;
type WriteOnly<Row> = { [Name in keyof Row]: ColumnType<unknown, Row[Name], never> };

export type Database = Kysely<Tables>;
export type SqliteHandle = BetterSqlite3.Database;
export type Queryable = Database | Transaction<Tables>;

type Numbered<Row extends { id: number }> = Omit<Row, 'id'> & { id: Generated<number> };

type WithDefault<Row, Column extends keyof Row> = Omit<Row, Column> & { [Name in Column]: Generated<Row[Name]> };

export type Flag = 0 | 1;

export type CategoryRow = {
  id: string;
  name: string;
  position: number;
  /** Of `plainName` in `wire/products/categories.ts`: unique. */
  plainName: string;
  /** What its page begins with; empty where the shop's words do. */
  shelfText: string;
};

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
  /** An `/uploads/` path or an https address; never sent to clients. */
  downloadUrl: string;
  requiresActivation: Flag;
  videoUrl: string | null;
  downloads: number;
  createdAt: string;
  updatedAt: string;
  /** Set when a product with sales is deleted. */
  withdrawnAt: string | null;
  publishedAt: string | null;
  /** Null for the usual terms. */
  licenseTerms: string | null;
  /** What new sales get; each item keeps its own. */
  updatePolicy: UpdatePolicy;
  updateMonths: number | null;
  /** The newest published stable version; null where buyers get `downloadUrl`. */
  currentVersion: string | null;
  keySource: KeySource;
  keyPrefix: string | null;
  /** What new sales get; null: computers are not counted. */
  machineLimit: number | null;
  offlineDays: number;
  idleDays: number;
  /** Null for the shop's own. */
  lowKeysAt: number | null;
  /** Nobody can order it while its pool is empty. */
  pauseWithoutKeys: Flag;
  /** Set while the pool is above `lowKeysAt`; its fall tells the owner once. */
  areKeysPlenty: Flag;
  /** Set while its sale is paused, so that pages need not count keys. */
  soldOutAt: string | null;
  /** Null where a process of an earlier release added the product; its id stands in then. */
  slug: string | null;
  tagline: string;
  /** Markdown. */
  body: string;
  /** JSON of `ProductMedium[]`, `ProductQuestion[]` and `ProductSystem[]`. */
  media: string;
  faq: string;
  systems: string;
  gpuNote: string;
  /** Of the license, in full; null for the shop's own. */
  licenseText: string | null;
  /** Rises with each change of the terms. */
  termsVersion: number;
};

/** Who wants to know when keys come; deleted once the one mail is sent, or given up. */
export type StockNoticeRow = {
  id: string;
  productId: string;
  email: string;
  createdAt: string;
  queuedAt: string | null;
};

/** An address that a product had before. */
export type ProductSlugRow = { slug: string; productId: string };

export type ProductHostRow = {
  productId: string;
  host: string;
  minVersion: string;
  maxVersion: string | null;
  testedVersion: string;
};

/** What the terms of a license said, by version. */
export type ProductTermsRow = { productId: string; version: number; text: string; createdAt: string };

export type ReleaseRow = {
  id: string;
  productId: string;
  version: string;
  channel: ReleaseChannel;
  state: ReleaseState;
  /** Markdown. */
  notes: string;
  isCritical: Flag;
  createdAt: string;
  publishedAt: string | null;
  withdrawnAt: string | null;
  withdrawnReason: string | null;
};

export type ReleaseFileRow = {
  id: string;
  releaseId: string;
  platform: Platform;
  label: string;
  fileName: string;
  sizeBytes: number;
  sha256: string;
  /** Its name in the store of sold files, which tells nothing. */
  storedAs: string;
  downloads: number;
  createdAt: string;
  sizeCheckedAt: string;
  contentCheckedAt: string;
  /** Set while the stored file is not what was uploaded; nobody gets it then. */
  damagedAt: string | null;
  /** It arrived after its version was published, and nobody gets it yet. */
  awaitsPublication: Flag;
};

/** Stays after the end of the transfer, and outlives the file: what is stored and belongs to no file is removed by it. */
export type FileTransferRow = {
  id: string;
  releaseId: string;
  actorId: string;
  platform: Platform;
  label: string;
  fileName: string;
  sizeBytes: number;
  storedAs: string;
  /** What the store has safely. */
  offsetBytes: number;
  /** What the store needs to go on, as it wrote it. */
  storeState: string;
  createdAt: string;
  updatedAt: string;
  finishedAt: string | null;
  /** Who writes the next piece, and until when nobody else may. */
  leasedBy: string | null;
  leasedUntil: string | null;
};

/** One row per item, file and hour (`2026-11-22T14`). */
export type FileDownloadRow = { itemId: string; fileId: string; hour: string };

/** Name and e-mail are null once erased; forgotten unpaid orders belong to `nobody`. */
export type CustomerRow = {
  id: string;
  name: string | null;
  email: string | null;
  createdAt: string;
  erasedAt: string | null;
};

/** Whether mail about new versions, and reminders, may be sent. */
export type MailChoices = { wantsUpdates: Generated<Flag>; wantsReminders: Generated<Flag> };

/** `purchaseCount` and `lastPurchaseAt` leave FAILED out; the others count COMPLETED. */
export type CustomerFigures = Plain<'nameOrder', string | null> & {
  purchaseCount: number;
  saleCount: number;
  totalSpentCents: number;
  lastPurchaseAt: string | null;
  firstSaleAt: string | null;
};

/** Of a view: columns of the products in SQLite, counted in PostgreSQL. */
export type ProductFigures = { id: string; keysAvailable: number; buyersWaiting: number };

/** `keptCents` is at most the price, less what was returned. */
export type PurchaseFigures = Plain<'customerOrder', string | null> & Plain<'productOrder'> & { keptCents: number };
export type UserOrders = Plain<'nameOrder' | 'words'>;
export type CouponOrders = Plain<'nameOrder' | 'words'>;

type Plain<Column extends string, Text = string> = Record<Column | `${Column}HalfPlain`, Text>;

/** `soldCents` counts standing sales. */
export type AffiliateFigures = {
  pendingCount: number;
  pendingCents: number;
  paidCount: number;
  paidCents: number;
  reversedCount: number;
  reversedCents: number;
  soldCents: number;
};

/** `number` is the rowid of the full-text index. */
export type SearchedWords = { number: number; id: string; words: string };
export type SearchIndex = { rowid: number; words: string };

/** PostgreSQL only: a process of the shop. */
export type InstanceRow = {
  id: string;
  host: string;
  pid: number;
  version: string;
  startedAt: string;
  seenAt: string;
  isLeader: Flag;
  /** How often it told that it runs, each time in a transaction of that alone. */
  beats: number;
};

/** PostgreSQL only, written by rate-limiter-flexible; `expire` in milliseconds since 1970. */
export type SharedLimitRow = { key: string; points: number; expire: number | null };

export type UserRow = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  isAdmin: Flag;
  /** 0 for a closed account, whose sales stay. */
  isAffiliate: Flag;
  isActive: Flag;
  createdAt: string;
};

/** Named for Lucia's adapter; `id` is the hash of the cookie's token. */
export type SessionRow = {
  id: string;
  user_id: string;
  /** Both in Unix seconds. */
  expires_at: number;
  created_at: number;
  /** Comma-separated. */
  gates: string;
  /** In words, as `Chrome no Windows`; null for a session that is older than this column. */
  device: string | null;
  /** Unix seconds; within minutes of the last call. */
  seen_at: number | null;
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
  /** Both inclusive, in São Paulo: `2026-11-21`. */
  validFrom: string;
  validTo: string;
  isActive: Flag;
  affiliateId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Set when a redeemed coupon is deleted; its code is free again. */
  withdrawnAt: string | null;
};

/** `unclear`: the result of the first call is unknown; `closed`: nothing more is expected. */
export type ChargeState = 'creating' | 'unclear' | 'open' | 'closed';

export type PurchaseRow = {
  /** What people call it by; from 1001 on, in the order of creation, with gaps. */
  number: number;
  id: string;
  transactionId: string;
  providerReference: string;
  provider: string;
  /** Null until the first start with an account of its provider. */
  account: string | null;
  /** SHA-256 of the Idempotency-Key and of its request body. */
  idempotencyKeyHash: string | null;
  requestHash: string | null;
  customerId: string;
  /** As typed; null once erased. */
  customerName: string | null;
  customerEmail: string | null;
  priceCents: number;
  discountCents: number;
  totalCents: number;
  paidCents: number | null;
  returnedCents: number;
  returnedAt: string | null;
  couponCode: string | null;
  status: PaymentStatus;
  failureReason: FailureReason | null;
  review: ReviewReason | null;
  chargeState: ChargeState;
  providerChargeId: string | null;
  providerPaymentId: string | null;
  /** What the payer's bank calls the Pix, where `providerPaymentId` is a number of the receiving bank's own. */
  endToEndId: string | null;
  /** Under the shop's key, of who paid, where the bank tells; null once erased. */
  payerHash: string | null;
  pixCopyPaste: string | null;
  expiresAt: string;
  createdAt: string;
  completedAt: string | null;
  refundRequestedAt: string | null;
  refundedAt: string | null;
  nextCheckAt: string | null;
  lastCheckAt: string | null;
  checkCount: number;
  /** The unpaid purchase whose reminder led to this one. */
  recoveredFrom: string | null;
  /** E.164, as the buyer gave it at the checkout. */
  whatsapp: string | null;
  /** Null where none was sent. */
  originSource: string | null;
  originCampaign: string | null;
  /** The rest of it as JSON; null once the buyer was erased. */
  origin: string | null;
  /** Of an advertisement, as JSON; for 30 days. */
  clickIds: string | null;
};

/** Written beside a purchase, whose list is ordered and searched by its first item's name; only items are read. */
export type FirstItem = Pick<PurchaseItemRow, 'productId' | 'productName'>;

/** `2026-11-22T14` in UTC; `entries` are the visits that came from outside. */
export type VisitsRow = {
  hour: string;
  page: string;
  source: string;
  campaign: string;
  entries: number;
  visits: number;
};

/** What a report adds up of a day or month of São Paulo; `rows` is JSON, and no row means that there is none. */
export type ReportPartRow = { report: string; period: string; rows: string };

/** One row: days from `since` on and before `until` have their parts, and earlier ones have no figures. */
export type KeptReportsRow = { since: string; until: string };

/** The first has the id of its purchase; the totals of all are the purchase's. */
export type PurchaseItemRow = {
  id: string;
  purchaseId: string;
  /** From 0. */
  position: number;
  productId: string;
  productName: string;
  /** Null unless bought inside a kit. */
  kitId: string | null;
  kitName: string | null;
  /** Null unless bought by an order bump. */
  offerId: string | null;
  /** As at the sale; null for the usual terms. */
  licenseTerms: string | null;
  /** Of the product's terms at the sale; null before terms had versions. */
  termsVersion: number | null;
  priceCents: number;
  totalCents: number;
  requiresActivation: Flag;
  keyWaitingSince: string | null;
  downloadCount: number;
  /** Of the product's own file, as `2026-11-24T15`. */
  lastDownloadHour: string | null;
  /** What updates it covers, as the product's policy was at the sale; both null for all of them. */
  updatesMajor: number | null;
  updatesUntil: string | null;
  /** Sold before there was a version: the first one says the major number. */
  awaitsMajor: Flag;
};

export type OpenPurchaseRow = {
  purchaseId: string;
  /** HMAC of the network; null for older rows. */
  network: string | null;
  /** To the minute. */
  awaitedAt: string | null;
};

/** HELD while open, then USED or FREED; LATE when money came after the hold was freed. */
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
  itemId: string | null;
  createdAt: string;
  assignedAt: string | null;
  revokedAt: string | null;
  revokedReason: 'deleted' | 'refunded' | null;
  frozenAt: string | null;
  /** As at the sale, or as the owner set it since. */
  machineLimit: number | null;
};

/** It holds one of its key's places until it is released, and until its ticket of `offlineUntil` ends. */
export type MachineRow = {
  id: string;
  keyId: string;
  /** HMAC of what the plugin sent. */
  fingerprintHash: string;
  name: string;
  platform: string | null;
  pluginVersion: string | null;
  host: string | null;
  firstSeenAt: string;
  /** To the hour. */
  lastSeenAt: string;
  releasedAt: string | null;
  releasedBy: ReleasedBy | null;
  /** End of the longest ticket that was carried to it by hand, and so cannot be taken back. */
  offlineUntil: string | null;
};

/** `idle`: by itself, for another machine. */
export type ReleasedBy = 'plugin' | 'buyer' | 'admin' | 'idle';

/** Ed25519, with both halves as JWK; tickets of a retired key stay good. */
export type SigningKeyRow = {
  kid: string;
  publicJwk: string;
  privateKey: string;
  createdAt: string;
  retiredAt: string | null;
};

export type WithdrawalRow = {
  purchaseId: string;
  protocol: string;
  state: WithdrawalState;
  /** Null where the money went back at once. */
  heldFor: WithdrawalHold | null;
  /** The buyer's words; null once erased. */
  reason: string | null;
  /** The owner's words. */
  refusal: string | null;
  requestedAt: string;
  decidedAt: string | null;
  /** How often the bank refused to give the money back. */
  tries: number;
  nextTryAt: string | null;
};

/** `queuedAt` is set once everybody has a row in the outbox; until then `audience` is an estimate. */
export type AnnouncementRow = {
  releaseId: string;
  /** Of the file that the version got later; empty in the version's own notice. */
  platform: Platform | '';
  state: AnnouncementState;
  audience: number;
  lastCustomerId: string;
  queuedAt: string | null;
  createdAt: string;
  endedAt: string | null;
};

/** One row per step, written when the purchase is twenty minutes old; `queuedAt` once its mail is in the outbox. */
export type ReminderRow = {
  purchaseId: string;
  step: ReminderStep;
  dueAt: string;
  state: 'waiting' | 'sent' | 'skipped';
  reason: SkipReason | null;
  /** Keyed hash of the address, so that one person gets one sequence; null once erased. */
  addressHash: string | null;
  queuedAt: string | null;
  sentAt: string | null;
  couponCode: string | null;
  /** Of the link in the mail; whoever composes the mail makes the token again. */
  tokenHash: string | null;
  linkExpiresAt: string | null;
  /** When a new Pix was made from the link. */
  clickedAt: string | null;
};

/** Who wants no reminders, whatever becomes of the customer. */
export type ReminderOptOutRow = { addressHash: string; createdAt: string };

export type CommissionRow = {
  id: string;
  purchaseId: string;
  affiliateId: string;
  amountCents: number;
  commissionCents: number;
  commissionHundredths: number | null;
  status: 'pending' | 'paid' | 'reversed';
  createdAt: string;
  paidAt: string | null;
};

export type PurchaseEventRow = {
  id: number;
  purchaseId: string;
  at: string;
  event: string;
  source: string;
  detail: string | null;
};

export type OutboxRow = {
  id: number;
  kind: MailKind;
  /** Null in mail that is about no single purchase. */
  purchaseId: string | null;
  /** Unique, so that a mail is never queued twice. */
  dedup: string;
  state: 'waiting' | 'sent' | 'given_up';
  attempts: number;
  nextAttemptAt: string;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
  requeuedAt: string | null;
  customerId: string | null;
  releaseId: string | null;
  /** That of the announcement, in a notice of a version. */
  platform: Platform | '';
  /** Ids of what the mail is about, besides the columns above. */
  payload: string | null;
};

/** `id` makes token and code, together with a secret of the shop. */
export type BuyerTokenRow = {
  id: string;
  /** Null where nobody buys with the address that asked. */
  customerId: string | null;
  purpose: 'sign_in' | 'new_email' | 'stop_email';
  tokenHash: string;
  codeHash: string | null;
  newEmail: string | null;
  formerEmail: string | null;
  expiresAt: string;
  tries: number;
  usedAt: string | null;
};

/** A purchase that had the former address when the new one was confirmed; the token is that of the link that stops the change. */
export type MovedPurchaseRow = { tokenId: string; purchaseId: string };

/** The one code of a purchase that opens it on another device; `nameHash` is of its first half. */
export type OpeningCodeRow = {
  purchaseId: string;
  nameHash: string;
  codeHash: string;
  expiresAt: string;
  tries: number;
  usedAt: string | null;
};

/** `id` is the hash of the cookie's token. */
export type BuyerSessionRow = { id: string; customerId: string; createdAt: string; expiresAt: string };

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

/** Triggers refuse update and delete. */
export type AuditRow = {
  id: number;
  at: string;
  actorId: string;
  action: string;
  entity: string;
  entityId: string;
  /** JSON array of field names. */
  fields: string;
  /** Set where one row stands for several. */
  count: number | null;
  /** JSON of field to `[before, after]`, for those whose values `AUDITED_VALUES` shows. */
  changes: string | null;
};

/** Filters of a list under a name; everybody's without an owner. */
export type SavedViewRow = {
  id: string;
  ownerId: string | null;
  list: ListName;
  name: string;
  /** As in the address, without its question mark. */
  query: string;
  createdAt: string;
  updatedAt: string;
};

/** What the owners wrote about a customer; deleted with the person's data. */
export type CustomerNoteRow = { id: string; customerId: string; authorId: string; text: string; createdAt: string };

/** Not yet in the audit; `account` may be `unknown`. */
export type RefusedSignInsRow = { account: string; since: string; attempts: number };

/** What the owner set on the screen; `value` is JSON. */
export type SettingRow = { key: string; value: string; updatedAt: string; updatedBy: string };

/** The shop's license terms, of which each change is a version. */
export type UsualTermsRow = { version: number; text: string; createdAt: string };

/** `endedAt`: stopped, with its link to stop it. */
export type AdminEmailChangeRow = {
  id: string;
  userId: string;
  formerEmail: string;
  newEmail: string;
  confirmHash: string;
  stopHash: string;
  askedAt: string;
  confirmedAt: string | null;
  endedAt: string | null;
};

export type MailTestRow = {
  id: string;
  requestedBy: string;
  requestedAt: string;
  state: MailTestState;
  /** A code, as of the outbox. */
  reason: string | null;
  endedAt: string | null;
};

export type SecretRow = { name: string; hash: string };

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

/** `account` is the provider's name where the account is unknown. */
export type BankPaymentRow = { account: string; paymentId: string; purchaseId: string };

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

export type RestoreRow = { id: number; backupAt: string; restoredAt: string };

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
