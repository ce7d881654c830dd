import { type Kysely, sql } from 'kysely';
import { addPlainColumn } from '../schema/plain-text.ts';

/** Redeemed coupons are withdrawn instead of deleted, so that their purchases can still be settled. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

const FIGURES = ['pending', 'paid', 'reversed'];

const addSale = (row: string, sign: '+' | '-') => `
  UPDATE affiliates SET ${FIGURES.flatMap((state) => [
    `"${state}Count" = "${state}Count" ${sign} (${row}.status = '${state}')`,
    `"${state}Cents" = "${state}Cents" ${sign} (${row}.status = '${state}') * ${row}."commissionCents"`,
  ]).join(', ')},
    "soldCents" = "soldCents" ${sign} (${row}.status <> 'reversed') * ${row}."amountCents"
    WHERE "userId" = ${row}."affiliateId";`;

const ofAffiliate = (figure: string, condition: string) =>
  `(SELECT ${figure} FROM "affiliateSales" WHERE "affiliateId" = affiliates."userId" AND ${condition})`;

const SCHEMA = `
ALTER TABLE coupons ADD COLUMN "withdrawnAt" TEXT CHECK ("withdrawnAt" IS NULL OR "isActive" = 0);;
${addPlainColumn('coupons', 'words', `code || ' ' || name || ' ' || description`)}
${addPlainColumn('coupons', 'nameOrder', 'name')}
${addPlainColumn('users', 'words', `name || ' ' || email`)}
${addPlainColumn('users', 'nameOrder', 'name')}
DROP INDEX "couponsByCode";;
CREATE UNIQUE INDEX "couponsByCode" ON coupons (lower(code)) WHERE "withdrawnAt" IS NULL;;
CREATE UNIQUE INDEX "couponsByAffiliate" ON coupons ("affiliateId") WHERE "affiliateId" IS NOT NULL AND "withdrawnAt" IS NULL;;
CREATE INDEX "couponsByName" ON coupons ("nameOrder", id) WHERE "withdrawnAt" IS NULL;;
CREATE INDEX "couponsByWords" ON coupons (words, id);;
CREATE INDEX "affiliatesByName" ON users ("nameOrder", id) WHERE "isAffiliate" = 1;;

${FIGURES.map(
  (state) => `
ALTER TABLE affiliates ADD COLUMN "${state}Count" INTEGER NOT NULL DEFAULT 0;;
ALTER TABLE affiliates ADD COLUMN "${state}Cents" INTEGER NOT NULL DEFAULT 0;;`,
).join('')}
ALTER TABLE affiliates ADD COLUMN "soldCents" INTEGER NOT NULL DEFAULT 0;;
UPDATE affiliates SET ${FIGURES.flatMap((state) => [
  `"${state}Count" = ${ofAffiliate('count(*)', `status = '${state}'`)}`,
  `"${state}Cents" = ${ofAffiliate('coalesce(sum("commissionCents"), 0)', `status = '${state}'`)}`,
]).join(', ')}, "soldCents" = ${ofAffiliate('coalesce(sum("amountCents"), 0)', `status <> 'reversed'`)};;
CREATE TRIGGER "affiliateSaleTallied" AFTER INSERT ON "affiliateSales" BEGIN
  ${addSale('NEW', '+')}
END;;
CREATE TRIGGER "affiliateSaleRetallied" AFTER UPDATE OF status, "amountCents", "commissionCents" ON "affiliateSales" BEGIN
  ${addSale('OLD', '-')}
  ${addSale('NEW', '+')}
END;;

DROP INDEX "affiliateSalesByAffiliate";;
CREATE INDEX "affiliateSalesByAffiliate" ON "affiliateSales" ("affiliateId", "createdAt", id);;
CREATE INDEX "affiliateSalesByState" ON "affiliateSales" (status, "createdAt", id);;
CREATE INDEX "affiliateSalesOfAffiliateByState" ON "affiliateSales" ("affiliateId", status, "createdAt", id)`;
