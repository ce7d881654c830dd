import { plainly, plainlyInPostgres } from '../schema/plain-text.ts';

export type Engine = 'sqlite' | 'postgres';

/** What the engines write differently in a trigger. Expressions stay expressions, statements come as a list. */
export type Dialect = {
  lineBreak: string;
  /** Without case and accents, as words are searched. */
  plain: (text: string) => string;
  /** Joins the texts of several rows. */
  joinRows: 'group_concat' | 'string_agg';
  /** Whether an update changed any of them, null or not. */
  differ: (columns: string[]) => string;
  /** Adds to totals, which SQLite changes in place and PostgreSQL appends (`docs/decisions/two-engines.md`). */
  tally: (amounts: [name: string, amount: string][]) => string[];
  tallyHour: (hour: string, sales: string, cents: string) => string[];
  /** Changes a figure of the row's product in its column; PostgreSQL has a view instead. */
  keepInProduct: (column: string, change: string, row: 'OLD' | 'NEW') => string[];
  /** Lets what is counted next see what others committed while this one waited; SQLite has one writer. */
  lockRow: (table: string, id: string) => string[];
  refuse: (sentence: string) => string[];
  /** Notes for the reports that an hour changed which they may have kept. */
  noteHours: (moments: string[]) => string[];
  /** Whether any of them is so old that reports may have kept its hour. */
  isAnyKept: (moments: string[]) => string;
  /** Whether a condition may select. */
  looksIntoTables: boolean;
};

/** Days are kept when they have been over for longer than this, and than any transaction lasts. */
const NOT_KEPT_HOURS = 2;

const KEPT_IN_SQLITE = `strftime('%Y-%m-%dT%H', 'now', '-${NOT_KEPT_HOURS} hours')`;
const KEPT_IN_POSTGRES = `to_char((now() - interval '${NOT_KEPT_HOURS} hours') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24')`;

export const SQLITE: Dialect = {
  lineBreak: 'char(10)',
  plain: plainly,
  joinRows: 'group_concat',
  differ: (columns) => columns.map((column) => `OLD."${column}" IS NOT NEW."${column}"`).join(' OR '),
  tally: (amounts) => [
    `INSERT INTO tallies (name, value) VALUES ${rowsOf(amounts)}
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value`,
  ],
  tallyHour: (hour, sales, cents) => [
    `INSERT INTO "salesByHour" (hour, sales, "salesCents") VALUES (${hour}, ${sales}, ${cents})
    ON CONFLICT (hour) DO UPDATE SET sales = sales + excluded.sales, "salesCents" = "salesCents" + excluded."salesCents"`,
  ],
  keepInProduct: (column, change, row) => [
    `UPDATE products SET "${column}" = "${column}" ${change} WHERE id = ${row}."productId"`,
  ],
  lockRow: () => [],
  refuse: (sentence) => [`SELECT RAISE(ABORT, '${sentence}')`],
  noteHours: (moments) => [
    `${noteHoursBefore(KEPT_IN_SQLITE, moments)}
      AND NOT EXISTS (SELECT 1 FROM "changedHours" AS noted WHERE noted.hour = substr(moment, 1, 13))`,
  ],
  isAnyKept(moments) {
    const known = moments.map((moment) => `coalesce(${moment}, '9999')`).join(', ');
    return `${moments.length === 1 ? known : `min(${known})`} < ${KEPT_IN_SQLITE}`;
  },
  looksIntoTables: true,
};

export const POSTGRES: Dialect = {
  lineBreak: 'chr(10)',
  plain: plainlyInPostgres,
  joinRows: 'string_agg',
  differ: (columns) => columns.map((column) => `OLD."${column}" IS DISTINCT FROM NEW."${column}"`).join(' OR '),
  tally: (amounts) => [`INSERT INTO "tallyChanges" (name, amount) VALUES ${rowsOf(amounts)}`],
  tallyHour: (hour, sales, cents) => [
    `INSERT INTO "salesByHourChanges" (hour, sales, "salesCents") VALUES (${hour}, ${sales}, ${cents})`,
  ],
  keepInProduct: () => [],
  lockRow: (table, id) => [`PERFORM 1 FROM ${table} WHERE id = ${id} FOR NO KEY UPDATE`],
  refuse: (sentence) => [`RAISE EXCEPTION '${sentence}' USING ERRCODE = 'check_violation'`],
  // A note that stands may be one that the leader is about to delete.
  noteHours: (moments) => [noteHoursBefore(KEPT_IN_POSTGRES, moments)],
  isAnyKept: (moments) => `least(${moments.join(', ')}) < ${KEPT_IN_POSTGRES}`,
  looksIntoTables: false,
};

function rowsOf(amounts: [name: string, amount: string][]): string {
  return amounts.map(([name, amount]) => `(${name}, ${amount})`).join(', ');
}

function noteHoursBefore(kept: string, moments: string[]): string {
  return `INSERT INTO "changedHours" (hour) SELECT DISTINCT substr(moment, 1, 13)
    FROM (${moments.map((moment) => `SELECT ${moment} AS moment`).join(' UNION ALL ')}) AS moments
    WHERE moment < ${kept}`;
}
