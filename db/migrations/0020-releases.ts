import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0018-products-by-name';

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const SCHEMA = `
ALTER TABLE products ADD COLUMN "updatePolicy" TEXT NOT NULL DEFAULT 'always'
  CHECK ("updatePolicy" IN ('always', 'major', 'months'));;
ALTER TABLE products ADD COLUMN "updateMonths" INTEGER
  CHECK (("updatePolicy" = 'months' AND "updateMonths" BETWEEN 1 AND 60) OR ("updatePolicy" <> 'months' AND "updateMonths" IS NULL));;
ALTER TABLE products ADD COLUMN "currentVersion" TEXT;;

CREATE TABLE releases (
  id TEXT PRIMARY KEY NOT NULL,
  "productId" TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  version TEXT NOT NULL,
  channel TEXT NOT NULL CHECK (channel IN ('stable', 'beta')),
  state TEXT NOT NULL CHECK (state IN ('draft', 'published', 'withdrawn')),
  notes TEXT NOT NULL,
  "isCritical" INTEGER NOT NULL CHECK ("isCritical" IN (0, 1)),
  "createdAt" TEXT NOT NULL,
  "publishedAt" TEXT,
  "withdrawnAt" TEXT,
  "withdrawnReason" TEXT,
  UNIQUE ("productId", version),
  CHECK ((state = 'draft') = ("publishedAt" IS NULL)),
  CHECK ((state = 'withdrawn') = ("withdrawnAt" IS NOT NULL)),
  CHECK (("withdrawnAt" IS NULL) = ("withdrawnReason" IS NULL))
) STRICT;;

CREATE TABLE "releaseFiles" (
  id TEXT PRIMARY KEY NOT NULL,
  "releaseId" TEXT NOT NULL REFERENCES releases (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('any', 'windows', 'macos', 'macos-intel', 'macos-arm', 'linux')),
  label TEXT NOT NULL,
  "fileName" TEXT NOT NULL,
  "sizeBytes" INTEGER NOT NULL CHECK ("sizeBytes" > 0),
  sha256 TEXT NOT NULL,
  "storedAs" TEXT NOT NULL UNIQUE,
  downloads INTEGER NOT NULL DEFAULT 0 CHECK (downloads >= 0),
  "createdAt" TEXT NOT NULL,
  "sizeCheckedAt" TEXT NOT NULL,
  "contentCheckedAt" TEXT NOT NULL,
  "damagedAt" TEXT,
  UNIQUE ("releaseId", "fileName")
) STRICT;;

CREATE TABLE "fileTransfers" (
  id TEXT PRIMARY KEY NOT NULL,
  "releaseId" TEXT NOT NULL,
  "actorId" TEXT NOT NULL,
  platform TEXT NOT NULL,
  label TEXT NOT NULL,
  "fileName" TEXT NOT NULL,
  "sizeBytes" INTEGER NOT NULL CHECK ("sizeBytes" > 0),
  "storedAs" TEXT NOT NULL UNIQUE,
  "offsetBytes" INTEGER NOT NULL CHECK ("offsetBytes" BETWEEN 0 AND "sizeBytes"),
  "storeState" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL,
  "finishedAt" TEXT
) STRICT;;

CREATE TABLE "fileDownloads" (
  "itemId" TEXT NOT NULL,
  "fileId" TEXT NOT NULL REFERENCES "releaseFiles" (id) ON DELETE CASCADE,
  hour TEXT NOT NULL,
  PRIMARY KEY ("itemId", "fileId", hour)
) STRICT;;
CREATE INDEX "fileDownloadsByFile" ON "fileDownloads" ("fileId")`;
