import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

const SCHEMA = `
ALTER TABLE outbox ADD COLUMN "requeuedAt" TEXT;;
CREATE INDEX "outboxGivenUp" ON outbox (id) WHERE state = 'given_up';;

CREATE INDEX "purchasesNeverPaid" ON purchases ("createdAt")
  WHERE status = 'FAILED' AND "paidCents" IS NULL AND "customerId" <> 'nobody';;

ALTER TABLE audit ADD COLUMN count INTEGER CHECK (count >= 1);;
CREATE TABLE "refusedSignIns" (
  account TEXT PRIMARY KEY,
  since TEXT NOT NULL,
  attempts INTEGER NOT NULL CHECK (attempts >= 1)
) STRICT`;
