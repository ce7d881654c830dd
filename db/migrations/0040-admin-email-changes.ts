import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';
import { allowMailKind } from '../schema/mail-kinds.ts';

export const oldestReader = '0024-announcements';

export async function up(db: Kysely<never>): Promise<void> {
  await allowMailKind(db, 'admin_email');
  await allowMailKind(db, 'admin_email_news');
  await runStatements(db, STATEMENTS);
}

const STATEMENTS = `
CREATE TABLE "adminEmailChanges" (
  id TEXT PRIMARY KEY,
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  "formerEmail" TEXT NOT NULL,
  "newEmail" TEXT NOT NULL,
  "confirmHash" TEXT NOT NULL UNIQUE,
  "stopHash" TEXT NOT NULL UNIQUE,
  "askedAt" TEXT NOT NULL,
  "confirmedAt" TEXT,
  "endedAt" TEXT
) STRICT;;
CREATE INDEX "adminEmailChangesByUser" ON "adminEmailChanges" ("userId", "askedAt")`;
