import { type Kysely, sql } from 'kysely';

/** The trail of one thing is found by the id alone, which is all that is pasted into its search. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX "auditByThing" ON audit ("entityId", id)`.execute(db);
}
