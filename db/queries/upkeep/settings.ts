import type { UsualTermsRow } from '../../tables/products.ts';
import type { SettingRow } from '../../tables/upkeep.ts';
import type { Queryable } from '../../tables.ts';

export function listSettings(db: Queryable): Promise<SettingRow[]> {
  return db.selectFrom('settings').selectAll().orderBy('key').execute();
}

export function findSetting(db: Queryable, key: string): Promise<SettingRow | undefined> {
  return db.selectFrom('settings').selectAll().where('key', '=', key).executeTakeFirst();
}

export async function upsertSetting(db: Queryable, setting: SettingRow): Promise<void> {
  const { value, updatedAt, updatedBy } = setting;
  await db
    .insertInto('settings')
    .values(setting)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updatedAt, updatedBy }))
    .execute();
}

export async function deleteSetting(db: Queryable, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}

/** Finds what the shop's own license terms say now. */
export function findNewestUsualTerms(db: Queryable): Promise<UsualTermsRow | undefined> {
  return db.selectFrom('usualTerms').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst();
}

export async function insertUsualTerms(db: Queryable, terms: UsualTermsRow): Promise<void> {
  await db.insertInto('usualTerms').values(terms).execute();
}
