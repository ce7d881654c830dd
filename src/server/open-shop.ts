import type { Logger } from 'pino';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { sandboxCharges } from '#db/queries/sandbox-charges.ts';
import { seedDemoData } from '#db/seed/seed.ts';
import type { Settings } from '#src/config.ts';
import { ensureAdministrator, ensureGatePassword, isBare } from '#src/domain/administrators.ts';
import type { Clock, PageCache, Shop, ShopSettings } from '#src/domain/shop.ts';
import { openFiles } from '#src/gateways/files/files.ts';
import { removeDrafts } from '#src/gateways/files/intake.ts';
import { openMailer } from '#src/gateways/mail/mailer.ts';
import { drawQrCode } from '#src/gateways/pix/qr-code.ts';
import { openSandboxBank } from '#src/gateways/pix/sandbox.ts';
import { bankName } from './bank-name.ts';
import { openCouponHolds } from './coupon-holds.ts';
import { openEvents } from './events.ts';
import { openLimits } from './limits.ts';
import { openBank } from './open-bank.ts';
import { openPasswords } from './passwords.ts';
import { openStreams } from './streams.ts';
import { openTotals } from './totals.ts';

export type OpenShop = {
  shop: Shop;
  drawnPasswords: DrawnPasswords;
  close(): Promise<void>;
};

/** Passwords that were drawn for the owner, to be shown once and never logged. */
export type DrawnPasswords = { administrator: string | null; gate: string | null };

/** Opens everything that has state, once. What was opened here is closed here. */
export async function openShop(settings: Settings, log: Logger, pageCache: PageCache): Promise<OpenShop> {
  const clock: Clock = { now: () => new Date() };
  const passwords = openPasswords();
  const mail = openMailer({
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    mailDir: settings.MAIL_DIR,
    storeName: settings.STORE_NAME,
    communityUrl: settings.COMMUNITY_URL,
  });
  const database = openDatabase(settings.DATABASE_URL);
  const { db } = database;
  await migrate(db);
  await removeDrafts(settings.UPLOADS_DIR);
  const office = { db, passwords, now: clock.now() };
  if ((await isBare(office)) && (settings.DEMO_DATA ?? !settings.isHttps)) {
    await seedDemoData({ db, now: clock.now(), uploadsDir: settings.UPLOADS_DIR, hashPassword: passwords.hash });
  }
  // The administrator comes last: without one, the next start takes up what this one left.
  const drawnPasswords = {
    gate: await ensureGatePassword(office, settings.ADMIN_GATE_PASSWORD),
    administrator: await ensureAdministrator(office, {
      email: settings.ADMIN_EMAIL,
      password: settings.ADMIN_PASSWORD,
    }),
  };
  const shop: Shop = {
    db,
    sqlite: database.sqlite,
    pix: openBank(settings, clock, () =>
      openSandboxBank({ charges: sandboxCharges(db), clock, receiverName: settings.STORE_NAME }),
    ),
    drawQrCode,
    mail,
    files: openFiles({ uploadsDir: settings.UPLOADS_DIR }),
    clock,
    log,
    events: openEvents(),
    pageCache,
    streams: openStreams(),
    totals: openTotals(),
    limits: openLimits(),
    couponHolds: openCouponHolds(),
    passwords,
    settings: shopSettings(settings),
  };
  return {
    shop,
    drawnPasswords,
    async close() {
      mail.close();
      await database.close();
    },
  };
}

function shopSettings(settings: Settings): ShopSettings {
  return {
    storeName: settings.STORE_NAME,
    siteUrl: settings.siteUrl,
    communityUrl: settings.COMMUNITY_URL,
    partners: settings.PARTNERS,
    isSandbox: settings.PAYMENT_PROVIDER === 'sandbox',
    bankName: bankName(settings),
    isHttps: settings.isHttps,
    areGatesEnforced: settings.ADMIN_GATES === 'enforce',
    seller: {
      name: settings.SELLER_NAME,
      document: settings.SELLER_DOCUMENT,
      address: settings.SELLER_ADDRESS,
      email: settings.SELLER_EMAIL,
    },
  };
}
