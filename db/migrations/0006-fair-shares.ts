import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

const SCHEMA = `
CREATE TABLE "openPurchases" (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id) ON DELETE CASCADE,
  network TEXT CHECK (length(network) = 64),
  "awaitedAt" TEXT
) STRICT;;
INSERT INTO "openPurchases" ("purchaseId") SELECT id FROM purchases WHERE status = 'PENDING';;
CREATE INDEX "openPurchasesByNetwork" ON "openPurchases" (network);;
CREATE INDEX "openPurchasesAwaited" ON "openPurchases" ("awaitedAt") WHERE "awaitedAt" IS NOT NULL;;
CREATE INDEX "webhookInboxBySubject" ON "webhookInbox" ("resourceId", id);;
CREATE TRIGGER "purchaseClosed" AFTER UPDATE OF status ON purchases WHEN NEW.status <> 'PENDING' BEGIN
  DELETE FROM "openPurchases" WHERE "purchaseId" = NEW.id;
END`;
