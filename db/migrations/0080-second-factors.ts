import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = [];

/** A code app's secret is encrypted; of codes, devices, challenges and links there are hashes alone. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const SCHEMA = `
ALTER TABLE sessions ADD COLUMN "isFactorMissing" INTEGER NOT NULL DEFAULT 0 CHECK ("isFactorMissing" IN (0, 1));;
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  domain TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  "publicKey" TEXT NOT NULL,
  counter INTEGER NOT NULL CHECK (counter >= 0),
  "createdAt" TEXT NOT NULL,
  "lastUsedAt" TEXT,
  "clonedAt" TEXT
) STRICT, WITHOUT ROWID;;
CREATE INDEX "passkeysOfUser" ON passkeys ("userId");;
CREATE TABLE "codeApps" (
  "userId" TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "confirmedAt" TEXT,
  "lastStep" INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;;
CREATE TABLE "recoveryCodes" (
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  "usedAt" TEXT,
  PRIMARY KEY ("userId", hash)
) STRICT, WITHOUT ROWID;;
CREATE TABLE "signInChallenges" (
  hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('passkey', 'second_factor', 'confirm', 'add_passkey')),
  "userId" TEXT REFERENCES users (id) ON DELETE CASCADE,
  "expiresAt" TEXT NOT NULL,
  CHECK ((purpose = 'passkey') = ("userId" IS NULL))
) STRICT, WITHOUT ROWID;;
CREATE INDEX "signInChallengesByEnd" ON "signInChallenges" ("expiresAt");;
CREATE TABLE "knownDevices" (
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  "seenAt" TEXT NOT NULL,
  PRIMARY KEY ("userId", hash)
) STRICT, WITHOUT ROWID;;
CREATE TABLE "accountAlerts" (
  id TEXT PRIMARY KEY,
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('new_device', 'wrong_codes', 'cloned_passkey', 'factor_added', 'factor_removed', 'new_password')),
  detail TEXT NOT NULL,
  "tokenHash" TEXT NOT NULL UNIQUE,
  "createdAt" TEXT NOT NULL,
  "usedAt" TEXT
) STRICT, WITHOUT ROWID;;
CREATE INDEX "accountAlertsByTime" ON "accountAlerts" ("createdAt")`;
