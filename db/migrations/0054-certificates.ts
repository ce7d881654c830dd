import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** The keys lie encrypted in `encryptedSettings`. A certificate that ends is an incident, too. */
const STATEMENTS = `
CREATE TABLE certificates (
  domain TEXT PRIMARY KEY CHECK (length(domain) BETWEEN 1 AND 253),
  "startsAt" TEXT,
  "endsAt" TEXT,
  "storedAt" TEXT,
  "isRehearsed" INTEGER NOT NULL DEFAULT 0 CHECK ("isRehearsed" IN (0, 1)),
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
  "failedAt" TEXT,
  problem TEXT,
  "retryAt" TEXT,
  "heldUntil" TEXT,
  CHECK (("startsAt" IS NULL) = ("endsAt" IS NULL) AND ("startsAt" IS NULL) = ("storedAt" IS NULL)),
  CHECK ((failures = 0) = ("failedAt" IS NULL) AND (failures = 0) = (problem IS NULL))
) STRICT, WITHOUT ROWID;;
CREATE TABLE challenges (
  token TEXT PRIMARY KEY CHECK (length(token) BETWEEN 1 AND 200),
  kind TEXT NOT NULL CHECK (kind IN ('http', 'alpn')),
  domain TEXT NOT NULL,
  response TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;;
CREATE TABLE "formerIncidents" AS SELECT * FROM incidents;;
DROP TABLE incidents;;
CREATE TABLE incidents (
  subject TEXT PRIMARY KEY CHECK (subject IN ('backup', 'bank', 'certificate', 'disk')),
  "beganAt" TEXT,
  "toldAt" TEXT,
  "isTold" INTEGER NOT NULL DEFAULT 0 CHECK ("isTold" IN (0, 1)),
  CHECK ("isTold" = 0 OR ("beganAt" IS NOT NULL AND "toldAt" IS NOT NULL))
) STRICT, WITHOUT ROWID;;
INSERT INTO incidents (subject, "beganAt", "toldAt", "isTold") SELECT subject, "beganAt", "toldAt", "isTold" FROM "formerIncidents";;
DROP TABLE "formerIncidents"`;
