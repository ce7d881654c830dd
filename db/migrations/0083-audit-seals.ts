import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = [];

/** The trail's rows may get their first seal, and nothing else. */
export const triggers = '6fa505cb7c2fda04';

/** The key of the seals is encrypted by a key outside of the database, so the next start seals what is there. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, 'ALTER TABLE audit ADD COLUMN seal TEXT');
}
