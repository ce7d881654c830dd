import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['coupons'];

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** The ids refer to no row: a coupon for a product that was deleted must stay one for nothing else. */
const STATEMENTS = `
ALTER TABLE coupons ADD COLUMN "productIds" TEXT NOT NULL DEFAULT '[]';;
ALTER TABLE coupons ADD COLUMN "perCustomer" INTEGER CHECK ("perCustomer" >= 1);;
ALTER TABLE coupons ADD COLUMN "onlyOwnersOf" TEXT`;
