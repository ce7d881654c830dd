import { type Kysely, sql } from 'kysely';

/** Deleting a coupon no longer takes its redemptions along, on which held uses and commissions rest. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

const SCHEMA = `
CREATE TABLE "redemptionsAnew" (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id),
  "couponId" TEXT NOT NULL REFERENCES coupons (id) ON DELETE RESTRICT,
  state TEXT NOT NULL CHECK (state IN ('HELD', 'USED', 'FREED', 'LATE')),
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL
) STRICT;;
INSERT INTO "redemptionsAnew" SELECT "purchaseId", "couponId", state, "createdAt", "updatedAt" FROM redemptions;;
DROP TABLE redemptions;;
ALTER TABLE "redemptionsAnew" RENAME TO redemptions;;
CREATE INDEX "redemptionsByCoupon" ON redemptions ("couponId")`;
