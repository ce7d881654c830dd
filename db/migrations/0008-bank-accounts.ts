import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

const REVIEWS = ['short_payment', 'dispute', 'unknown_account', 'duplicate_payment', 'partial_return', 'unknown_state'];

const PAID = `coalesce("paidCents", "totalCents")`;
const KEPT = `CASE WHEN ${PAID} - "returnedCents" < "totalCents" THEN ${PAID} - "returnedCents" ELSE "totalCents" END`;

const counted = (row: string) => `(${row}.status <> 'FAILED' OR ${row}."failureReason" <> 'expired')`;
const sold = (row: string) => `(${row}.status = 'COMPLETED')`;
const stateOf = (row: string) => `'purchases:' || ${row}.status || ':' || coalesce(${row}."failureReason", '')`;

const add = (name: string, amount: string) =>
  `INSERT INTO tallies (name, value) VALUES (${name}, ${amount}) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;`;

const addSale = (row: string, sign: '' | '-') => `
  INSERT INTO "salesByHour" (hour, sales, "salesCents")
    SELECT substr(${row}."completedAt", 1, 13), ${sign}1, ${sign}${row}."keptCents" WHERE ${sold(row)}
    ON CONFLICT (hour) DO UPDATE SET sales = sales + excluded.sales, "salesCents" = "salesCents" + excluded."salesCents";
  ${add(`'sales'`, `${sign}${sold(row)}`)}
  ${add(`'salesCents'`, `${sign}(${sold(row)} * ${row}."keptCents")`)}`;

const SOLD_TO_CUSTOMER = `
    "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = NEW."customerId" AND ${counted('purchases')}),
    "firstSaleAt" = (SELECT min("completedAt") FROM purchases WHERE "customerId" = NEW."customerId" AND status = 'COMPLETED')`;

const SCHEMA = `
CREATE TABLE "bankAccounts" (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  name TEXT NOT NULL,
  "firstUsedAt" TEXT NOT NULL,
  "lastUsedAt" TEXT NOT NULL
) STRICT;;

DROP TRIGGER "purchaseTallied";;
DROP TRIGGER "purchaseRetallied";;
DROP INDEX "purchasesInReview";;
ALTER TABLE purchases RENAME COLUMN review TO "formerReview";;
ALTER TABLE purchases ADD COLUMN review TEXT CHECK (review IN (${REVIEWS.map((name) => `'${name}'`).join(', ')}));;
UPDATE purchases SET review = "formerReview" WHERE "formerReview" IS NOT NULL;;
ALTER TABLE purchases DROP COLUMN "formerReview";;
CREATE INDEX "purchasesInReview" ON purchases ("createdAt", id) WHERE review IS NOT NULL;;

ALTER TABLE purchases ADD COLUMN account TEXT;;
CREATE INDEX "purchasesWithoutAccount" ON purchases (provider) WHERE account IS NULL;;
CREATE INDEX "purchasesUnsettled" ON purchases (account, provider)
  WHERE status = 'PENDING' OR review IS NOT NULL OR ("refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL);;

ALTER TABLE purchases ADD COLUMN "returnedCents" INTEGER NOT NULL DEFAULT 0
  CHECK ("returnedCents" >= 0 AND ("returnedCents" = 0 OR "returnedCents" <= ${PAID}));;
ALTER TABLE purchases ADD COLUMN "returnedAt" TEXT CHECK ("returnedAt" IS NULL OR "returnedCents" > 0);;
ALTER TABLE purchases ADD COLUMN "keptCents" INTEGER GENERATED ALWAYS AS (${KEPT}) VIRTUAL;;
UPDATE purchases SET "returnedCents" = ${PAID}, "returnedAt" = "refundedAt" WHERE status = 'REFUNDED' AND ${PAID} > 0;;
DROP INDEX "purchasesSoldByCoupon";;
CREATE INDEX "purchasesSoldByCoupon" ON purchases ("couponCode", status, "completedAt", "keptCents", "discountCents", id) WHERE "couponCode" IS NOT NULL;;
DROP INDEX "purchasesRefunded";;
CREATE INDEX "purchasesRefunded" ON purchases ("refundedAt", "totalCents", "paidCents") WHERE "refundedAt" IS NOT NULL;;
DROP INDEX "purchasesSoldByProduct";;
CREATE INDEX "purchasesSoldByProduct" ON purchases ("productId", "completedAt", "keptCents", "discountCents") WHERE status = 'COMPLETED';;
CREATE INDEX "purchasesReturnedInPart" ON purchases ("returnedAt", "totalCents", "paidCents", "keptCents") WHERE status = 'COMPLETED' AND "returnedAt" IS NOT NULL;;

CREATE TRIGGER "purchaseTallied" AFTER INSERT ON purchases BEGIN
  ${add(stateOf('NEW'), '1')}
  ${addSale('NEW', '')}
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" + ${counted('NEW')},
    "saleCount" = "saleCount" + ${sold('NEW')},
    "totalSpentCents" = "totalSpentCents" + ${sold('NEW')} * NEW."keptCents", ${SOLD_TO_CUSTOMER}
    WHERE id = NEW."customerId";
  UPDATE products SET "buyersWaiting" = "buyersWaiting" + 1 WHERE id = NEW."productId" AND NEW."keyWaitingSince" IS NOT NULL;
END;;
CREATE TRIGGER "purchaseRetallied"
AFTER UPDATE OF status, "failureReason", "totalCents", "paidCents", "returnedCents", "completedAt" ON purchases BEGIN
  ${add(stateOf('OLD'), '-1')}
  ${add(stateOf('NEW'), '1')}
  ${addSale('OLD', '-')}
  ${addSale('NEW', '')}
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" + ${counted('NEW')} - ${counted('OLD')},
    "saleCount" = "saleCount" + ${sold('NEW')} - ${sold('OLD')},
    "totalSpentCents" = "totalSpentCents" + ${sold('NEW')} * NEW."keptCents" - ${sold('OLD')} * OLD."keptCents", ${SOLD_TO_CUSTOMER}
    WHERE id = NEW."customerId";
END;;

CREATE TABLE "bankPayments" (
  account TEXT NOT NULL,
  "paymentId" TEXT NOT NULL,
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  PRIMARY KEY (account, "paymentId")
) STRICT, WITHOUT ROWID;;
INSERT INTO "bankPayments" (account, "paymentId", "purchaseId")
  SELECT provider, "providerPaymentId", id FROM purchases
  WHERE "providerPaymentId" IS NOT NULL AND "completedAt" IS NOT NULL
  ORDER BY "completedAt", id
  ON CONFLICT DO NOTHING;;
CREATE TRIGGER "paymentTaken" AFTER UPDATE OF status ON purchases
WHEN NEW.status = 'COMPLETED' AND OLD.status <> 'COMPLETED' AND NEW."providerPaymentId" IS NOT NULL BEGIN
  INSERT INTO "bankPayments" (account, "paymentId", "purchaseId")
    SELECT coalesce(NEW.account, NEW.provider), NEW."providerPaymentId", NEW.id
    WHERE NOT EXISTS (SELECT 1 FROM "bankPayments" WHERE account = coalesce(NEW.account, NEW.provider)
      AND "paymentId" = NEW."providerPaymentId" AND "purchaseId" = NEW.id);
END;;

ALTER TABLE "affiliateSales" ADD COLUMN "commissionHundredths" INTEGER CHECK ("commissionHundredths" >= 0);;
UPDATE "affiliateSales" SET "commissionHundredths" = ("commissionCents" * 10000 + "amountCents" / 2) / "amountCents"
  WHERE "amountCents" > 0`;
