import { type Kysely, sql } from 'kysely';

/** Nobody reads what a bank's webhook said, and it may name a payer: only the charge that it is about stays. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE "webhookInbox" DROP COLUMN body`.execute(db);
}
