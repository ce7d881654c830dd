import type { SigningKeyRow } from '../../tables/licenses.ts';
import type { Queryable } from '../../tables.ts';

/** The oldest signs, so that plugins learn the next one before it does. */
export function findSigningKey(db: Queryable): Promise<SigningKeyRow | undefined> {
  return db
    .selectFrom('signingKeys')
    .selectAll()
    .where('retiredAt', 'is', null)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
}

export function listSigningKeys(db: Queryable): Promise<Pick<SigningKeyRow, 'kid' | 'createdAt'>[]> {
  return db
    .selectFrom('signingKeys')
    .select(['kid', 'createdAt'])
    .where('retiredAt', 'is', null)
    .orderBy('createdAt')
    .execute();
}

export async function retireSigningKey(db: Queryable, kid: string, retiredAt: string): Promise<void> {
  await db
    .updateTable('signingKeys')
    .set({ retiredAt })
    .where('kid', '=', kid)
    .where('retiredAt', 'is', null)
    .execute();
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
