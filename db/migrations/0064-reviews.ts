import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['purchaseItems', 'customers', 'products'];

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

/** An erased text is null; its stars stay. */
const SCHEMA = `
CREATE TABLE reviews (
  id TEXT PRIMARY KEY,
  "customerId" TEXT NOT NULL REFERENCES customers (id),
  "productId" TEXT NOT NULL REFERENCES products (id),
  "itemId" TEXT NOT NULL REFERENCES "purchaseItems" (id),
  rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  title TEXT CHECK (length(title) BETWEEN 1 AND 80),
  body TEXT CHECK (length(body) BETWEEN 1 AND 2000),
  words TEXT NOT NULL,
  "showsName" INTEGER NOT NULL CHECK ("showsName" IN (0, 1)),
  editor TEXT,
  system TEXT,
  state TEXT NOT NULL CHECK (state IN ('pending', 'shown', 'hidden')),
  "hiddenReason" TEXT CHECK ("hiddenReason" IN ('spam', 'offence', 'other_product')),
  answer TEXT CHECK (length(answer) BETWEEN 1 AND 2000),
  "answeredAt" TEXT,
  "writtenAt" TEXT NOT NULL,
  "changedAt" TEXT NOT NULL,
  CHECK ((title IS NULL) = (body IS NULL)),
  CHECK ((state = 'hidden') = ("hiddenReason" IS NOT NULL)),
  CHECK ((answer IS NULL) = ("answeredAt" IS NULL)),
  UNIQUE ("customerId", "productId")
) STRICT;;
CREATE INDEX "reviewsOfProduct" ON reviews ("productId", state, "writtenAt");;
CREATE INDEX "reviewsOfItem" ON reviews ("itemId");;
CREATE INDEX "reviewsByWriting" ON reviews ("writtenAt", id);;
CREATE INDEX "reviewsPending" ON reviews ("writtenAt") WHERE state = 'pending';;
CREATE INDEX "reviewsByChange" ON reviews ("changedAt");;
CREATE TABLE "reviewNotices" (
  "itemId" TEXT PRIMARY KEY REFERENCES "purchaseItems" (id),
  "dueAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;;
CREATE INDEX "reviewNoticesDue" ON "reviewNotices" ("dueAt");;
ALTER TABLE customers ADD COLUMN "wantsReviewNotices" INTEGER NOT NULL DEFAULT 1 CHECK ("wantsReviewNotices" IN (0, 1))`;
