import { type Kysely, sql } from 'kysely';
import { plainly } from '../schema/plain-text.ts';
import { joined } from '../schema/searchable.ts';

/** New words are indexed after the order (`indexNewWords`), and a trigger touches only the figures that its row changes. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

const KINDS = ['customer', 'product', 'purchase', 'key'];

/** The index fails where it is told to remove what it does not have. */
const isIndexed = (kind: string) => `EXISTS (SELECT 1 FROM "${kind}Search_docsize" WHERE id = OLD.number)`;

const indexedLater = (kind: string) => `
DROP TRIGGER "${kind}WordsAdded";;
DROP TRIGGER "${kind}WordsRemoved";;
DROP TRIGGER "${kind}WordsChanged";;
CREATE TRIGGER "${kind}WordsRemoved" AFTER DELETE ON "${kind}Words" WHEN ${isIndexed(kind)} BEGIN
  INSERT INTO "${kind}Search" ("${kind}Search", rowid, words) VALUES ('delete', OLD.number, OLD.words);
END;;
CREATE TRIGGER "${kind}WordsChanged" AFTER UPDATE OF words ON "${kind}Words" WHEN NEW.words <> OLD.words AND ${isIndexed(kind)} BEGIN
  INSERT INTO "${kind}Search" ("${kind}Search", rowid, words) VALUES ('delete', OLD.number, OLD.words);
  INSERT INTO "${kind}Search" (rowid, words) VALUES (NEW.number, NEW.words);
END;;`;

const counted = (row: string) => `(${row}.status <> 'FAILED')`;
const sold = (row: string) => `(${row}.status = 'COMPLETED')`;
const stateOf = (row: string) => `'purchases:' || ${row}.status || ':' || coalesce(${row}."failureReason", '')`;

const add = (name: string, amount: string) =>
  `INSERT INTO tallies (name, value) VALUES (${name}, ${amount}) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;`;

const countPurchase = (change: string, condition: string) => `
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" + ${change},
    "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = NEW."customerId" AND ${counted('purchases')})
    WHERE id = NEW."customerId" AND ${condition};`;

const addSale = (row: string, sign: '+' | '-') => `
  INSERT INTO "salesByHour" (hour, sales, "salesCents")
    VALUES (substr(${row}."completedAt", 1, 13), ${sign}1, ${sign}${row}."keptCents")
    ON CONFLICT (hour) DO UPDATE SET sales = sales + excluded.sales, "salesCents" = "salesCents" + excluded."salesCents";
  ${add(`'sales'`, `${sign}1`)}
  ${add(`'salesCents'`, `${sign}${row}."keptCents"`)}
  UPDATE customers SET
    "saleCount" = "saleCount" ${sign} 1,
    "totalSpentCents" = "totalSpentCents" ${sign} ${row}."keptCents",
    "firstSaleAt" = (SELECT min("completedAt") FROM purchases WHERE "customerId" = NEW."customerId" AND status = 'COMPLETED')
    WHERE id = NEW."customerId";`;

const OF_SALE = 'status, "totalCents", "paidCents", "returnedCents", "completedAt"';

const SCHEMA = `
${KINDS.map(indexedLater).join('')}
DROP TRIGGER "customerChangesWords";;
CREATE TRIGGER "customerChangesWords" AFTER UPDATE OF name, email ON customers
WHEN NEW.name IS NOT OLD.name OR NEW.email IS NOT OLD.email BEGIN
  UPDATE "customerWords" SET words = ${plainly(joined(['name', 'email'])('NEW'))} WHERE id = NEW.id;
END;;

DROP TRIGGER "purchaseTallied";;
DROP TRIGGER "purchaseRetallied";;
CREATE TRIGGER "purchaseTallied" AFTER INSERT ON purchases BEGIN
  ${add(stateOf('NEW'), '1')}
  ${countPurchase('1', counted('NEW'))}
END;;
CREATE TRIGGER "purchaseRetallied" AFTER UPDATE OF status, "failureReason" ON purchases BEGIN
  ${add(stateOf('OLD'), '-1')}
  ${add(stateOf('NEW'), '1')}
  ${countPurchase(`${counted('NEW')} - ${counted('OLD')}`, `${counted('NEW')} <> ${counted('OLD')}`)}
END;;
CREATE TRIGGER "saleTallied" AFTER INSERT ON purchases WHEN ${sold('NEW')} BEGIN
  ${addSale('NEW', '+')}
END;;
CREATE TRIGGER "saleUntallied" AFTER UPDATE OF ${OF_SALE} ON purchases WHEN ${sold('OLD')} BEGIN
  ${addSale('OLD', '-')}
END;;
CREATE TRIGGER "saleRetallied" AFTER UPDATE OF ${OF_SALE} ON purchases WHEN ${sold('NEW')} BEGIN
  ${addSale('NEW', '+')}
END;;
CREATE TRIGGER "purchaseWaitsAtOnce" AFTER INSERT ON purchases WHEN NEW."keyWaitingSince" IS NOT NULL BEGIN
  UPDATE products SET "buyersWaiting" = "buyersWaiting" + 1 WHERE id = NEW."productId";
END`;
