import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine.ts';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
  await (isSqlite(db) ? allowInFile(db) : allowInServer(db));
}

/** `soldOutAt` is kept on the product, so that pages read it without counting keys. */
const SCHEMA = `
ALTER TABLE products ADD COLUMN "lowKeysAt" INTEGER CHECK ("lowKeysAt" BETWEEN 0 AND 10000);;
ALTER TABLE products ADD COLUMN "pauseWithoutKeys" INTEGER NOT NULL DEFAULT 0 CHECK ("pauseWithoutKeys" IN (0, 1));;
ALTER TABLE products ADD COLUMN "areKeysPlenty" INTEGER NOT NULL DEFAULT 0 CHECK ("areKeysPlenty" IN (0, 1));;
ALTER TABLE products ADD COLUMN "soldOutAt" TEXT;;

CREATE TABLE "stockNotices" (
  id TEXT NOT NULL PRIMARY KEY,
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  email TEXT NOT NULL CHECK (length(email) <= 254),
  "createdAt" TEXT NOT NULL,
  "queuedAt" TEXT,
  UNIQUE ("productId", email)
) STRICT;;
CREATE INDEX "stockNoticesByEmail" ON "stockNotices" (email);;
CREATE INDEX "stockNoticesByAge" ON "stockNotices" ("createdAt");;
CREATE INDEX "stockNoticesWaiting" ON "stockNotices" ("productId") WHERE "queuedAt" IS NULL`;

const KINDS = ['low_keys', 'stock_notice'];

/** SQLite changes a CHECK only with its table; the kinds of other migrations stay. */
async function allowInFile(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ type: string; text: string }>`
    select type, sql as text from sqlite_master where tbl_name = 'outbox' and sql is not null`.execute(db);
  const table = rows.find(({ type }) => type === 'table')?.text ?? '';
  const anew = table
    .replace(/^CREATE TABLE\s+"?outbox"?/i, 'CREATE TABLE "outboxAnew"')
    .replace(/kind IN \(([^)]*)\)/, (_, known: string) => `kind IN (${[known, ...KINDS.map(quoted)].join(', ')})`);
  const others = rows.filter(({ type }) => type !== 'table').map(({ text }) => text);
  const statements = [
    anew,
    'INSERT INTO "outboxAnew" SELECT * FROM outbox',
    'DROP TABLE outbox',
    'ALTER TABLE "outboxAnew" RENAME TO outbox',
    ...others,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function allowInServer(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ name: string; text: string }>`
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'outbox'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%receipt%'`.execute(db);
  const known = rows.flatMap(({ text }) => [...text.matchAll(/'(\w+)'/g)].flatMap(([, kind = '']) => kind));
  for (const { name } of rows) await sql.raw(`ALTER TABLE outbox DROP CONSTRAINT "${name}"`).execute(db);
  const allowed = [...known, ...KINDS].map(quoted).join(', ');
  await sql.raw(`ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN (${allowed}))`).execute(db);
}

function quoted(kind: string): string {
  return `'${kind}'`;
}
