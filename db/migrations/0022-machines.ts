import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0017-product-figures';

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const LIMIT = `"machineLimit" INTEGER CHECK ("machineLimit" BETWEEN 1 AND 100)`;

const SCHEMA = `
ALTER TABLE products ADD COLUMN "keySource" TEXT NOT NULL DEFAULT 'pool' CHECK ("keySource" IN ('pool', 'made'));;
ALTER TABLE products ADD COLUMN "keyPrefix" TEXT
  CHECK (length("keyPrefix") BETWEEN 2 AND 6) CHECK ("keySource" = 'pool' OR "keyPrefix" IS NOT NULL);;
ALTER TABLE products ADD COLUMN ${LIMIT};;
ALTER TABLE products ADD COLUMN "offlineDays" INTEGER NOT NULL DEFAULT 30 CHECK ("offlineDays" BETWEEN 7 AND 365);;
ALTER TABLE products ADD COLUMN "idleDays" INTEGER NOT NULL DEFAULT 90 CHECK ("idleDays" BETWEEN 30 AND 365);;
ALTER TABLE "activationKeys" ADD COLUMN ${LIMIT};;

CREATE TABLE machines (
  id TEXT NOT NULL PRIMARY KEY,
  "keyId" TEXT NOT NULL REFERENCES "activationKeys" (id),
  "fingerprintHash" TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) <= 60),
  platform TEXT CHECK (length(platform) <= 40),
  "pluginVersion" TEXT CHECK (length("pluginVersion") <= 30),
  host TEXT CHECK (length(host) <= 40),
  "firstSeenAt" TEXT NOT NULL,
  "lastSeenAt" TEXT NOT NULL,
  "releasedAt" TEXT,
  "releasedBy" TEXT CHECK ("releasedBy" IN ('plugin', 'buyer', 'admin', 'idle')),
  CHECK (("releasedAt" IS NULL) = ("releasedBy" IS NULL))
) STRICT;;
CREATE UNIQUE INDEX "machinesActive" ON machines ("keyId", "fingerprintHash") WHERE "releasedAt" IS NULL;;
CREATE INDEX "machinesOfKey" ON machines ("keyId", "releasedAt");;
CREATE INDEX "machinesReleased" ON machines ("releasedAt") WHERE "releasedAt" IS NOT NULL;;

CREATE TABLE "signingKeys" (
  kid TEXT NOT NULL PRIMARY KEY,
  "publicJwk" TEXT NOT NULL,
  "privateKey" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "retiredAt" TEXT
) STRICT`;
