import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/tables.ts';
import { VISIT_HOURS_KEPT_DAYS } from '#src/wire/reports/origins.ts';
import { LIST_NAMES } from '#src/wire/views/built-in-views.ts';
import { MOST_VIEWS } from '#src/wire/views/saved-views.ts';
import { chance, inBatches, later, pick, type ShopSize, secondsAgo, YEAR_SECONDS } from './large-shop.ts';

/** Adds what sales bring: origins, visits, mail, reminders, machines, withdrawals, notes and views. */
export async function fillDesk(db: Database, size: ShopSize): Promise<void> {
  const steps: [number, (rows: RawBuilder<unknown>) => RawBuilder<unknown>][] = [
    [size.purchases, addOrigins],
    [size.purchases, (rows) => addVisits(rows, size.purchases)],
    [size.purchases, addReceipts],
    [size.purchases, addReminders],
    [size.purchases, addRecovered],
    [size.purchases, addWithdrawals],
    [size.keys, addMachines],
    [size.customers, addNotes],
    [size.products, addStock],
    [Math.min(MOST_VIEWS, size.purchases / 10), addViews],
    [REVIEWS, addReviews],
  ];
  for (const [count, statement] of steps) await inBatches(db, count, statement);
}

/** Each shop has as many that wait for the owner, the large one too. */
const REVIEWS = 20;
const DAY_SECONDS = 24 * 60 * 60;

function addOrigins(rows: RawBuilder<unknown>) {
  return sql`${rows}
    UPDATE purchases SET "originSource" = ${pick(SOURCES, 71)},
      "originCampaign" = CASE WHEN ${chance(3, 72)} = 0 THEN 'campanha-' || ${chance(40, 73)} END,
      origin = '{"medium":null,"content":null,"term":null,"referrerHost":null,"landing":"/"}'
    FROM rows WHERE purchases.id = 'purchase-' || n`;
}

/** Old days have one hour, as the worker leaves them. */
function addVisits(rows: RawBuilder<unknown>, count: number) {
  const age = sql`(n * ${sql.lit(YEAR_SECONDS)}.0 / ${sql.lit(count)})`;
  const at = secondsAgo(sql`cast(${age} AS INTEGER)`);
  return sql`${rows}
    INSERT INTO "visitsByHour" (hour, page, source, campaign, entries, visits)
    SELECT CASE WHEN ${age} < ${sql.lit((VISIT_HOURS_KEPT_DAYS - 1) * DAY_SECONDS)} THEN substr(${at}, 1, 13)
        ELSE substr(${at}, 1, 10) || 'T03' END,
      CASE WHEN ${chance(3, 74)} = 0 THEN '/' ELSE '/checkout/product-' || ${chance(100, 75)} END,
      ${pick(SOURCES, 76)}, CASE WHEN ${chance(3, 77)} = 0 THEN 'campanha-' || ${chance(40, 78)} ELSE '' END,
      ${chance(20, 79)}, 20
    FROM rows WHERE true ON CONFLICT DO NOTHING`;
}

function addReceipts(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO outbox (kind, "purchaseId", dedup, state, attempts, "nextAttemptAt", "lastError", "createdAt", "sentAt")
    SELECT 'receipt', id, 'receipt of ' || id, CASE WHEN n % 1000 = 3 THEN 'given_up' ELSE 'sent' END, 1, "completedAt",
      CASE WHEN n % 1000 = 3 THEN 'ECONNREFUSED' END, "completedAt", CASE WHEN n % 1000 <> 3 THEN "completedAt" END
    FROM rows JOIN purchases ON id = 'purchase-' || n AND status IN ('COMPLETED', 'REFUNDED')`;
}

function addReminders(rows: RawBuilder<unknown>) {
  const sentAt = later(sql`"createdAt"`, sql`'+1 day'`);
  return sql`${rows}
    INSERT INTO reminders ("purchaseId", step, "dueAt", state, "addressHash", "queuedAt", "sentAt", "tokenHash",
      "linkExpiresAt", "clickedAt")
    SELECT id, 1, ${sentAt}, 'sent', 'address-' || n, ${sentAt}, ${sentAt}, 'token-' || n,
      ${later(sql`"createdAt"`, sql`'+8 days'`)}, CASE WHEN n % 3 = 0 THEN ${sentAt} END
    FROM rows JOIN purchases ON id = 'purchase-' || n AND status = 'FAILED' AND "failureReason" = 'expired'`;
}

/** Others' reminders have the links, which no list tells apart. */
function addRecovered(rows: RawBuilder<unknown>) {
  return sql`${rows}
    UPDATE purchases SET "recoveredFrom" = 'purchase-' || (n - 1) FROM rows
    WHERE purchases.id = 'purchase-' || n AND n % 20 = 7 AND status = 'COMPLETED'`;
}

function addWithdrawals(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO withdrawals ("purchaseId", protocol, state, reason, "requestedAt", "decidedAt")
    SELECT id, 'D-' || n, CASE WHEN n < 40 THEN 'requested' ELSE 'refunded' END, 'Comprei errado.', "completedAt",
      CASE WHEN n >= 40 THEN "completedAt" END
    FROM rows JOIN purchases ON id = 'purchase-' || n AND (status = 'REFUNDED' OR status = 'COMPLETED' AND n BETWEEN 20 AND 39)
    WHERE n >= 40 OR status = 'COMPLETED'`;
}

function addMachines(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO machines (id, "keyId", "fingerprintHash", name, platform, "pluginVersion", host, "firstSeenAt", "lastSeenAt")
    SELECT 'machine-' || n, id, 'fingerprint-' || n, 'Ilha ' || n, ${pick(['win32-x64', 'darwin-arm64'], 81)},
      ${pick(['1.0', '1.1', '2.0'], 82)}, ${pick(['Premiere Pro 26.1', 'After Effects 26.0'], 83)}, "assignedAt",
      ${secondsAgo(chance(200 * DAY_SECONDS, 84))}
    FROM rows JOIN "activationKeys" ON id = 'key-' || n AND "itemId" IS NOT NULL AND "assignedAt" IS NOT NULL`;
}

function addNotes(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO "customerNotes" (id, "customerId", "authorId", text, "createdAt")
    SELECT 'note-' || n, id, (SELECT id FROM users WHERE "isAdmin" = 1 LIMIT 1), 'Ligou por causa da chave.', "createdAt"
    FROM rows JOIN customers ON id = 'customer-' || n`;
}

function addStock(rows: RawBuilder<unknown>) {
  return sql`${rows}
    UPDATE products SET "lowKeysAt" = 5 FROM rows WHERE products.id = 'product-' || n AND n % 2 = 0`;
}

function addViews(rows: RawBuilder<unknown>) {
  const lists = LIST_NAMES.map((list) => sql`SELECT n, ${sql.lit(list)} AS list FROM rows`);
  const at = secondsAgo(sql`n`);
  return sql`${rows}
    INSERT INTO "savedViews" (id, "ownerId", list, name, query, "createdAt", "updatedAt")
    SELECT list || n, NULL, list, 'Visão ' || n, 'q=visao-' || n, ${at}, ${at}
    FROM (${sql.join(lists, sql` UNION ALL `)}) AS views`;
}

function addReviews(rows: RawBuilder<unknown>) {
  return sql`${rows}
    UPDATE purchases SET review = 'dispute' FROM rows
    WHERE purchases.id = 'purchase-' || n AND status = 'COMPLETED'`;
}

const SOURCES = [
  'direto',
  'google',
  'instagram',
  'youtube',
  'newsletter',
  'whatsapp',
  'tiktok',
  'facebook',
  'forum.exemplo.com.br',
  'blog.exemplo.com.br',
  'x',
  'cupom',
];
