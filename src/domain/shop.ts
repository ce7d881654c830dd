import type { Database, SqliteHandle } from '#db/tables.ts';
import type { UploadRefusal } from '#src/wire/uploads.ts';
import type { PixProvider } from './pix.ts';

/**
 * The bag of opened things: made once by the process, passed first to every domain function, closed by the process.
 * Express and Astro load separate copies of the modules, so whatever has state lives here and nowhere else.
 */
export type Shop = {
  db: Database;
  /** The connection below `db`, for the session library alone. */
  sqlite: SqliteHandle;
  pix: PixProvider;
  /** The text of a BR Code as a PNG in base64, without the `data:` prefix. */
  drawQrCode(text: string): Promise<string>;
  mail: Mailer;
  files: FileStore;
  clock: Clock;
  log: Log;
  events: Events;
  pageCache: PageCache;
  streams: Streams;
  totals: Totals;
  limits: Limits;
  couponHolds: CouponHolds;
  passwords: PasswordHashing;
  settings: ShopSettings;
};

export type Clock = { now(): Date };

/** The part of pino that the domain uses: ids and codes only, never a name, an address or a key. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** A receipt: what the buyer gets by mail. The gateway gives it its form. */
export type Receipt = {
  kind: 'receipt' | 'key' | 'resend';
  to: { name: string; email: string };
  /** The same for each try of the same message, so that a repeated one can be told apart. */
  messageId: string;
  /** What support asks for. */
  purchaseId: string;
  productName: string;
  couponCode: string | null;
  amount: string;
  paidAt: string;
  /** Null while the key is on its way, or when the product needs none. */
  activationKey: string | null;
  isKeyOnItsWay: boolean;
  purchaseUrl: string;
  downloadUrl: string;
  /** How to undo the purchase, as the law has it. */
  withdrawalUrl: string;
  /** Who sold it, as the settings say: name, document and address on one line, and where an answer goes; both may be empty. */
  seller: { facts: string; email: string };
};

export type Mailer = {
  /** Resolves once the server took the message; rejects when it did not. */
  send(receipt: Receipt): Promise<void>;
  /** Removes the messages to that address that were kept as files; what a mail server took is out of reach. */
  forget(email: string): Promise<void>;
  close(): void;
};

/** A product's file, as the download hands it out. */
export type StoredFile = { path: string; name: string; sizeBytes: number; type: string; modifiedAt: Date };

export type FileStore = {
  /** The file behind an `/uploads/` address, or undefined when there is none. */
  find(address: string): Promise<StoredFile | undefined>;
  /** Takes a picture or a film in as it arrives. What is refused, or breaks off, leaves nothing. */
  take(pieces: AsyncIterable<Uint8Array>): Promise<Intake>;
  /** The addresses of what was taken in before a moment; what the owner has laid there by hand is not among them. */
  listTakenBefore(moment: Date): Promise<string[]>;
  /** Removes what was taken in and is not needed. */
  giveUp(address: string): Promise<void>;
};

export type Intake = { state: 'stored'; address: string } | { state: 'refused'; reason: UploadRefusal };

/** In-process news: a purchase changed, a mail waits. Nothing depends on its arrival, polling finds the same. */
export type Events = {
  publish(topic: string): void;
  /** Answers the function that ends the subscription. */
  subscribe(topic: string, listener: () => void): () => void;
};

/** How many pages listen at once is bounded, in all and for one address. */
export type Streams = {
  /** Answers the function that gives the place back, or null when all are taken. */
  open(address: string): (() => void) | null;
};

export type PageCache = {
  /** Forget the rendered pages: the catalogue changed. */
  drop(): void;
};

/** What was counted, by name, for as long as the data have the version that they had before it was. */
export type Totals = {
  find(name: string, version: string): number | undefined;
  keep(name: string, version: string, total: number): void;
};

export type LimitName = 'login' | 'loginByAddress' | 'gate' | 'licenses' | 'orders' | 'pageLooks' | 'bankPause';

export type Limits = {
  /** Takes one from the allowance of `key`. Seconds to wait when nothing is left, otherwise null. */
  take(name: LimitName, key: string): Promise<number | null>;
  /** Seconds to wait when nothing is left, otherwise null; takes nothing. */
  look(name: LimitName, key: string): Promise<number | null>;
  /** Gives one back that turned out to be no failure. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Starts the allowance of `key` anew. */
  forget(name: LimitName, key: string): Promise<void>;
  /** Leaves `key` nothing for so long. */
  pause(name: LimitName, key: string, forMs: number): Promise<void>;
};

/** The unpaid purchases that hold a use of a limited coupon, by the address that they came from. */
export type CouponHolds = {
  /** False when that address holds as many as one may: then nothing is taken. */
  take(purchaseId: string, address: string): boolean;
  /** The purchase was paid or has come to nothing. */
  end(purchaseId: string): void;
};

/** argon2id, a few at a time and off the main thread. */
export type PasswordHashing = {
  hash(password: string): Promise<string>;
  /** `stored` is PHC text; without one it takes as long and answers false. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
};

/** The settings that pages and decisions read. Secrets of gateways are not among them. */
export type ShopSettings = {
  storeName: string;
  /** Public address without a slash at the end. */
  siteUrl: string;
  communityUrl: string;
  partners: [string, string];
  isSandbox: boolean;
  /** Who takes the money, as the owner calls it. */
  bankName: string;
  /** The session cookie is Secure, and the browser is told to stay on https. */
  isHttps: boolean;
  /** The server, and not the screen alone, asks for the password gates. */
  areGatesEnforced: boolean;
  seller: { name: string; document: string; address: string; email: string };
};
