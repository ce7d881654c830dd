import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = [];

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

/** A token outlives its maker, since the trail names it. */
const SCHEMA = `
CREATE TABLE "apiTokens" (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  words TEXT NOT NULL,
  prefix TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  "createdBy" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "expiresAt" TEXT,
  "lastUsedAt" TEXT,
  "revokedAt" TEXT
) STRICT;;
CREATE TABLE "idempotentCalls" (
  "tokenId" TEXT NOT NULL,
  "keyHash" TEXT NOT NULL,
  "requestHash" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  status INTEGER,
  body TEXT,
  PRIMARY KEY ("tokenId", "keyHash")
) STRICT`;
