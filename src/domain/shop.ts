import type { Database } from '#db/tables.ts';
import type { User } from '#src/wire/auth.ts';
import type { ProviderName } from '#src/wire/pix-providers.ts';
import type { UploadRefusal } from '#src/wire/uploads.ts';
import type { PixProvider } from './payments/pix-provider.ts';
import type { RemoteFiles } from './remote-files.ts';

/** Express and Astro load separate copies of modules, so all state lives here. */
export type Shop = {
  db: Database;
  sessions: Sessions;
  pix: PixProvider;
  formerBanks: PixProvider[];
  /** PNG in base64, without the `data:` prefix. */
  drawQrCode(text: string): string;
  mail: Mailer;
  files: FileStore;
  remoteFiles: RemoteFiles;
  clock: Clock;
  log: Log;
  events: Events;
  pageCache: PageCache;
  eventStreamLimits: EventStreamLimits;
  countCache: CountCache;
  limits: Limits;
  checkoutQueue: CheckoutQueue;
  hashNetwork(clientNetwork: string): string;
  passwords: PasswordHashing;
  settings: ShopSettings;
};

/** By the hash of the token in the cookie. */
export type Sessions = {
  start(session: { id: string; userId: string; createdAt: Date }): Promise<void>;
  /** Undefined once it has ended, or its user may not sign in. Now and then a visit renews it, if the database can be written. */
  find(id: string, now: Date): Promise<{ user: User; isRenewed: boolean } | undefined>;
  end(id: string): Promise<void>;
};

export type Clock = { now(): Date };

/** Log ids and codes only, never a name, an address or a key. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type Receipt = {
  kind: 'receipt' | 'key' | 'resend';
  to: { name: string; email: string };
  /** The same for each attempt of one message. */
  messageId: string;
  purchaseId: string;
  productName: string;
  licenseTerms: string;
  couponCode: string | null;
  amount: string;
  paidAt: string;
  /** Null while the key is not delivered, or not needed. */
  activationKey: string | null;
  isKeyOnItsWay: boolean;
  purchaseUrl: string;
  downloadUrl: string;
  withdrawalUrl: string;
  /** Both may be empty. */
  seller: { facts: string; email: string };
};

export type Mailer = {
  /** Concurrent messages. */
  atOnce: number;
  longestSendMs: number;
  /** Rejects when the server did not accept the message. */
  send(receipt: Receipt): Promise<void>;
  /** Deletes messages stored as files; those sent by SMTP are out of reach. */
  forget(email: string): Promise<void>;
  close(): void;
};

export type StoredFile = {
  name: string;
  sizeBytes: number;
  type: string;
  modifiedAt: Date;
  /** Both ends are included. Opens with the first read; ending the iteration closes. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
};

export type FileStore = {
  /** Undefined when there is none. */
  find(address: string): Promise<StoredFile | undefined>;
  /** Stores nothing when refused or broken off. */
  store(pieces: AsyncIterable<Uint8Array>): Promise<UploadOutcome>;
  /** Leaves out files that the owner added by hand. */
  listStoredBefore(moment: Date): Promise<string[]>;
  /** What an interrupted upload left and nobody has written to since. */
  removeDraftsBefore(moment: Date): Promise<void>;
  delete(address: string): Promise<void>;
};

export type UploadOutcome = { state: 'stored'; address: string } | { state: 'refused'; reason: UploadRefusal };

/** In-process hints only: polling finds the same. */
export type Events = {
  publish(topic: string): void;
  /** Returns the function that unsubscribes. */
  subscribe(topic: string, listener: () => void): () => void;
};

/** Limits open event streams in total and per address. */
export type EventStreamLimits = {
  /** Returns the function that frees the place, or null when all are taken. */
  open(clientNetwork: string): (() => void) | null;
};

export type PageCache = {
  drop(): void;
};

/** Valid for one version of the data. */
export type CountCache = {
  find(name: string, version: string): number | undefined;
  store(name: string, version: string, total: number): void;
};

export type LimitName =
  | 'login'
  | 'loginByAddress'
  | 'gate'
  | 'unknownKeys'
  | 'knownKey'
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
  | 'bankPause';

export type Limits = {
  /** Returns the seconds to wait, or null when allowed. */
  take(name: LimitName, key: string): Promise<number | null>;
  /** Returns the seconds to wait, or null; consumes nothing. */
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

/** Uses argon2id, a few at a time and off the main thread. */
export type PasswordHashing = {
  hash(password: string): Promise<string>;
  /** `stored` is a PHC string; without one it takes as long and returns false. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
};

/** Contains no secrets. */
export type ShopSettings = {
  storeName: string;
  /** Without a trailing slash. */
  siteUrl: string;
  communityUrl: string;
  partners: [string, string];
  provider: ProviderName;
  isSandbox: boolean;
  bankName: string;
  /** Makes the session cookie Secure and sends HSTS. */
  isHttps: boolean;
  /** Unpaid purchases that one address may have open. */
  unpaidPerAddress: number;
  /** True when the server enforces the password gates. */
  areGatesEnforced: boolean;
  seller: { name: string; document: string; address: string; email: string };
  /** Days after which unpaid orders lose their personal data. */
  unpaidKeptDays: number;
};
