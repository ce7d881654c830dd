import { type Kysely, sql } from 'kysely';

export const oldestReader = '0017-product-figures';

/** The products' list by name sorted all of them for each page. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX "productsByName" ON products ("nameOrder", id) WHERE "withdrawnAt" IS NULL`.execute(db);
}
