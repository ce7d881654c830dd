import type { Queryable } from '../../tables.ts';

export async function findSecretHash(db: Queryable, name: string): Promise<string | undefined> {
  const secret = await db.selectFrom('secrets').select('hash').where('name', '=', name).executeTakeFirst();
  return secret?.hash;
}

export async function insertSecretHash(db: Queryable, name: string, hash: string): Promise<void> {
  await db
    .insertInto('secrets')
    .values({ name, hash })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ hash }))
    .execute();
}

/** Returns the stored key, which may be another process's. */
export async function findOrInsertSecret(db: Queryable, name: string, key: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, hash: key })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { hash } = await db.selectFrom('secrets').select('hash').where('name', '=', name).executeTakeFirstOrThrow();
  return hash;
}

export async function deleteSecret(db: Queryable, name: string): Promise<void> {
  await db.deleteFrom('secrets').where('name', '=', name).execute();
}
