import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine.ts';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0018-products-by-name';

/** What reports add up is kept by day and month; triggers note the hours whose sales, orders, buyers or visits change later. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, TABLES);
  const triggers = isSqlite(db) ? inFile() : onServer();
  for (const statement of triggers) await sql.raw(statement).execute(db);
  await sql.raw(`CREATE VIEW "allProductFigures" AS ${isSqlite(db) ? KEPT_IN_COLUMNS : COUNTED_AT_ONCE}`).execute(db);
}

/** PostgreSQL would look each product up in the totals, one by one. */
const KEPT_IN_COLUMNS = 'SELECT id, "keysAvailable", "buyersWaiting" FROM products';
const COUNTED_AT_ONCE = `
  SELECT products.id, coalesce(available.value, 0) AS "keysAvailable", coalesce(waiting.buyers, 0) AS "buyersWaiting"
  FROM products
  LEFT JOIN (
    SELECT substr(name, length('keys:available:') + 1) AS id, value FROM tallies
    WHERE name >= 'keys:available:' AND name < 'keys:available;'
  ) AS available ON available.id = products.id
  LEFT JOIN (
    SELECT "productId" AS id, count(*) AS buyers FROM "purchaseItems" WHERE "keyWaitingSince" IS NOT NULL GROUP BY 1
  ) AS waiting ON waiting.id = products.id`;

const TABLES = `
CREATE TABLE "reportParts" (
  report TEXT NOT NULL,
  period TEXT NOT NULL,
  rows TEXT NOT NULL,
  PRIMARY KEY (report, period)
) STRICT, WITHOUT ROWID;;
CREATE TABLE "keptReports" (since TEXT PRIMARY KEY, until TEXT NOT NULL) STRICT, WITHOUT ROWID;;
CREATE TABLE "changedHours" (id INTEGER PRIMARY KEY, hour TEXT NOT NULL) STRICT;;
CREATE INDEX "changedHoursByHour" ON "changedHours" (hour)`;

type Watched = {
  table: string;
  name: string;
  /** Null where every change counts. */
  columns: string[] | null;
  /** When the row is counted. */
  moments: (row: string) => string[];
};

const WATCHED: Watched[] = [
  {
    table: 'purchases',
    name: 'purchase',
    columns: [
      'productId',
      'discountCents',
      'totalCents',
      'paidCents',
      'returnedCents',
      'returnedAt',
      'couponCode',
      'status',
      'failureReason',
      'chargeState',
      'createdAt',
      'completedAt',
      'refundedAt',
      'originSource',
      'originCampaign',
    ],
    moments: (row) => ['createdAt', 'completedAt', 'refundedAt', 'returnedAt'].map((column) => `${row}."${column}"`),
  },
  {
    table: 'purchaseItems',
    name: 'item',
    columns: ['purchaseId', 'position', 'productId', 'totalCents', 'requiresActivation'],
    moments: ofPurchase,
  },
  {
    table: 'affiliateSales',
    name: 'affiliateSale',
    columns: ['purchaseId', 'affiliateId', 'commissionCents', 'status'],
    moments: ofPurchase,
  },
  { table: 'customers', name: 'customer', columns: ['firstSaleAt'], moments: (row) => [`${row}."firstSaleAt"`] },
  { table: 'visitsByHour', name: 'visit', columns: null, moments: (row) => [`${row}.hour`] },
];

function ofPurchase(row: string): string[] {
  return ['createdAt', 'completedAt'].map(
    (column) => `(SELECT "${column}" FROM purchases WHERE id = ${row}."purchaseId")`,
  );
}

/** Days are kept when they have been over for longer than this, and than any transaction lasts. */
const NOT_KEPT_HOURS = 2;

function inFile(): string[] {
  const notKept = `strftime('%Y-%m-%dT%H', 'now', '-${NOT_KEPT_HOURS} hours')`;
  return eachChange((watched, { event, verb, rows }) => {
    const moments = rows.flatMap((row) => watched.moments(row));
    const earliest = moments.map((moment) => `coalesce(${moment}, '9999')`).join(', ');
    const differs = watched.columns?.map((column) => `OLD."${column}" IS NOT NEW."${column}"`).join(' OR ');
    return [
      `CREATE TRIGGER "${watched.name}${verb}Reports" AFTER ${event} ON "${watched.table}"
        WHEN ${rows.length === 2 && differs ? `(${differs}) AND ` : ''}
          ${moments.length === 1 ? earliest : `min(${earliest})`} < ${notKept} BEGIN
        INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
          FROM (${moments.map((moment) => `SELECT ${moment} AS moment`).join(' UNION ALL ')}) AS moments
          WHERE moment < ${notKept}
            AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13));
      END`,
    ];
  });
}

/** Appended, since a row that several sales touch would make each wait for the one before. */
function onServer(): string[] {
  const notKept = `to_char((now() - interval '${NOT_KEPT_HOURS} hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24')`;
  const triggers = eachChange((watched, { event, verb, rows }) => {
    const moments = rows.flatMap((row) => watched.moments(row));
    const each = (row: string) => watched.columns?.map((column) => `${row}."${column}"`).join(', ');
    const conditions = [
      ...(rows.length === 2 && watched.columns ? [`(${each('OLD')}) IS DISTINCT FROM (${each('NEW')})`] : []),
      // A condition may not look into another table.
      ...(watched.moments === ofPurchase ? [] : [`least(${moments.join(', ')}) < ${notKept}`]),
    ];
    return [
      `CREATE FUNCTION "${watched.name}${verb}Reports"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM "noteChangedHours"(${moments.join(', ')});
        RETURN NULL;
      END $$`,
      `CREATE TRIGGER "${watched.name}${verb}Reports" AFTER ${event} ON "${watched.table}" FOR EACH ROW
        ${conditions.length > 0 ? `WHEN (${conditions.join(' AND ')})` : ''} EXECUTE FUNCTION "${watched.name}${verb}Reports"()`,
    ];
  });
  return [
    `CREATE FUNCTION "noteChangedHours"(VARIADIC moments text[]) RETURNS void LANGUAGE sql AS $$
      INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
        FROM unnest(moments) AS noted (moment) WHERE moment COLLATE "C" < ${notKept} $$`,
    ...triggers,
    'ALTER TABLE instances ADD COLUMN beats BIGINT NOT NULL DEFAULT 0',
  ];
}

type Change = { event: string; verb: string; rows: string[] };

function eachChange(write: (watched: Watched, change: Change) => string[]): string[] {
  return WATCHED.flatMap((watched) => {
    const columns = watched.columns?.map((column) => `"${column}"`).join(', ');
    return [
      { event: 'INSERT', verb: 'Enters', rows: ['NEW'] },
      { event: columns ? `UPDATE OF ${columns}` : 'UPDATE', verb: 'Changes', rows: ['OLD', 'NEW'] },
      { event: 'DELETE', verb: 'Leaves', rows: ['OLD'] },
    ].flatMap((change) => write(watched, change));
  });
}
