import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['purchaseItems'];

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, 'ALTER TABLE "purchaseItems" ADD COLUMN "completesItemIds" TEXT');
}
