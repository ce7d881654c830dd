import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = [];

/** Whoever was an administrator before owns the shop. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const SCHEMA = `
ALTER TABLE users ADD COLUMN role TEXT
  CHECK (role IS NULL OR ("isAdmin" = 1 AND role IN ('owner', 'manager', 'finance', 'support', 'content')));;
UPDATE users SET role = 'owner' WHERE "isAdmin" = 1;;
ALTER TABLE audit ADD COLUMN "actorRole" TEXT;;
ALTER TABLE audit ADD COLUMN "actorSession" TEXT;;
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL CHECK (email = lower(email)),
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'finance', 'support', 'content')),
  "tokenHash" TEXT NOT NULL UNIQUE,
  "invitedBy" TEXT NOT NULL REFERENCES users (id),
  "createdAt" TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL,
  "endedAt" TEXT
) STRICT, WITHOUT ROWID;;
CREATE UNIQUE INDEX "invitationsOpen" ON invitations (email) WHERE "endedAt" IS NULL`;
