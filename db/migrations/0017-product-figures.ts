import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine.ts';

/** PostgreSQL has no such columns, because each sale would wait for the product's row. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(`CREATE VIEW "productFigures" AS ${isSqlite(db) ? KEPT_IN_COLUMNS : COUNTED}`).execute(db);
}

const KEPT_IN_COLUMNS = `SELECT id, "keysAvailable", "buyersWaiting" FROM products`;

const COUNTED = `
  SELECT id,
    coalesce((SELECT value FROM tallies WHERE name = 'keys:available:' || products.id), 0) AS "keysAvailable",
    (SELECT count(*) FROM purchases WHERE "productId" = products.id AND "keyWaitingSince" IS NOT NULL) AS "buyersWaiting"
  FROM products`;
