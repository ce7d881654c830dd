import { sql } from 'kysely';
import type { IdempotentCallRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

type Key = Pick<IdempotentCallRow, 'tokenId' | 'keyHash'>;

/** Returns false where the key is in use; one of two at once gets it. */
export async function insertCall(db: Queryable, call: Omit<IdempotentCallRow, 'status' | 'body'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('idempotentCalls')
    .values({ ...call, status: null, body: null })
    .onConflict((conflict) => conflict.columns(['tokenId', 'keyHash']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export function findCall(db: Queryable, { tokenId, keyHash }: Key): Promise<IdempotentCallRow | undefined> {
  return db
    .selectFrom('idempotentCalls')
    .selectAll()
    .where('tokenId', '=', tokenId)
    .where('keyHash', '=', keyHash)
    .executeTakeFirst();
}

/** Keeps nothing where an erasure came first. */
export async function updateCall(
  db: Queryable,
  { tokenId, keyHash }: Key,
  response: { status: number; body: string },
): Promise<void> {
  await db
    .updateTable('idempotentCalls')
    .set(response)
    .where('tokenId', '=', tokenId)
    .where('keyHash', '=', keyHash)
    .where('status', 'is', null)
    .execute();
}

export async function deleteCall(db: Queryable, { tokenId, keyHash }: Key): Promise<void> {
  await db.deleteFrom('idempotentCalls').where('tokenId', '=', tokenId).where('keyHash', '=', keyHash).execute();
}

export async function deleteCallsBefore(db: Queryable, time: string): Promise<void> {
  await db.deleteFrom('idempotentCalls').where('createdAt', '<', time).execute();
}

/** They may tell of anybody, those of calls that still go on, too. */
export async function eraseResponses(db: Queryable): Promise<void> {
  await db
    .updateTable('idempotentCalls')
    .set((row) => ({ body: null, status: row.fn.coalesce('status', sql.lit(0)) }))
    .execute();
}
