import type { Queryable } from '../tables.ts';

export async function findSecretHash(db: Queryable, name: string): Promise<string | undefined> {
  const secret = await db.selectFrom('secrets').select('hash').where('name', '=', name).executeTakeFirst();
  return secret?.hash;
}

/** Stores the hash of a secret, over the one that is there. */
export async function insertSecretHash(db: Queryable, name: string, hash: string): Promise<void> {
  await db
    .insertInto('secrets')
    .values({ name, hash })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ hash }))
    .execute();
}
