import type { Queryable, SigningKeyRow } from '../tables.ts';

export function findSigningKey(db: Queryable): Promise<SigningKeyRow | undefined> {
  return db
    .selectFrom('signingKeys')
    .selectAll()
    .where('retiredAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertSigningKey(db: Queryable, key: SigningKeyRow): Promise<void> {
  await db.insertInto('signingKeys').values(key).execute();
}

/** Their tickets may still be good. */
export function listPublicKeys(db: Queryable, retiredSince: string): Promise<{ publicJwk: string }[]> {
  return db
    .selectFrom('signingKeys')
    .select('publicJwk')
    .where((row) => row.or([row('retiredAt', 'is', null), row('retiredAt', '>=', retiredSince)]))
    .orderBy('createdAt', 'desc')
    .execute();
}
