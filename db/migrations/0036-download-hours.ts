import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0018-products-by-name';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, 'ALTER TABLE "purchaseItems" ADD COLUMN "lastDownloadHour" TEXT');
}
