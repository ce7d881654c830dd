import type { Queryable, SettingRow } from '../tables.ts';

export function listSettings(db: Queryable): Promise<SettingRow[]> {
  return db.selectFrom('settings').selectAll().orderBy('key').execute();
}

export async function upsertSetting(db: Queryable, setting: SettingRow): Promise<void> {
  const { value, updatedAt, updatedBy } = setting;
  await db
    .insertInto('settings')
    .values(setting)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updatedAt, updatedBy }))
    .execute();
}

export async function findUsualTermsVersion(db: Queryable): Promise<number> {
  const newest = await db
    .selectFrom('usualTerms')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.version ?? 0;
}

export async function findUsualTerms(db: Queryable, version: number): Promise<string | undefined> {
  const terms = await db.selectFrom('usualTerms').select('text').where('version', '=', version).executeTakeFirst();
  return terms?.text;
}

export async function insertUsualTerms(
  db: Queryable,
  terms: { version: number; text: string; createdAt: string },
): Promise<void> {
  await db.insertInto('usualTerms').values(terms).execute();
}
