import type { CarriedOver, SinceBackup } from '#src/wire/backups/restores.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { copyDatabase, openCopy } from '../client.ts';
import type { SqliteHandle } from '../tables.ts';
import { DEEDS_SINCE, MAIL_SINCE } from './restore-deeds.ts';

/** Returns null where the file cannot be read, or is another shop's, which knows nothing of this one. */
export async function countSince(path: string, copyPath: string, backup: Backup): Promise<SinceBackup> {
  const backupAt = backup.createdAt;
  try {
    await copyDatabase(path, copyPath);
    if (!isSameShop(copyPath, backup.database)) return null;
    const copy = openCopy(copyPath);
    try {
      const count = (statement: string) => copy.prepare<[string], number>(statement).pluck().get(backupAt) ?? 0;
      return {
        sales: count(`SELECT count(*) FROM purchases WHERE "completedAt" > ?`),
        keys: count(`SELECT count(*) FROM "activationKeys" WHERE "assignedAt" > ?`),
        mails: count('SELECT count(*) FROM outbox WHERE "sentAt" > ?'),
      };
    } finally {
      copy.close();
    }
  } catch {
    return null;
  }
}

type Backup = { createdAt: string; database: string };

/** Each shop signs licenses with keys of its own, which its backups carry; one from before them cannot be told. */
function isSameShop(path: string, backup: string): boolean {
  const former = openCopy(path);
  try {
    former.prepare('ATTACH ? AS backup').run(backup);
    const knows = former.prepare<[], number>(
      `SELECT 1 FROM backup.sqlite_master WHERE type = 'table' AND name = 'signingKeys'`,
    );
    if (knows.get() === undefined) return true;
    const [own] = former.prepare<[], number>('SELECT count(*) FROM backup."signingKeys"').pluck().all();
    if (own === 0) return true;
    const shared = 'SELECT count(*) FROM backup."signingKeys" WHERE kid IN (SELECT kid FROM main."signingKeys")';
    return (former.prepare<[], number>(shared).pluck().get() ?? 0) > 0;
  } finally {
    former.close();
  }
}

export function countFreeKeys(path: string): number {
  const backup = openCopy(path);
  try {
    const statement = `SELECT count(*) FROM "activationKeys" WHERE "assignedAt" IS NULL AND "revokedAt" IS NULL`;
    return backup.prepare<[], number>(statement).pluck().get() ?? 0;
  } finally {
    backup.close();
  }
}

/** Keeps keys sold after the backup from being sold again; copied orders come back unpaid and the bank decides. */
export function carryOver(
  restored: SqliteHandle,
  former: string | null,
  { areKeysFree, backupAt }: Since,
): CarriedOver {
  const now = new Date();
  const payableUntil = new Date(now.getTime() + PAYABLE_MS).toISOString();
  const times = { backupAt, now: now.toISOString(), payableUntil };
  const taken = former === null ? null : copyTables(restored, former, times);
  if (!taken) run(restored, UNKNOWN_DELIVERIES, times);
  run(restored, UNFINISHED_BACKUPS, times);
  run(restored, OPEN_INVITATIONS, times);
  const heldKeys = taken || areKeysFree ? 0 : run(restored, HOLD_ALL, times);
  const carriedOver = { isFormerRead: taken !== null, ...(taken ?? { purchases: 0, keys: 0, heldKeys, erased: 0 }) };
  const row = { ...carriedOver, isFormerRead: carriedOver.isFormerRead ? 1 : 0, backupAt, now: times.now };
  restored.prepare(INSERT_RESTORE).run(row);
  return carriedOver;
}

/** Whoever was charged since the backup was charged at the bank of now, which the backup may not know. */
const BANKS = [
  `INSERT INTO "encryptedSettings" SELECT * FROM former."encryptedSettings" WHERE name LIKE 'bank:%'
   ON CONFLICT DO UPDATE SET value = excluded.value, "updatedAt" = excluded."updatedAt", "updatedBy" = excluded."updatedBy"`,
  `UPDATE "chosenBanks" SET "isCurrent" = 0, "replacedAt" = :now
   WHERE "isCurrent" = 1 AND EXISTS (SELECT 1 FROM former."chosenBanks" WHERE "isCurrent" = 1)`,
  `INSERT OR REPLACE INTO "chosenBanks" SELECT * FROM former."chosenBanks"`,
];

/** Which backups there are is known now, not then; in its own copy each one is still under way. */
const BACKUPS = ['DELETE FROM main.backups', 'INSERT INTO main.backups SELECT * FROM former.backups'];
const UNFINISHED_BACKUPS = `DELETE FROM main.backups WHERE state = 'running'`;

type Since = { areKeysFree: boolean; backupAt: string };
type Times = { backupAt: string; now: string; payableUntil: string };

/** Returns null, with nothing changed, where the file has another schema. */
function copyTables(restored: SqliteHandle, former: string, times: Times): Omit<CarriedOver, 'isFormerRead'> | null {
  restored.prepare('ATTACH ? AS former').run(former);
  try {
    return restored.transaction(() => {
      // Erasures come first, since whoever was erased may have bought again under the same address.
      const erased = run(restored, ERASED, times);
      for (const statement of ERASURES) run(restored, statement, times);
      for (const statement of [...ORDERS, MAIL_CHOICES, OPT_OUTS]) run(restored, statement, times);
      const purchases = run(restored, PURCHASES, times);
      for (const statement of BEHIND_PURCHASES) run(restored, statement, times);
      const keys = run(restored, ADDED_KEYS, times) + run(restored, SOLD_KEYS, times);
      const heldKeys = run(restored, HOLD_SOLD, times);
      for (const statement of [...DEEDS_SINCE, ...MAIL_SINCE]) run(restored, statement, times);
      for (const statement of [...LICENSES, ...WITHDRAWALS, ...NOTICES, ...TRIALS, ...TERMS])
        run(restored, statement, times);
      for (const statement of [...NOTES, ...REVIEWS, ...INVOICES, ...VIEWS, ...BANKS, ...BACKUPS])
        run(restored, statement, times);
      for (const statement of [...TOLD, ...NOTIFICATIONS, ...FACTORS]) run(restored, statement, times);
      return { purchases, keys, heldKeys, erased };
    })();
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE_')) return null;
    throw error;
  } finally {
    restored.exec('DETACH former');
  }
}

function run(database: SqliteHandle, statement: string, times: Times): number {
  const named = Object.entries(times).filter(([name]) => statement.includes(`:${name}`));
  return database.prepare(statement).run(Object.fromEntries(named)).changes;
}

/** A bank may be silent for so long when the shop opens again. */
const PAYABLE_MS = 2 * HOUR_MS;

const ORDERS = [
  'DROP TABLE IF EXISTS temp.lost',
  `CREATE TEMP TABLE lost AS SELECT id FROM former.purchases AS old
   WHERE status <> 'FAILED'
   AND NOT EXISTS (SELECT 1 FROM former."purchaseItems" AS item
     WHERE item."purchaseId" = old.id AND item."productId" NOT IN (SELECT id FROM main.products))
   AND NOT EXISTS (SELECT 1 FROM main.purchases AS kept WHERE kept.id = old.id
     OR kept."providerReference" = old."providerReference" OR kept."transactionId" = old."transactionId")`,
  `INSERT INTO main.customers (id, name, email, "createdAt", "erasedAt", "wantsUpdates", "wantsReminders",
     "wantsReviewNotices")
   SELECT id, name, email, "createdAt", "erasedAt", "wantsUpdates", "wantsReminders", "wantsReviewNotices" FROM former.customers AS old
   WHERE id IN (SELECT "customerId" FROM former.purchases WHERE id IN (SELECT id FROM lost))
   AND NOT EXISTS (SELECT 1 FROM main.customers AS kept WHERE kept.id = old.id OR kept.email = old.email)`,
];

/** Whoever declined mail after the backup still does. */
const MAIL_CHOICES = `
  UPDATE main.customers SET "wantsUpdates" = min(main.customers."wantsUpdates", old."wantsUpdates"),
    "wantsReminders" = min(main.customers."wantsReminders", old."wantsReminders"),
    "wantsReviewNotices" = min(main.customers."wantsReviewNotices", old."wantsReviewNotices")
  FROM former.customers AS old WHERE old.id = main.customers.id`;

const OPT_OUTS = `INSERT OR IGNORE INTO main."reminderOptOuts" SELECT * FROM former."reminderOptOuts"`;

const TAKEN = [
  'id',
  'transactionId',
  'providerReference',
  'provider',
  'account',
  'requestHash',
  'customerName',
  'customerEmail',
  'productId',
  'productName',
  'priceCents',
  'discountCents',
  'totalCents',
  'couponCode',
  'providerChargeId',
  'pixCopyPaste',
  'createdAt',
  'whatsapp',
  'originSource',
  'originCampaign',
  'origin',
  'clickIds',
]
  .map((column) => `"${column}"`)
  .join(', ');

/** Its own, unless an earlier restore gave it to another purchase. */
const NUMBER = `CASE WHEN number NOT IN (SELECT number FROM main.purchases) THEN number
  ELSE (SELECT max(number) FROM (SELECT number FROM main.purchases UNION ALL SELECT number FROM former.purchases))
    + row_number() OVER (ORDER BY number) END`;

/** It is payable for some hours more, so that a silent bank closes none. */
const PURCHASES = `
  INSERT INTO main.purchases (number, ${TAKEN}, "customerId", status, "chargeState", "expiresAt", "nextCheckAt")
  SELECT ${NUMBER}, ${TAKEN},
    coalesce((SELECT id FROM main.customers WHERE email = (SELECT email FROM former.customers WHERE id = old."customerId")), "customerId"),
    'PENDING', 'open', max("expiresAt", :payableUntil), :now
  FROM former.purchases AS old WHERE id IN (SELECT id FROM lost) AND "totalCents" >= 50`;

/** Nothing waits before it is paid. */
const ITEM = [
  'id',
  'purchaseId',
  'position',
  'productId',
  'productName',
  'kitId',
  'kitName',
  'offerId',
  'licenseTerms',
  'termsVersion',
  'priceCents',
  'totalCents',
  'requiresActivation',
  'downloadCount',
  'updatesMajor',
  'upgradesItemId',
  'replacesKey',
  'completesItemIds',
  'renewsItemId',
  'renewalMonths',
]
  .map((column) => `"${column}"`)
  .join(', ');
/** A renewal since the backup prolongs them again once the bank knows of its payment. */
const UPDATES_AT_SALE = 'coalesce("updatesUntilAtSale", "updatesUntil")';

const BEHIND_PURCHASES = [
  `INSERT INTO main."purchaseItems" (${ITEM}, "updatesUntil") SELECT ${ITEM}, ${UPDATES_AT_SALE} FROM former."purchaseItems"
   WHERE "purchaseId" IN (SELECT id FROM main.purchases WHERE id IN (SELECT id FROM lost))`,
  `INSERT INTO main."purchaseEvents" ("purchaseId", at, event, source)
   SELECT id, :now, 'restored', 'worker' FROM main.purchases WHERE id IN (SELECT id FROM lost)`,
  `UPDATE main.purchases SET "recoveredFrom" = old."recoveredFrom" FROM former.purchases AS old
   WHERE old.id = main.purchases.id AND main.purchases.id IN (SELECT id FROM lost)`,
  // It is the partner's who brought it, unless the account is younger than the backup.
  `UPDATE main.purchases SET "affiliateId" = old."affiliateId", attribution = old.attribution, "attributedAt" = old."attributedAt"
   FROM former.purchases AS old
   WHERE old.id = main.purchases.id AND main.purchases.id IN (SELECT id FROM lost)
   AND old."affiliateId" IN (SELECT id FROM main.users)`,
  // A reminder that was sent since the backup is not sent again, and its links lead on.
  `INSERT OR REPLACE INTO main.reminders SELECT * FROM former.reminders
   WHERE "purchaseId" IN (SELECT id FROM main.purchases)`,
  // Late redemptions do not change the restored coupon's count.
  `INSERT INTO main.redemptions ("purchaseId", "couponId", state, "createdAt", "updatedAt")
   SELECT "purchaseId", "couponId", 'FREED', "createdAt", :now FROM former.redemptions
   WHERE "purchaseId" IN (SELECT id FROM main.purchases WHERE id IN (SELECT id FROM lost))
   AND "couponId" IN (SELECT id FROM main.coupons)`,
  `INSERT OR REPLACE INTO main."sandboxCharges" SELECT * FROM former."sandboxCharges"`,
  // Purchases that were open in the backup may have been paid since, so they are polled first.
  `UPDATE main.purchases SET "nextCheckAt" = :now, "expiresAt" = max("expiresAt", :payableUntil)
   WHERE status = 'PENDING' AND review IS NULL AND "createdAt" <= :backupAt
   AND id IN (SELECT id FROM former.purchases WHERE status = 'COMPLETED')`,
];

/** The item belongs to an order that is open again, or to a sale that waited for a key when the backup was made. */
const OPEN_OWNER = `"itemId" IN (SELECT item.id FROM main."purchaseItems" AS item
    JOIN main.purchases AS owner ON owner.id = item."purchaseId" WHERE owner.status IN ('PENDING', 'COMPLETED'))
  AND "itemId" NOT IN (SELECT "itemId" FROM main."activationKeys" WHERE "itemId" IS NOT NULL)`;

const ADDED_KEYS = `
  INSERT INTO main."activationKeys" (id, "productId", key, "itemId", "createdAt", "assignedAt", "revokedAt", "revokedReason",
    "replacedByItemId")
  SELECT id, "productId", key, "itemId", "createdAt", "assignedAt", "revokedAt", "revokedReason", "replacedByItemId" FROM former."activationKeys" AS old
  WHERE ${OPEN_OWNER}
  AND NOT EXISTS (SELECT 1 FROM main."activationKeys" AS kept
    WHERE kept.id = old.id OR (kept."productId" = old."productId" AND kept.key = old.key))`;

const SOLD_KEYS = `
  UPDATE main."activationKeys" SET "itemId" = old."itemId", "assignedAt" = old."assignedAt",
    "revokedAt" = old."revokedAt", "revokedReason" = old."revokedReason", "replacedByItemId" = old."replacedByItemId"
  FROM (SELECT * FROM former."activationKeys" WHERE ${OPEN_OWNER}) AS old
  WHERE main."activationKeys"."productId" = old."productId" AND main."activationKeys".key = old.key
  AND main."activationKeys"."itemId" IS NULL AND main."activationKeys"."revokedAt" IS NULL`;

/** It was sold to somebody whose order could not be copied. */
const HOLD_SOLD = `
  UPDATE main."activationKeys" SET "revokedAt" = :now, "revokedReason" = 'deleted'
  WHERE "itemId" IS NULL AND "revokedAt" IS NULL
  AND EXISTS (SELECT 1 FROM former."activationKeys" AS old WHERE old."productId" = main."activationKeys"."productId"
    AND old.key = main."activationKeys".key AND (old."itemId" IS NOT NULL OR old."revokedAt" IS NOT NULL))`;

const HOLD_ALL = `
  UPDATE main."activationKeys" SET "revokedAt" = :now, "revokedReason" = 'deleted'
  WHERE "itemId" IS NULL AND "revokedAt" IS NULL`;

/** Computers stay as they are now: nobody activates again, none that was freed or erased since comes back, and tickets stay good. */
const LICENSES = [
  `INSERT OR IGNORE INTO main."signingKeys" SELECT * FROM former."signingKeys"`,
  `INSERT OR REPLACE INTO main.secrets SELECT * FROM former.secrets WHERE name IN ('machine key', 'push key')`,
  `UPDATE main."activationKeys" SET "machineLimit" = old."machineLimit" FROM former."activationKeys" AS old
   WHERE old.id = main."activationKeys".id AND main."activationKeys"."itemId" IS NOT NULL`,
  'DELETE FROM main.machines',
  `INSERT INTO main.machines SELECT * FROM former.machines
   WHERE "keyId" IN (SELECT id FROM main."activationKeys" WHERE "itemId" IS NOT NULL)`,
];

/** A buyer's wish outlives the backup; a refund that was under way is asked for again once the purchase is settled. */
const WITHDRAWALS = [
  `INSERT OR REPLACE INTO main.withdrawals
     ("purchaseId", protocol, state, "heldFor", reason, refusal, "requestedAt", "decidedAt", tries, "nextTryAt")
   SELECT "purchaseId", protocol, state, "heldFor", reason, refusal, "requestedAt", "decidedAt", tries,
     CASE WHEN state = 'refunding' THEN :now END
   FROM former.withdrawals WHERE "purchaseId" IN (SELECT id FROM main.purchases)`,
  `UPDATE main."activationKeys" SET "frozenAt" = :now
   WHERE "frozenAt" IS NULL AND "itemId" IN (SELECT item.id FROM main."purchaseItems" AS item
     JOIN main.withdrawals AS wish ON wish."purchaseId" = item."purchaseId"
     WHERE wish.state IN ('requested', 'refunding'))`,
];

/** Addresses that were told, or erased, since do not come back. */
const NOTICES = [
  'DELETE FROM main."stockNotices"',
  `INSERT INTO main."stockNotices" (id, "productId", email, "createdAt")
   SELECT id, "productId", email, "createdAt" FROM former."stockNotices" WHERE "productId" IN (SELECT id FROM main.products)`,
];

const TRIAL = [
  'id',
  'productId',
  'mailboxHash',
  'email',
  'tokenHash',
  'linkExpiresAt',
  'createdAt',
  'confirmedAt',
  'endsAt',
  'key',
  'fingerprintHash',
  'machineName',
  'activatedAt',
  'noticesDeclinedAt',
  'endingToldAt',
  'endedToldAt',
]
  .map((column) => `"${column}"`)
  .join(', ');

/** Nobody tries twice because of a backup, and an address that was forgotten since stays so. */
const TRIALS = [
  'DELETE FROM main.trials',
  `INSERT INTO main.trials (${TRIAL}, "itemId")
   SELECT ${TRIAL}, CASE WHEN "itemId" IN (SELECT "itemId" FROM main."activationKeys" WHERE "itemId" IS NOT NULL) THEN "itemId" END
   FROM former.trials WHERE "productId" IN (SELECT id FROM main.products)`,
];

/** A version that buyers accepted since is not given to other words, and what is restored is the next one. */
const TERMS = [
  `INSERT OR IGNORE INTO main."productTerms" SELECT * FROM former."productTerms"
   WHERE "productId" IN (SELECT id FROM main.products)`,
  `INSERT INTO main."productTerms" ("productId", version, text, "createdAt")
   SELECT mine.id, old."termsVersion" + 1, terms.text, :now
   FROM main.products AS mine JOIN former.products AS old ON old.id = mine.id AND old."termsVersion" > mine."termsVersion"
   JOIN main."productTerms" AS terms ON terms."productId" = mine.id AND terms.version = mine."termsVersion"`,
  `UPDATE main.products SET "termsVersion" = old."termsVersion" + 1 FROM former.products AS old
   WHERE old.id = main.products.id AND old."termsVersion" > main.products."termsVersion"`,
  `INSERT OR IGNORE INTO main."usualTerms" SELECT * FROM former."usualTerms"`,
];

const ERASED = `
  UPDATE main.customers SET name = NULL, email = NULL, "erasedAt" = old."erasedAt" FROM former.customers AS old
  WHERE old.id = main.customers.id AND old."erasedAt" IS NOT NULL AND main.customers."erasedAt" IS NULL`;

const OF_ERASED = `SELECT bought.id FROM main.purchases AS bought JOIN main.customers AS gone ON gone.id = bought."customerId"
  WHERE gone."erasedAt" IS NOT NULL`;

/** They do what an erasure does; computers, reminders and withdrawals are as they are now. */
const ERASURES = [
  `UPDATE main.outbox SET state = 'given_up', "lastError" = 'erased' WHERE state = 'waiting'
   AND ("purchaseId" IN (${OF_ERASED}) OR "customerId" IN (SELECT id FROM main.customers WHERE "erasedAt" IS NOT NULL))`,
  `UPDATE main."purchaseEvents" SET detail = NULL
   WHERE detail IS NOT NULL AND event <> 'mailed' AND "purchaseId" IN (${OF_ERASED})`,
  `UPDATE main.purchases SET "customerName" = NULL, "customerEmail" = NULL, "requestHash" = NULL, "payerHash" = NULL,
     whatsapp = NULL, origin = NULL, "clickIds" = NULL
   WHERE "customerName" IS NOT NULL AND id IN (${OF_ERASED})`,
  `DELETE FROM main.reviews WHERE state = 'pending' AND "customerId" IN (SELECT id FROM main.customers WHERE "erasedAt" IS NOT NULL)`,
  `UPDATE main.reviews SET title = NULL, body = NULL, words = '', "showsName" = 0, editor = NULL, system = NULL,
     answer = NULL, "answeredAt" = NULL
   WHERE "customerId" IN (SELECT id FROM main.customers WHERE "erasedAt" IS NOT NULL)`,
  // A payer whose name was erased since is erased again.
  `UPDATE main."bankDifferences" SET payer = NULL, description = NULL FROM former."bankDifferences" AS old
   WHERE old.id = main."bankDifferences".id AND old.payer IS NULL`,
];

/** The notes go to the customers that are there, under the id that they have there. */
const NOTES = [
  `DELETE FROM main."customerNotes" WHERE "customerId" IN (SELECT id FROM former.customers)`,
  `INSERT OR REPLACE INTO main."customerNotes" (id, "customerId", "authorId", text, "createdAt")
   SELECT note.id, kept.id, note."authorId", note.text, note."createdAt"
   FROM former."customerNotes" AS note JOIN former.customers AS old ON old.id = note."customerId"
   JOIN main.customers AS kept ON kept.id = old.id OR kept.email = old.email
   WHERE kept."erasedAt" IS NULL`,
];

/** What was written, hidden or taken back since stays so, where the purchase is there. */
const REVIEWS = [
  'DELETE FROM main.reviews',
  `INSERT INTO main.reviews SELECT * FROM former.reviews
   WHERE "customerId" IN (SELECT id FROM main.customers) AND "productId" IN (SELECT id FROM main.products)
   AND "itemId" IN (SELECT id FROM main."purchaseItems")`,
];

/** Other systems are told nothing twice: what was told since is known, and what still waited waits on. */
const TOLD = [
  `INSERT OR IGNORE INTO main."shopEvents" SELECT * FROM former."shopEvents"`,
  `UPDATE main."shopEvents" SET person = NULL WHERE "purchaseId" IN (${OF_ERASED})`,
  'DELETE FROM main."hookDeliveries"',
  `INSERT INTO main."hookDeliveries" SELECT * FROM former."hookDeliveries"
   WHERE "hookId" IN (SELECT id FROM main.hooks) AND "eventId" IN (SELECT id FROM main."shopEvents")`,
];

/** Nobody knows what of it has left since. */
const UNKNOWN_DELIVERIES = `UPDATE main."hookDeliveries" SET state = 'given_up' WHERE state = 'waiting'`;

/** Whom the issuer, or the owner, gave an invoice since keeps it, so that none is issued twice. */
const INVOICES = [
  'DELETE FROM main.invoices',
  `INSERT INTO main.invoices SELECT * FROM former.invoices WHERE "purchaseId" IN (SELECT id FROM main.purchases)`,
];

/** Whoever is to come in is invited again: those of then may have been withdrawn since. */
const OPEN_INVITATIONS = `UPDATE main.invitations SET "endedAt" = :now WHERE "endedAt" IS NULL`;

const VIEWS = [
  'DELETE FROM main."savedViews"',
  `INSERT INTO main."savedViews" SELECT * FROM former."savedViews"
   WHERE "ownerId" IS NULL OR "ownerId" IN (SELECT id FROM main.users)`,
];

/** Devices stay as they are now, under the key that they know; what waited in the backup was told since. */
const NOTIFICATIONS = [
  'DELETE FROM main.notifications',
  ...['notifiedDevices', 'declinedNotifications', 'quietHours'].flatMap(keepOfUsers),
];

/** What somebody took away since opens nothing again, and no passkey counts backwards. */
const FACTORS = ['passkeys', 'codeApps', 'recoveryCodes'].flatMap(keepOfUsers);

function keepOfUsers(table: string): string[] {
  return [
    `DELETE FROM main."${table}"`,
    `INSERT INTO main."${table}" SELECT * FROM former."${table}" WHERE "userId" IN (SELECT id FROM main.users)`,
  ];
}

const INSERT_RESTORE = `
  INSERT INTO main.restores ("backupAt", "restoredAt", "isFormerRead", purchases, keys, "heldKeys", erased)
  VALUES (:backupAt, :now, :isFormerRead, :purchases, :keys, :heldKeys, :erased)`;
