import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = [];

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

/** `person` is what an erasure takes; keys are in neither column. */
const SCHEMA = `
CREATE TABLE hooks (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('standard', 'discord', 'telegram')),
  description TEXT NOT NULL CHECK (length(description) BETWEEN 1 AND 80),
  address TEXT NOT NULL,
  events TEXT NOT NULL,
  "includeKeys" INTEGER NOT NULL CHECK ("includeKeys" IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'disabled')),
  "stateAt" TEXT NOT NULL,
  "stateBy" TEXT,
  "failingSince" TEXT,
  "createdAt" TEXT NOT NULL
) STRICT;;
CREATE TABLE "shopEvents" (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  "subjectId" TEXT NOT NULL,
  "purchaseId" TEXT,
  data TEXT NOT NULL,
  person TEXT,
  "createdAt" TEXT NOT NULL
) STRICT;;
CREATE INDEX "shopEventsByTime" ON "shopEvents" ("createdAt", id);;
CREATE INDEX "shopEventsOfPurchase" ON "shopEvents" ("purchaseId") WHERE "purchaseId" IS NOT NULL;;
CREATE TABLE "hookDeliveries" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  "hookId" TEXT NOT NULL REFERENCES hooks (id) ON DELETE CASCADE,
  "eventId" TEXT NOT NULL REFERENCES "shopEvents" (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'given_up')),
  tries INTEGER NOT NULL CHECK (tries >= 0),
  attempts TEXT NOT NULL,
  "nextAttemptAt" TEXT NOT NULL,
  "lastAttemptAt" TEXT,
  "createdAt" TEXT NOT NULL,
  UNIQUE ("eventId", "hookId")
) STRICT;;
CREATE INDEX "hookDeliveriesDue" ON "hookDeliveries" ("hookId", "nextAttemptAt") WHERE state = 'waiting';;
CREATE INDEX "hookDeliveriesTried" ON "hookDeliveries" ("hookId", "lastAttemptAt") WHERE "lastAttemptAt" IS NOT NULL;;
CREATE INDEX "hookDeliveriesOfHook" ON "hookDeliveries" ("hookId", id)`;
