import type { EncryptedSettingRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

export function findEncryptedSetting(db: Queryable, name: string): Promise<EncryptedSettingRow | undefined> {
  return db.selectFrom('encryptedSettings').selectAll().where('name', '=', name).executeTakeFirst();
}

export function listEncryptedSettings(db: Queryable): Promise<EncryptedSettingRow[]> {
  return db.selectFrom('encryptedSettings').selectAll().orderBy('name').execute();
}

export async function upsertEncryptedSetting(db: Queryable, setting: EncryptedSettingRow): Promise<void> {
  const { value, updatedAt, updatedBy } = setting;
  await db
    .insertInto('encryptedSettings')
    .values(setting)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updatedAt, updatedBy }))
    .execute();
}

export async function deleteEncryptedSetting(db: Queryable, name: string): Promise<void> {
  await db.deleteFrom('encryptedSettings').where('name', '=', name).execute();
}
