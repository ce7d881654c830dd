import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** A view without an owner is everybody's. */
const STATEMENTS = `
ALTER TABLE audit ADD COLUMN changes TEXT;;
CREATE TABLE "savedViews" (
  id TEXT PRIMARY KEY,
  "ownerId" TEXT REFERENCES users (id),
  list TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  query TEXT NOT NULL CHECK (length(query) <= 1000),
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;;
CREATE UNIQUE INDEX "ownViewsByName" ON "savedViews" ("ownerId", list, name);;
CREATE UNIQUE INDEX "sharedViewsByName" ON "savedViews" (list, name) WHERE "ownerId" IS NULL;;
CREATE TABLE "customerNotes" (
  id TEXT PRIMARY KEY,
  "customerId" TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  "authorId" TEXT NOT NULL,
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  "createdAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;;
CREATE INDEX "notesOfCustomer" ON "customerNotes" ("customerId", "createdAt")`;
