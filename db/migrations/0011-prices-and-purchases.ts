import { type Kysely, sql } from 'kysely';

/** Takes products below R$ 0,50 off sale and drops original prices that are not higher; refused orders do not count. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const name of ['purchaseTallied', 'purchaseRetallied']) await leaveOutRefused(db, name);
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

/** Edits the existing trigger, so that later additions to it are kept. */
async function leaveOutRefused(db: Kysely<never>, name: string): Promise<void> {
  const found = await sql<{
    sql: string;
  }>`SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ${name}`.execute(db);
  const before = found.rows[0]?.sql ?? '';
  const after = ['OLD', 'NEW', 'purchases'].reduce(
    (text, row) => text.replaceAll(unexpired(row), unfailed(row)),
    before,
  );
  if (after === before) throw new Error(`The trigger ${name} does not count purchases as it did.`);
  await sql.raw(`DROP TRIGGER "${name}"`).execute(db);
  await sql.raw(after).execute(db);
}

const unexpired = (row: string) => `(${row}.status <> 'FAILED' OR ${row}."failureReason" <> 'expired')`;
const unfailed = (row: string) => `(${row}.status <> 'FAILED')`;

const OF_CUSTOMER = `FROM purchases WHERE "customerId" = customers.id AND status <> 'FAILED'`;

const SELLING_FOR_NOTHING = `NEW.status = 'active' AND NEW."priceCents" < 50`;
const REFUSED = `SELECT RAISE(ABORT, 'a product on sale costs at least R$ 0,50')`;

const noteInTrail = (action: string, field: string, condition: string) => `
INSERT INTO audit (at, "actorId", action, entity, "entityId", fields)
  SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'upgrade', '${action}', 'product', id, '["${field}"]'
  FROM products WHERE "withdrawnAt" IS NULL AND ${condition} ORDER BY id`;

const SCHEMA = `
UPDATE customers SET
  "purchaseCount" = (SELECT count(*) ${OF_CUSTOMER}),
  "lastPurchaseAt" = (SELECT max("createdAt") ${OF_CUSTOMER})
  WHERE id IN (SELECT "customerId" FROM purchases WHERE status = 'FAILED');;

${noteInTrail('product.send_to_review', 'status', `status = 'active' AND "priceCents" < 50`)};;
UPDATE products SET status = 'Em revisão' WHERE status = 'active' AND "priceCents" < 50;;
${noteInTrail('product.drop_original_price', 'originalPriceCents', '"originalPriceCents" <= "priceCents"')};;
UPDATE products SET "originalPriceCents" = NULL WHERE "originalPriceCents" <= "priceCents";;
CREATE TRIGGER "productIsAddedWithPrice" BEFORE INSERT ON products WHEN ${SELLING_FOR_NOTHING} BEGIN ${REFUSED}; END;;
CREATE TRIGGER "productKeepsPrice" BEFORE UPDATE OF status, "priceCents" ON products WHEN ${SELLING_FOR_NOTHING} BEGIN ${REFUSED}; END`;
