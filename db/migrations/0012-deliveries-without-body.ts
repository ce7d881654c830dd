import { type Kysely, sql } from 'kysely';

/** A webhook's body may name a payer and is never read. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE "webhookInbox" DROP COLUMN body`.execute(db);
}
