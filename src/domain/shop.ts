import type { Database } from '#db/tables.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { ReminderStep } from '#src/wire/reminders/reminders.ts';
import type { PasswordHashing } from './access/password-hashing.ts';
import type { Sessions } from './access/sessions.ts';
import type { EventStreamLimits, Events } from './events.ts';
import type { FileStore } from './files/file-store.ts';
import type { RemoteFiles } from './files/remote-files.ts';
import type { SoldFileStore } from './files/sold-files.ts';
import type { Tickets } from './licenses/tickets.ts';
import type { Limits } from './limits.ts';
import type { ReadCache } from './lists/read-cache.ts';
import type { CheckoutQueue } from './payments/checkout-queue.ts';
import type { PixProvider } from './payments/pix-provider.ts';
import type { VisitCounter } from './reports/visit-counter.ts';
import type { LiveSettings, ShopSettings } from './shop-settings.ts';
import type { PageCache } from './storefront/page-cache.ts';
import type { Disk } from './upkeep/disk.ts';
import type { Processes } from './upkeep/processes.ts';

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

/** Of this process: whoever waits here for others holds no connection meanwhile. */
export type KeyedMutex = {
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
};
