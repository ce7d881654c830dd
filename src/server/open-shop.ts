import type { Logger } from 'pino';
import { databasePath, isFileUrl, type OpenDatabase, openDatabase } from '#db/client.ts';
import { startAlone } from '#db/dedicated-connection.ts';
import { migrate } from '#db/migrate.ts';
import { assertNotMoved } from '#db/moved-note.ts';
import { releaseClaims } from '#db/queries/job-claims.ts';
import { sandboxCharges } from '#db/queries/sandbox-charges.ts';
import { seedDemoData } from '#db/seed/seed.ts';
import type { Database } from '#db/tables.ts';
import type { Settings } from '#src/config.ts';
import { type DrawnPasswords, ensurePasswords, isEmptyShop } from '#src/domain/administrators.ts';
import { recordAccounts } from '#src/domain/payments/bank-accounts.ts';
import type { Clock, FileStore, PageCache, PasswordHashing, Shop, ShopSettings } from '#src/domain/shop.ts';
import type { SoldFileStore } from '#src/domain/sold-files.ts';
import { openRemoteFilesOnDemand } from '#src/gateways/files/remote-files-on-demand.ts';
import { openMailer } from '#src/gateways/mail/mailer.ts';
import { drawQrCode } from '#src/gateways/pix/qr-code.ts';
import { openSandboxBank } from '#src/gateways/pix/sandbox.ts';
import { openSessions } from '#src/http/session.ts';
import { bankLabel } from '#src/wire/pix-providers.ts';
import { openCheckoutQueue } from './checkout-queue.ts';
import { openCountCache } from './count-cache.ts';
import { openEventStreamLimits } from './event-stream-limits.ts';
import { openLimits } from './limits.ts';
import { openKeyedHash, openNetworkHash } from './network.ts';
import { openBank, openFormerBanks } from './open-bank.ts';
import { openFileStore, openSoldFileStore } from './open-file-store.ts';
import { openTickets } from './open-tickets.ts';
import { openPasswords } from './passwords.ts';
import { protectFiles } from './private-files.ts';
import { CATALOG_CHANGED, type OpenProcesses, openOnlyProcess, openProcesses } from './processes.ts';

export type OpenShop = {
  shop: Shop;
  whileLeading: OpenProcesses['whileLeading'];
  close(): Promise<void>;
};

export async function openShop(
  settings: Settings,
  log: Logger,
  pageCache: PageCache,
  showPasswords: (drawn: DrawnPasswords) => void = () => undefined,
): Promise<OpenShop> {
  const clock: Clock = { now: () => new Date() };
  const passwords = openPasswords();
  const mail = openMailer({
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    mailDir: settings.MAIL_DIR,
    storeName: settings.STORE_NAME,
    siteUrl: settings.siteUrl,
    communityUrl: settings.COMMUNITY_URL,
  });
  const files = await openFileStore(settings);
  const soldFiles = await openSoldFileStore(settings);
  const database = await openDatabase(settings.DATABASE_URL, {
    poolSize: settings.DATABASE_POOL,
    listenUrl: settings.DATABASE_LISTEN_URL,
  });
  warnOfClock(database, log);
  const { db, postgres } = database;
  const prepare = () => prepareShop({ db, passwords, now: clock.now(), files, soldFiles }, settings, showPasswords);
  await (postgres ? startAlone(postgres.openClient, prepare) : prepare());
  // The lock of the file proves that the process which claimed these has ended.
  if (!postgres) await releaseAllClaims(db, clock.now());
  const { events, whileLeading, ...processes } = await (postgres
    ? openProcesses({ db, postgres, hasWorker: settings.WORKER === 'auto', log })
    : openOnlyProcess());
  events.subscribe(CATALOG_CHANGED, () => pageCache.drop());
  const openSandbox = () => openSandboxBank({ charges: sandboxCharges(db), clock, receiverName: settings.STORE_NAME });
  const shop: Shop = {
    db,
    sessions: openSessions(database),
    pix: openBank(settings, clock, openSandbox),
    formerBanks: openFormerBanks(settings, clock, openSandbox),
    drawQrCode,
    mail,
    files,
    soldFiles,
    remoteFiles: openRemoteFilesOnDemand(),
    clock,
    log,
    events,
    processes,
    pageCache: { drop: () => events.publish(CATALOG_CHANGED) },
    eventStreamLimits: openEventStreamLimits(),
    countCache: openCountCache(),
    limits: openLimits(postgres && { pool: postgres.pool, secret: settings.SHARED_SECRET }),
    checkoutQueue: openCheckoutQueue(),
    hashNetwork: await openNetworkHash(db),
    tickets: await openTickets(db, clock.now()),
    keyedHash: await openKeyedHash(db, 'mail key'),
    passwords,
    settings: shopSettings(settings),
  };
  await recordAccounts(shop);
  await protectFiles(isFileUrl(settings.DATABASE_URL) ? databasePath(settings.DATABASE_URL) : null, settings, log);
  return {
    shop,
    whileLeading,
    async close() {
      mail.close();
      await shop.remoteFiles.close();
      await processes.close();
      await files.close();
      await soldFiles.close();
      await database.close();
    },
  };
}

type Office = {
  db: Database;
  passwords: PasswordHashing;
  now: Date;
  files: FileStore;
  soldFiles: SoldFileStore;
};

async function prepareShop(
  office: Office,
  settings: Settings,
  showPasswords: (drawn: DrawnPasswords) => void,
): Promise<void> {
  const { db, passwords, now, files, soldFiles } = office;
  await migrate(db);
  await assertNotMoved(db);
  if ((await isEmptyShop(office)) && (settings.DEMO_DATA ?? !settings.isHttps)) {
    await seedDemoData({ db, now, files, soldFiles, hashPassword: passwords.hash });
  }
  // Last, so that an interrupted first start is repeated.
  await ensurePasswords(
    office,
    {
      email: settings.ADMIN_EMAIL,
      password: settings.ADMIN_PASSWORD,
      gatePassword: settings.ADMIN_GATE_PASSWORD,
    },
    showPasswords,
  );
}

async function releaseAllClaims(db: Database, now: Date): Promise<void> {
  for (const queue of ['outbox', 'webhookInbox'] as const) await releaseClaims(db, queue, now.toISOString());
}

function warnOfClock({ postgres }: OpenDatabase, log: Logger): void {
  const aheadMs = postgres?.clockAheadMs ?? 0;
  if (Math.abs(aheadMs) > WORRYING_CLOCK_MS) log.warn({ aheadMs }, "this machine's clock differs from the database's");
}

const WORRYING_CLOCK_MS = 2_000;

function shopSettings(settings: Settings): ShopSettings {
  return {
    storeName: settings.STORE_NAME,
    siteUrl: settings.siteUrl,
    communityUrl: settings.COMMUNITY_URL,
    partners: settings.PARTNERS,
    provider: settings.PAYMENT_PROVIDER,
    isSandbox: settings.PAYMENT_PROVIDER === 'sandbox',
    bankName: bankLabel(settings.PAYMENT_PROVIDER, settings.PIX_BANK),
    isHttps: settings.isHttps,
    unpaidPerAddress: settings.UNPAID_PER_ADDRESS,
    areGatesEnforced: settings.ADMIN_GATES === 'enforce',
    unpaidKeptDays: settings.UNPAID_KEPT_DAYS,
    withdrawal: settings.WITHDRAWAL,
    mailPerMinute: settings.MAIL_PER_MINUTE,
    areFilesInBucket: settings.bucket !== null,
    fileLimitBytes: settings.FILE_LIMIT_GB * 1024 ** 3,
    seller: {
      name: settings.SELLER_NAME,
      document: settings.SELLER_DOCUMENT,
      address: settings.SELLER_ADDRESS,
      email: settings.SELLER_EMAIL,
    },
  };
}
