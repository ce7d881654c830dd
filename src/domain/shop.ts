import type { Database } from '#db/tables.ts';
import type { Release } from '#src/wire/upkeep/release.ts';
import type { FactorTools } from './access/factors/factor-tools.ts';
import type { PasswordHashing } from './access/password-hashing.ts';
import type { Sessions } from './access/sessions.ts';
import type { PublicAddress } from './address/public-address.ts';
import type { BackupKeeper } from './backups/backup-keeper.ts';
import type { ContinuousCopy } from './backups/copy-keeper.ts';
import type { RestoreKeeper } from './backups/restore-keeper.ts';
import type { EventStreamLimits, Events } from './events.ts';
import type { FileStore } from './files/file-store.ts';
import type { RemoteFiles } from './files/remote-files.ts';
import type { SoldFileStore } from './files/sold-files.ts';
import type { HookCalls } from './hooks/hook-calls.ts';
import type { Spool } from './imports/spool.ts';
import type { Demo } from './installation/demo-shop.ts';
import type { InstallationWatch } from './installation/installation-watch.ts';
import type { InvoiceIssuer } from './invoices/invoice-issuer.ts';
import type { Tickets } from './licenses/tickets.ts';
import type { ReadCache } from './lists/read-cache.ts';
import type { AcceptedMail } from './mail/accepted-mail.ts';
import type { Mailer } from './mail/mailer.ts';
import type { PushServices } from './notifications/push-services.ts';
import type { CheckoutQueue } from './payments/checkout-queue.ts';
import type { LiveBanks } from './payments/live-banks.ts';
import type { PixProvider } from './payments/pix-provider.ts';
import type { BankHealth } from './payments/watching/bank-health.ts';
import type { Metrics } from './payments/watching/metrics.ts';
import type { Limits } from './rate-limits.ts';
import type { VisitCounter } from './reports/visit-counter.ts';
import type { Encryption } from './secrets/encryption.ts';
import type { LiveSettings, ShopSettings } from './shop-settings.ts';
import type { Disk } from './upkeep/disk.ts';
import type { Processes } from './upkeep/processes.ts';
import type { Reopening } from './upkeep/reopening.ts';
import type { UpdateFeed } from './upkeep/update-feed.ts';

/** Express and Astro load separate copies of modules, so all state lives here. */
export type Shop = {
  db: Database;
  sessions: Sessions;
  pix: PixProvider;
  formerBanks: PixProvider[];
  liveBanks: LiveBanks;
  bankHealth: BankHealth;
  /** Returns PNG in base64, without the `data:` prefix. */
  drawQrCode(text: string): Promise<string>;
  mail: Mailer;
  acceptedMail: AcceptedMail;
  invoiceIssuer: InvoiceIssuer;
  push: PushServices;
  files: FileStore;
  soldFiles: SoldFileStore;
  remoteFiles: RemoteFiles;
  hookCalls: HookCalls;
  spool: Spool;
  /** The texts of other platforms are HTML. */
  htmlToMarkdown(html: string): Promise<string>;
  disk: Disk;
  clock: Clock;
  log: Log;
  events: Events;
  processes: Processes;
  eventStreamLimits: EventStreamLimits;
  readCache: ReadCache;
  limits: Limits;
  checkoutQueue: CheckoutQueue;
  mutex: KeyedMutex;
  visits: VisitCounter;
  metrics: Metrics;
  hashNetwork(clientNetwork: string): string;
  tickets: Tickets;
  /** Returns an HMAC with a key of the shop, the same in all its processes, as 64 hexadecimal digits. */
  keyedHash(text: string): string;
  passwords: PasswordHashing;
  factors: FactorTools;
  encryption: Encryption;
  backups: BackupKeeper;
  restores: RestoreKeeper;
  reopening: Reopening;
  address: PublicAddress;
  continuousCopy: ContinuousCopy;
  settings: ShopSettings;
  liveSettings: LiveSettings;
  installation: InstallationWatch;
  /** It is null for every other shop. */
  /** Returns null unless the shop is the demo. */
  findDemo(): Promise<Demo | null>;
  release: Release;
  /** It is null where nobody said whom to ask. */
  updateFeed: UpdateFeed | null;
};

export type Clock = { now(): Date };

/** Log ids and codes only, never a name, an address or a key. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** The mutex is that of this process: whoever waits here for others holds no connection meanwhile. */
export type KeyedMutex = {
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
};
