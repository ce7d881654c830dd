import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine.ts';
import { runStatements } from '../schema/ddl.ts';
import { rebuildTable } from '../schema/rebuild-table.ts';

export const oldestReader = '0024-announcements';

/** Kinds of later versions become rows when those start, without a step of their own. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, KINDS);
  await (isSqlite(db) ? referInFile(db) : referInServer(db));
  await runStatements(db, SENT);
}

const KINDS = `
CREATE TABLE "mailKinds" (kind TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;;
INSERT INTO "mailKinds" (kind) VALUES ('receipt'), ('key'), ('resend'), ('withdrawal_received'), ('withdrawal_refused'),
  ('refunded'), ('sign_in'), ('new_email'), ('email_news'), ('admin_email'), ('admin_email_news'), ('release'),
  ('low_keys'), ('stock_notice'), ('reminder')`;

const REFERENCE = 'REFERENCES "mailKinds" (kind)';

function referInFile(db: Kysely<never>): Promise<void> {
  return rebuildTable(db, 'outbox', (table) => table.replace(/CHECK\s*\(kind IN \([^)]*\)\)/, REFERENCE));
}

async function referInServer(db: Kysely<never>): Promise<void> {
  const change = `ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check, ADD FOREIGN KEY (kind) ${REFERENCE}`;
  await sql.raw(change).execute(db);
}

/** Of all kinds, so that a further kind of notice is counted by it too. */
const SENT = `
DROP INDEX "noticesSent";;
CREATE INDEX "mailSent" ON outbox (kind, "sentAt") WHERE "sentAt" IS NOT NULL`;
