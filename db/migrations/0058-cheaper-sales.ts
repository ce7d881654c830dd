import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine.ts';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

/** Each write of a purchase and its customer costs by their indexes, on PostgreSQL by all of them. */
export async function up(db: Kysely<never>): Promise<void> {
  // Whoever sells takes both in this order, too.
  if (!isSqlite(db)) await sql`lock table purchases, customers in access exclusive mode`.execute(db);
  await runStatements(db, isSqlite(db) ? LISTS : LISTS.replaceAll('"customerOrder",', '"customerOrder" NULLS FIRST,'));
  await runStatements(db, CHARGES);
  if (!isSqlite(db)) await runStatements(db, STORAGE_IN_POSTGRES);
}

/** A paid purchase, which most are, is in none of the lists by state: the others say its state themselves. */
const LISTS = `
DROP INDEX "purchasesByState";;
DROP INDEX "purchasesByStateAndCustomer";;
DROP INDEX "purchasesByStateAndProduct";;
DROP INDEX "purchasesByStateAndTotal";;
CREATE INDEX "purchasesOpen" ON purchases ("createdAt", id) WHERE status = 'PENDING';;
CREATE INDEX "purchasesEnded" ON purchases (status, "failureReason", "createdAt", id)
  WHERE status = 'FAILED' OR status = 'REFUNDED';;
CREATE INDEX "purchasesEndedByCustomer" ON purchases (status, "failureReason", "customerOrder", id)
  WHERE status = 'FAILED' OR status = 'REFUNDED';;
CREATE INDEX "purchasesEndedByProduct" ON purchases (status, "failureReason", "productOrder", id)
  WHERE status = 'FAILED' OR status = 'REFUNDED';;
CREATE INDEX "purchasesEndedByTotal" ON purchases (status, "failureReason", "totalCents", id)
  WHERE status = 'FAILED' OR status = 'REFUNDED';;
DROP INDEX "purchasesByCreation";;
CREATE INDEX "purchasesByCreation" ON purchases ("createdAt", id, status);;
DROP INDEX "purchasesByCustomerName";;
CREATE INDEX "purchasesByCustomerName" ON purchases ("customerOrder", id, status);;
DROP INDEX "purchasesByProductName";;
CREATE INDEX "purchasesByProductName" ON purchases ("productOrder", id, status);;
DROP INDEX "purchasesByTotal";;
CREATE INDEX "purchasesByTotal" ON purchases ("totalCents", id, status);;
DROP INDEX "purchasesCompletedByCustomer"`;

/** A bank's own name of a charge; most banks call it by our reference, which has its index. */
const CHARGES = `
CREATE TABLE "bankCharges" (
  provider TEXT NOT NULL,
  "chargeId" TEXT NOT NULL,
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id) ON DELETE CASCADE,
  PRIMARY KEY (provider, "chargeId")
) STRICT, WITHOUT ROWID;;
INSERT INTO "bankCharges" (provider, "chargeId", "purchaseId")
  SELECT provider, "providerChargeId", id FROM purchases WHERE "providerChargeId" <> "providerReference";;
DROP INDEX "purchasesByCharge"`;

/** Free space in a page keeps a changed row there, so that no index learns of it and little is written to the log. */
const STORAGE_IN_POSTGRES = `
ALTER TABLE purchases SET (fillfactor = 75);;
ALTER TABLE customers SET (fillfactor = 85);;
DROP INDEX "customersByEmail";;
ALTER TABLE customers DROP CONSTRAINT customers_email_key,
  ADD CONSTRAINT customers_email_key UNIQUE (email) INCLUDE (id, "erasedAt");;
ALTER TABLE "tallyChanges" DROP COLUMN id;;
ALTER TABLE "tallyChanges" REPLICA IDENTITY FULL;;
ALTER TABLE "salesByHourChanges" DROP COLUMN id;;
ALTER TABLE "salesByHourChanges" REPLICA IDENTITY FULL`;
