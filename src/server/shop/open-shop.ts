import type { Logger } from 'pino';
import { databasePath, isFileUrl, type OpenDatabase, openDatabase } from '#db/client.ts';
import { startAlone } from '#db/engines/leader-election.ts';
import type { PostgresServer } from '#db/engines/postgres.ts';
import { testConnections } from '#db/engines/self-test.ts';
import { migrate } from '#db/migrate.ts';
import { assertNotMoved } from '#db/move/moved-note.ts';
import { findInstallation } from '#db/queries/installation/installation.ts';
import { releaseClaims } from '#db/queries/mail/queue-claims.ts';
import { sandboxCharges } from '#db/queries/payments/sandbox-charges.ts';
import { findAnyProductOf } from '#db/queries/products/products.ts';
import { demoProducts } from '#db/seed/catalog/catalog.ts';
import { seedDemoData } from '#db/seed/seed.ts';
import type { Database } from '#db/tables.ts';
import { atDomain, type Settings, sandboxInPublic, USUAL_ADMIN_EMAIL } from '#src/config.ts';
import {
  type DrawnPasswords,
  ensurePasswords,
  isEmptyShop,
  storeGatePassword,
} from '#src/domain/access/administrators.ts';
import type { PasswordHashing } from '#src/domain/access/password-hashing.ts';
import { readChosenAddress } from '#src/domain/address/chosen-address.ts';
import type { PublicListeners } from '#src/domain/address/public-address.ts';
import { openTrail } from '#src/domain/audit/seal-trail.ts';
import { CATALOG_CHANGED, CATALOG_IN_DOUBT, SETTINGS_CHANGED } from '#src/domain/events.ts';
import type { FileStore } from '#src/domain/files/file-store.ts';
import type { SoldFileStore } from '#src/domain/files/sold-files.ts';
import { type BegunInstallation, beginInstallation } from '#src/domain/installation/begin-installation.ts';
import type { InstallationWatch } from '#src/domain/installation/installation-watch.ts';
import { generateKey } from '#src/domain/keys/generated-keys.ts';
import { STOCK_CHANGED } from '#src/domain/keys/stock.ts';
import { openAcceptedMail } from '#src/domain/mail/accepted-mail.ts';
import type { SmtpAccount } from '#src/domain/mail/mailer.ts';
import { recordAccounts } from '#src/domain/payments/bank-accounts.ts';
import { BANK_CHANGED, hasChosenBank } from '#src/domain/payments/live-banks.ts';
import type { NoteBankCall } from '#src/domain/payments/watching/bank-health.ts';
import { type Metrics, NO_METRICS } from '#src/domain/payments/watching/metrics.ts';
import { refusal } from '#src/domain/refusals.ts';
import { keepAllReports } from '#src/domain/reports/report-parts.ts';
import type { Clock, Shop } from '#src/domain/shop.ts';
import type { ShopSettings } from '#src/domain/shop-settings.ts';
import type { Reopening } from '#src/domain/upkeep/reopening.ts';
import { openFactorTools } from '#src/gateways/factors/factor-tools.ts';
import { openRemoteFilesOnDemand } from '#src/gateways/files/remote/remote-files-on-demand.ts';
import { openHookCalls } from '#src/gateways/hooks/hook-calls.ts';
import { spool } from '#src/gateways/imports/spool.ts';
import { openFocusNfe } from '#src/gateways/invoices/focus-nfe.ts';
import { type MailerSettings, openMailer } from '#src/gateways/mail/mailer.ts';
import { openSandboxBank } from '#src/gateways/pix/sandbox.ts';
import { openPushServices } from '#src/gateways/push/push-services.ts';
import { openUpdateFeed } from '#src/gateways/update-feed.ts';
import { openSessions } from '#src/http/sessions/session.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { bankLabel } from '#src/wire/payments/pix-providers.ts';
import { openRestores } from '../backup/open-restores.ts';
import { openContinuousCopy } from '../copy/open-continuous-copy.ts';
import { openDemo } from '../opening/real-shop.ts';
import { protectFiles } from '../private-files.ts';
import { type OpenProcesses, openOnlyProcess, openProcesses } from '../processes/processes.ts';
import { openServing, type Serving } from '../processes/serving.ts';
import { readRelease } from '../read-release.ts';
import { openKeyedHash, openNetworkHash } from '../requests/network.ts';
import type { OpenPageCache } from '../requests/page-cache.ts';
import { openAddress } from '../tls/open-address.ts';
import { openBankHealth } from './banks/bank-health.ts';
import { goByBanks, openLiveBanks } from './banks/live-banks.ts';
import { openCheckoutQueue } from './checkout-queue.ts';
import { openDisk } from './disk-space.ts';
import { openEventStreamLimits } from './event-stream-limits.ts';
import { openKeyedMutex } from './keyed-mutex.ts';
import { openLicenseTickets } from './license-tickets.ts';
import { openLiveMailAccount } from './live-mail-account.ts';
import { openLiveSettings } from './live-settings.ts';
import { openBackups } from './open-backups.ts';
import { openEncryption } from './open-encryption.ts';
import { openFileStore, openSoldFileStore } from './open-file-store.ts';
import { openLimits } from './open-limits.ts';
import { openPasswords } from './passwords.ts';
import { readPushKey } from './push-key.ts';
import { openReadCache } from './read-cache.ts';
import { openVisitCounter } from './visit-counter.ts';

export type OpenShop = {
  shop: Shop;
  /** The environment's, at the address that the owner chose. */
  settings: Settings;
  /** It is null for a shop that is open, or was never installed in the browser. */
  installation: BegunInstallation | null;
  whileLeading: OpenProcesses['whileLeading'];
  serving: Serving;
  database: Pick<OpenDatabase, 'lockWaits' | 'postgres'>;
  close(): Promise<void>;
};

type Around = {
  pageCache?: Pick<OpenPageCache, 'drop' | 'renew'>;
  showPasswords?: ((drawn: DrawnPasswords) => void) | undefined;
  metrics?: Metrics | undefined;
  reopening?: Reopening;
  listeners?: PublicListeners | undefined;
  /** The process had the shop open before. */
  isReopened?: boolean;
  /** The path of the built `db/engines/writer-thread.ts`. */
  bulkProgram?: string;
};

export async function openShop(settings: Settings, log: Logger, around: Around = {}): Promise<OpenShop> {
  const opened = new AsyncDisposableStack();
  try {
    return await openInto(opened, settings, log, around);
  } catch (error) {
    // The process may go on, and open the database again.
    await opened.disposeAsync();
    throw error;
  }
}

async function openInto(
  opened: AsyncDisposableStack,
  given: Settings,
  log: Logger,
  {
    pageCache = { drop: () => undefined, renew: () => undefined },
    showPasswords = () => undefined,
    metrics = NO_METRICS,
    reopening = NO_REOPENING,
    listeners,
    isReopened = false,
    bulkProgram,
  }: Around,
): Promise<OpenShop> {
  const kept = <Part extends { close(): unknown }>(part: Part) =>
    opened.adopt(part, async () => void (await part.close()));
  const clock: Clock = { now: () => new Date() };
  const passwords = openPasswords();
  const files = kept(await openFileStore(given));
  const soldFiles = kept(await openSoldFileStore(given));
  let tellFailover = () => {};
  const database = kept(
    await openDatabase(given.DATABASE_URL, {
      bulkProgram,
      poolSize: given.DATABASE_POOL,
      listenUrl: given.DATABASE_LISTEN_URL,
      onFailover(failover) {
        log.error(failover, 'another database server took over: free keys are off sale until somebody answers');
        tellFailover();
      },
    }),
  );
  if (database.postgres) await expectConnections(database.postgres, log);
  warnOfClock(database, log);
  const continuousCopy = kept(openContinuousCopy(database, given, clock));
  const { db, postgres } = database;
  let installation: BegunInstallation | null = null;
  const prepare = async () => {
    const office = { db, passwords, now: clock.now(), files, soldFiles };
    installation = await prepareShop(office, given, showPasswords, isReopened || postgres !== undefined);
    await openTrail({ db, encryption: openEncryption(given), clock });
  };
  await (postgres ? startAlone(postgres.openClient, log, prepare) : prepare());
  const settings = await atChosenAddress(given, db);
  const serving = kept(openServing(database));
  // The lock of the file proves that the process which claimed these has ended.
  if (!postgres) await releaseAllClaims(db, clock.now());
  const { events, whileLeading, ...processes } = await (postgres
    ? openProcesses({ db, postgres, hasWorker: settings.WORKER === 'auto', isOutdated: serving.isOutdated, log })
    : openOnlyProcess(db));
  opened.defer(() => processes.close());
  tellFailover = () => events.publish(STOCK_CHANGED);
  events.subscribe(CATALOG_CHANGED, () => pageCache.drop());
  events.subscribe(CATALOG_IN_DOUBT, () => pageCache.renew());
  const encryption = openEncryption(settings);
  const mailAccount = await openLiveMailAccount({ db, encryption }, settings.SMTP_URL !== undefined);
  const { settings: shopSettings, live } = await openLiveSettings({
    db,
    given: settings.given,
    fixed: fixedSettings(settings),
    readFurther: async () => {
      await mailAccount.refresh();
      return { isMailSent: settings.SMTP_URL !== undefined || mailAccount.account !== null };
    },
    onChange: () => pageCache.drop(),
  });
  const receiverName = () => shopSettings.storeName;
  const openSandbox = () => openSandboxBank({ charges: sandboxCharges(db), clock, receiverName });
  const opening = { siteUrl: settings.siteUrl, clock, openSandbox, receiverName };
  const banks = await openLiveBanks({ db, encryption, settings, opening });
  const refreshOn = (topic: string, { refresh }: { refresh(): Promise<void> }) =>
    events.subscribe(topic, () => {
      refresh().catch((error: unknown) => {
        log.warn({ topic, code: errorCode(error, 'unknown') }, 'what is set on the screen could not be read again');
      });
    });
  refreshOn(SETTINGS_CHANGED, live);
  refreshOn(BANK_CHANGED, banks.live);
  const backups = kept(openBackups(settings, clock));
  const restores = kept(openRestores(settings));
  await restores.forget();
  const remoteFiles = kept(openRemoteFilesOnDemand());
  const hookCalls = kept(openHookCalls({ allowsPrivate: settings.HOOKS_ALLOW_PRIVATE }));
  const mail = kept(openMailer(mailerSettings(settings, shopSettings, mailAccount)));
  const push = kept(openPushServices({ readKey: () => readPushKey(db), contact: shopSettings.siteUrl, clock }));
  const bankHealth = openBankHealth(clock);
  const noteCall: NoteBankCall = (...call) => {
    bankHealth.note(...call);
    metrics.observeBankCall(...call);
  };
  const shop: Shop = {
    db,
    sessions: openSessions(database),
    pix: banks.current.pix,
    formerBanks: banks.current.formerBanks,
    liveBanks: banks.live,
    bankHealth,
    drawQrCode: openQrCodes(),
    mail,
    acceptedMail: openAcceptedMail(),
    invoiceIssuer: openFocusNfe(),
    push,
    files,
    soldFiles,
    remoteFiles,
    hookCalls,
    spool,
    htmlToMarkdown: async (html) => (await import('#src/gateways/imports/html-to-markdown.ts')).htmlToMarkdown(html),
    disk: openDisk(settings),
    clock,
    log,
    events,
    processes,
    eventStreamLimits: openEventStreamLimits(),
    readCache: openReadCache(),
    limits: await openLimitsOf(postgres, settings.SHARED_SECRET),
    checkoutQueue: openCheckoutQueue(),
    mutex: openKeyedMutex(),
    visits: openVisitCounter(clock),
    metrics,
    hashNetwork: await openNetworkHash(db),
    tickets: await openLicenseTickets(db, clock.now()),
    keyedHash: await openKeyedHash(db, 'mail key'),
    passwords,
    factors: openFactorTools(),
    encryption,
    backups,
    restores,
    reopening,
    address: openAddress(settings, listeners),
    continuousCopy,
    settings: shopSettings,
    liveSettings: live,
    findDemo: async () => openDemo(settings, await isDemo(db)),
    release: await readRelease(),
    updateFeed: openUpdateFeed(settings.UPDATE_FEED),
    installation: openInstallationWatch(settings, installation !== null, () => pageCache.drop()),
  };
  goByBanks(shop, banks, {
    current: noteCall,
    former: metrics.observeBankCall,
    onChange: () => pageCache.drop(),
  });
  await recordAccounts(shop);
  await protectFiles(isFileUrl(settings.DATABASE_URL) ? databasePath(settings.DATABASE_URL) : null, settings, log);
  return {
    shop,
    settings,
    installation,
    whileLeading,
    serving,
    database,
    close: () => opened.disposeAsync(),
  };
}

const NO_REOPENING: Reopening = {
  ask() {
    throw refusal('not_allowed', 'not_here', 'Este processo não reabre a loja.');
  },
  failure: null,
};

/** A certificate for it has come before. */
async function atChosenAddress(settings: Settings, db: Database): Promise<Settings> {
  if (settings.isSiteUrlFixed || !settings.tls) return settings;
  const { inUse } = await readChosenAddress({ db });
  if (inUse === null) return settings;
  if (settings.isBankGiven && settings.PAYMENT_PROVIDER === 'sandbox' && !settings.ALLOW_SANDBOX)
    throw sandboxInPublic();
  return atDomain(settings, inUse);
}

async function openLimitsOf(postgres: OpenDatabase['postgres'], secret: string): Promise<Shop['limits']> {
  if (!postgres) return openLimits();
  const { sharedLimiter } = await import('./shared-limiter.ts');
  return openLimits(sharedLimiter({ postgres, secret }));
}

/** The encoder is loaded with the first code, since its tables would hold up each start. */
function openQrCodes(): Shop['drawQrCode'] {
  let loading: Promise<typeof import('#src/gateways/pix/qr-code.ts')> | undefined;
  return async (text) => {
    loading ??= import('#src/gateways/pix/qr-code.ts');
    return (await loading).drawQrCode(text);
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
  keepsLinks: boolean,
): Promise<BegunInstallation | null> {
  const { db, passwords, now, files, soldFiles } = office;
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_GATE_PASSWORD: gatePassword } = settings;
  await migrate(db);
  await assertNotMoved(db);
  const isEmpty = await isEmptyShop(office);
  const wantsDemo = isEmpty && (settings.DEMO_DATA ?? !settings.isHttps);
  const { handedLink } = settings;
  const start = { isEmpty: isEmpty && !wantsDemo, isUnattended: password !== undefined, keepsLinks, handedLink };
  const installation = await beginInstallation(office, start);
  if (installation) {
    if (gatePassword) await storeGatePassword(office, gatePassword);
    return installation;
  }
  if (settings.isHttps && !settings.isBankGiven && !settings.ALLOW_SANDBOX && !(await hasChosenBank({ db }))) {
    throw sandboxInPublic();
  }
  if (wantsDemo) {
    await seedDemoData({ db, now, files, soldFiles, hashPassword: passwords.hash, makeKey: generateKey });
    await keepAllReports(db);
  }
  // The passwords come last, so that an interrupted first start is repeated.
  await ensurePasswords(office, { email, password, gatePassword }, showPasswords);
  return null;
}

/** A shop that was installed in the browser is its owner's, whatever it sells. */
async function isDemo(db: Database): Promise<boolean> {
  const ids = demoProducts.map(({ id }) => id);
  return !(await findInstallation(db)) && (await findAnyProductOf(db, ids)) !== undefined;
}

function openInstallationWatch(settings: Settings, isUnderWay: boolean, onEnd: () => void): InstallationWatch {
  const watch: InstallationWatch = {
    isUnderWay,
    suggestedEmail: settings.ADMIN_EMAIL === USUAL_ADMIN_EMAIL ? '' : settings.ADMIN_EMAIL,
    noteEnd() {
      if (!watch.isUnderWay) return;
      watch.isUnderWay = false;
      onEnd();
    },
  };
  return watch;
}

async function releaseAllClaims(db: Database, now: Date): Promise<void> {
  for (const queue of ['outbox', 'webhookInbox'] as const) await releaseClaims(db, queue, now.toISOString());
}

async function expectConnections(postgres: PostgresServer, log: Logger): Promise<void> {
  const missing = await testConnections(postgres);
  if (missing.length > 0)
    log.warn({ missing }, 'connections come without these limits: give them to the role, as docs/scaling.md says');
}

function warnOfClock({ postgres }: OpenDatabase, log: Logger): void {
  const aheadMs = postgres?.clockAheadMs ?? 0;
  if (Math.abs(aheadMs) > WORRYING_CLOCK_MS) log.warn({ aheadMs }, "this machine's clock differs from the database's");
}

const WORRYING_CLOCK_MS = 2_000;

/** It is read anew for each mail. */
function mailerSettings(
  { SMTP_URL, MAIL_DIR, NOTICE_SMTP_URL, NOTICE_MAIL_FROM }: Settings,
  shop: ShopSettings,
  live: { account: SmtpAccount | 'unreadable' | null },
): MailerSettings {
  return {
    smtpUrl: SMTP_URL,
    notices: NOTICE_SMTP_URL === undefined ? undefined : { smtpUrl: NOTICE_SMTP_URL, mailFrom: NOTICE_MAIL_FROM },
    get account() {
      return live.account;
    },
    mailDir: MAIL_DIR,
    siteUrl: shop.siteUrl,
    get mailFrom() {
      return shop.mailFrom;
    },
    get accent() {
      return shop.accent;
    },
    get logo() {
      return shop.logo;
    },
    get storeName() {
      return shop.storeName;
    },
    get communityUrl() {
      return shop.communityUrl;
    },
  };
}

function fixedSettings(settings: Settings) {
  return {
    siteUrl: settings.siteUrl,
    provider: settings.PAYMENT_PROVIDER,
    isSandbox: settings.PAYMENT_PROVIDER === 'sandbox',
    bankName: bankLabel(settings.PAYMENT_PROVIDER, settings.PIX_BANK),
    isHttps: settings.isHttps,
    isMailGiven: settings.SMTP_URL !== undefined,
    hasNoticeAccount: settings.NOTICE_SMTP_URL !== undefined,
    areGatesEnforced: settings.ADMIN_GATES === 'enforce',
    isGateFromEnvironment: settings.ADMIN_GATE_PASSWORD !== undefined,
    areFilesInBucket: settings.bucket !== null,
    fileLimitBytes: settings.FILE_LIMIT_GB * 1024 ** 3,
  };
}
