import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = [];

/** A notification names no device by a reference: a sale must not wait for, or fail by, one that is just taken away. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const SCHEMA = `
CREATE TABLE "notifiedDevices" (
  id TEXT PRIMARY KEY,
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  endpoint TEXT NOT NULL CHECK (length(endpoint) <= 2048),
  "publicKey" TEXT NOT NULL,
  "authSecret" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "nextAttemptAt" TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0)
) STRICT, WITHOUT ROWID;;
CREATE INDEX "notifiedDevicesByUser" ON "notifiedDevices" ("userId");;
CREATE TABLE notifications (
  "deviceId" TEXT NOT NULL,
  kind TEXT NOT NULL,
  "subjectId" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  PRIMARY KEY ("deviceId", kind, "subjectId")
) STRICT, WITHOUT ROWID;;
CREATE TABLE "declinedNotifications" (
  "userId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  PRIMARY KEY ("userId", kind)
) STRICT, WITHOUT ROWID;;
CREATE TABLE "quietHours" (
  "userId" TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  "fromHour" INTEGER NOT NULL CHECK ("fromHour" BETWEEN 0 AND 23),
  "untilHour" INTEGER NOT NULL CHECK ("untilHour" BETWEEN 0 AND 23)
) STRICT, WITHOUT ROWID`;
