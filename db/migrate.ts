import { type Migration, Migrator } from 'kysely/migration';
import * as theStore from './migrations/0001-the-store.ts';
import * as theBackOffice from './migrations/0002-the-back-office.ts';
import * as couponsAndCommissions from './migrations/0003-coupons-and-commissions.ts';
import * as theBanks from './migrations/0004-the-banks.ts';
import type { Database } from './tables.ts';

/** The history of the schema, by name. What was released is never changed: a new step is added below. */
const migrations: Record<string, Migration> = {
  '0001-the-store': theStore,
  '0002-the-back-office': theBackOffice,
  '0003-coupons-and-commissions': couponsAndCommissions,
  '0004-the-banks': theBanks,
};

/** Brings the database to the newest schema, all steps in one transaction each, or throws and changes nothing. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
