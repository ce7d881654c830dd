import type { Database } from '#db/tables.ts';
import type { User } from '#src/wire/access/auth.ts';
import type { ProviderName } from '#src/wire/payments/pix-providers.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { UploadRefusal } from '#src/wire/products/uploads.ts';
import type { ReminderStep } from '#src/wire/reminders/reminders.ts';
import type { HealthProcess } from '#src/wire/upkeep/health.ts';
import type { GivenSettings, SettingValues } from '#src/wire/upkeep/settings.ts';
import type { RemoteFiles } from './downloads/remote-files.ts';
import type { StoredFile } from './downloads/stored-file.ts';
import type { PixProvider } from './payments/pix-provider.ts';
import type { SoldFileStore } from './releases/sold-files.ts';

export type { FileReading, StoredFile } from './downloads/stored-file.ts';

/** Express and Astro load separate copies of modules, so all state lives here. */
export type Shop = {
  db: Database;
  sessions: Sessions;
  pix: PixProvider;
  formerBanks: PixProvider[];
  /** PNG in base64, without the `data:` prefix. */
  drawQrCode(text: string): Promise<string>;
  mail: Mailer;
  files: FileStore;
  soldFiles: SoldFileStore;
  remoteFiles: RemoteFiles;
  disk: Disk;
  clock: Clock;
  log: Log;
  events: Events;
  processes: Processes;
  pageCache: PageCache;
  eventStreamLimits: EventStreamLimits;
  readCache: ReadCache;
  limits: Limits;
  checkoutQueue: CheckoutQueue;
  mutex: KeyedMutex;
  visits: VisitCounter;
  hashNetwork(clientNetwork: string): string;
  tickets: Tickets;
  /** HMAC with a key of the shop, the same in all its processes; 64 hexadecimal digits. */
  keyedHash(text: string): string;
  passwords: PasswordHashing;
  settings: ShopSettings;
  liveSettings: LiveSettings;
};

/** By the hash of the token in the cookie. */
export type Sessions = {
  start(session: { id: string; userId: string; device: string; createdAt: Date }): Promise<void>;
  /** Undefined once it has ended or its user may not sign in; not renewed while the database cannot be written. */
  find(id: string, now: Date): Promise<{ user: User; isRenewed: boolean } | undefined>;
  end(id: string): Promise<void>;
};

export type Tickets = {
  /** Returns a JWS that the plugin checks without the shop. */
  sign(claims: TicketClaims): Promise<string>;
  hashFingerprint(fingerprint: string): string;
  /** Proves that the shop made this link. */
  sealLink(link: string): string;
};

/** `sub` is the key's id, `fp` the base64url of the fingerprint's SHA-256; times in Unix seconds. */
export type TicketClaims = {
  iss: string;
  sub: string;
  pid: string;
  fp: string;
  maj?: number;
  upd?: string;
  iat: number;
  exp: number;
};

export type Disk = {
  /** Of the fullest disk that the shop writes to; null where it keeps nothing on this machine. */
  readSpace(): Promise<DiskSpace | null>;
};

export type DiskSpace = { freeBytes: number; totalBytes: number };

export type Clock = { now(): Date };

/** Log ids and codes only, never a name, an address or a key. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** One type for each kind of mail; `src/gateways/mail/mail-text.ts` has the words of each. */
export type MailContent =
  | Receipt
  | WithdrawalMail
  | RefundMail
  | ReleaseMail
  | ReminderMail
  | SignInMail
  | ConfirmEmailMail
  | EmailChangedMail
  | AdminEmailMail
  | LowKeysMail
  | StockNoticeMail
  | TestMail;

export type AddressedMail = {
  to: { name: string; email: string };
  /** The same for each attempt of one message. */
  messageId: string;
  seller: { facts: string; email: string };
};

export type SignInMail = AddressedMail & { kind: 'sign_in'; url: string; code: string };
/** `isCustomer`: somebody buys with the new address, and gets the purchases of who asked. */
export type ConfirmEmailMail = AddressedMail & { kind: 'new_email'; url: string; isCustomer: boolean };
/** To the administrator who asks whether mail arrives. */
export type TestMail = AddressedMail & { kind: 'test'; settingsUrl: string };
/** To the old address; `url` stops the change. */
export type EmailChangedMail = AddressedMail & { kind: 'email_news'; url: string };

export type Receipt = AddressedMail & {
  kind: 'receipt' | 'key' | 'resend';
  purchaseId: string;
  number: number;
  items: ReceiptItem[];
  licenseTerms: string;
  couponCode: string | null;
  amount: string;
  paidAt: string;
  purchaseUrl: string;
  allPurchasesUrl: string;
  withdrawalUrl: string;
};

export type ReceiptItem = {
  productName: string;
  pictureUrl: string | null;
  /** Null while the key is not delivered, or not needed. */
  activationKey: string | null;
  /** Null unless the key is on its way: a buyer who has none by then should ask. */
  askForKeyAfter: string | null;
  version: string | null;
  /** Null where computers are not counted. */
  computers: { free: number; limit: number } | null;
  downloadUrl: string;
};

type AboutPurchase = AddressedMail & { purchaseId: string; productName: string; amount: string; purchaseUrl: string };

export type WithdrawalMail = AboutPurchase & {
  kind: 'withdrawal_received' | 'withdrawal_refused';
  protocol: string;
  requestedAt: string;
  /** Null where nobody has to answer. */
  answerBy: string | null;
  /** The owner's words; null unless refused. */
  refusal: string | null;
};

export type ReleaseMail = AddressedMail & {
  kind: 'release';
  productName: string;
  version: string;
  /** For which the version got its file later; null in its own notice. */
  platform: Platform | null;
  isCritical: boolean;
  /** Markdown, read as text. */
  notes: string;
  /** Safe HTML. */
  notesHtml: string;
  downloadUrl: string;
  /** Null in a test to the owner. */
  unsubscribeUrl: string | null;
};

export type ReminderMail = AddressedMail & {
  kind: 'reminder';
  step: ReminderStep;
  /** The owner's words, filled in. */
  subject: string;
  body: string;
  productName: string;
  amount: string;
  couponCode: string | null;
  /** `16:42`, `domingo`. */
  until: string;
  /** `23/11/2026 16:42`. */
  untilLong: string;
  /** Null where the link makes a new one. */
  pixCopyPaste: string | null;
  url: string;
  unsubscribeUrl: string;
};

export type RefundMail = AboutPurchase & {
  kind: 'refunded';
  /** Null unless the buyer withdrew. */
  protocol: string | null;
  refundedAt: string;
};

/** To the new address, and to the one before. */
export type AdminEmailMail = AddressedMail & { kind: 'admin_email' | 'admin_email_news'; url: string };

/** To the owner. */
export type LowKeysMail = AddressedMail & {
  kind: 'low_keys';
  productName: string;
  keysAvailable: number;
  daysLeft: number | null;
  isPaused: boolean;
  keysUrl: string;
};

export type StockNoticeMail = AddressedMail & { kind: 'stock_notice'; productName: string; productUrl: string };

export type Mailer = {
  atOnce: number;
  longestSendMs: number;
  /** Rejects when the server did not accept the message. */
  send(content: MailContent): Promise<void>;
  /** Deletes messages stored as files; those sent by SMTP are out of reach. */
  forget(email: string): Promise<void>;
  close(): void;
};

export type FileStore = {
  find(address: string): Promise<StoredFile | undefined>;
  /** Stores nothing when refused or broken off. */
  store(pieces: AsyncIterable<Uint8Array>): Promise<UploadOutcome>;
  /** Under a name of the caller's choice and without looking at the content; replaces what has that name. */
  put(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Leaves out files that the owner added by hand. */
  listStoredBefore(moment: Date): Promise<string[]>;
  removeDraftsBefore(moment: Date): Promise<void>;
  delete(address: string): Promise<void>;
  close(): Promise<void>;
};

export type UploadOutcome = { state: 'stored'; address: string } | { state: 'refused'; reason: UploadRefusal };

/** Hints only: polling finds the same. */
export type Events = {
  publish(topic: string): void;
  subscribe(topic: string, listener: () => void): () => void;
};

export type EventStreamLimits = {
  /** Returns the function that frees the place, or null when all are taken. */
  open(clientNetwork: string): (() => void) | null;
};

export type Processes = {
  /** Those that run now. */
  list(): Promise<ShopProcess[]>;
};

/** One process does the jobs that one is enough for: it leads. */
export type ShopProcess = HealthProcess;

export type PageCache = {
  drop(): void;
};

export type ReadCache = {
  find(name: string, version: string): { result: unknown } | undefined;
  store(name: string, version: string, result: unknown): void;
};

/** Of this process: whoever waits here for others holds no connection meanwhile. */
export type KeyedMutex = {
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
};

export type LimitName =
  | 'login'
  | 'loginByAddress'
  | 'gate'
  | 'ownPassword'
  | 'unknownKeys'
  | 'knownKey'
  | 'machineMoves'
  | 'versionChecks'
  | 'unknownCodes'
  | 'rightCodes'
  | 'orders'
  | 'slowedOrders'
  | 'sharedPolls'
  | 'sharedPollsOfAddress'
  | 'reservedPolls'
  | 'reservedPollsOfAddress'
  | 'handedPolls'
  | 'handedPollsOfAddress'
  | 'waitingBuyer'
  | 'withdrawals'
  | 'stockNotices'
  | 'retakes'
  | 'buyerLinks'
  | 'buyerLinksOfNetwork'
  | 'buyerSignIns'
  | 'buyerCodes'
  | 'openingCodes'
  | 'openingTries'
  | 'openingTriesOfAll'
  | 'recoveries'
  | 'recoveriesOfAddress'
  | 'emailChanges'
  | 'visits'
  | 'mailTests'
  | 'bankPause';

export type Limits = {
  /** Returns the seconds to wait, or null when allowed. A call costs one point unless said. */
  take(name: LimitName, key: string, cost?: number): Promise<number | null>;
  peek(name: LimitName, key: string): Promise<number | null>;
  /** For an attempt that turned out not to be a failure. */
  release(name: LimitName, key: string): Promise<void>;
  forget(name: LimitName, key: string): Promise<void>;
  pause(name: LimitName, key: string, forMs: number): Promise<void>;
};

export type CheckoutQueue = {
  /** Resolves with the function that frees the place, or null after too long a wait. */
  enter(clientNetwork: string): Promise<(() => void) | null>;
};

/** `visits` may be negative where a visit is told to another source. */
export type PageVisit = { page: string; source: string; campaign: string; entries: number; visits: number };
/** `hour` is `2026-11-22T14`, in UTC. */
export type CountedVisits = PageVisit & { hour: string };

export type VisitCounter = {
  count(visit: PageVisit): void;
  /** Hands over what was counted since the last time. */
  take(): CountedVisits[];
  giveBack(visits: CountedVisits[]): void;
};

export type PasswordHashing = {
  hash(password: string): Promise<string>;
  /** `stored` is a PHC string; without one it takes as long and returns false. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
  /** False for a hash that was made with other parameters than today's. */
  isCurrent(stored: string): boolean;
};

/** The environment's, the owner's from the screen, and the defaults: always what counts now. Contains no secrets. */
export type ShopSettings = SettingValues & {
  /** Without a trailing slash. */
  siteUrl: string;
  partners: [string, string];
  provider: ProviderName;
  isSandbox: boolean;
  bankName: string;
  isHttps: boolean;
  /** False where mail only becomes files in a folder. */
  isMailSent: boolean;
  areGatesEnforced: boolean;
  /** Set anew at each start, so that a change on screen would not last. */
  isGateFromEnvironment: boolean;
  seller: { name: string; document: string; address: string; email: string; phone: string };
  areFilesInBucket: boolean;
  /** Of one sold file. */
  fileLimitBytes: number;
};

export type LiveSettings = {
  /** The environment has these, so the screen cannot change them. */
  given: GivenSettings;
  /** Reads again what is stored; resolves when this process goes by it. */
  refresh(): Promise<void>;
};
