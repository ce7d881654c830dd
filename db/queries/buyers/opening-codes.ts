import type { OpeningCodeRow } from '../../tables/buyers.ts';
import type { Queryable } from '../../tables.ts';

/** Takes the place of the purchase's former code. */
export async function saveOpeningCode(db: Queryable, code: Omit<OpeningCodeRow, 'tries' | 'usedAt'>): Promise<void> {
  const fresh = { ...code, tries: 0, usedAt: null };
  await db
    .insertInto('openingCodes')
    .values(fresh)
    .onConflict((conflict) => conflict.column('purchaseId').doUpdateSet(fresh))
    .execute();
}

/** Each guess costs what it may have meant a try, before it is compared. */
export function spendOpeningTries(
  db: Queryable,
  { nameHash, now, most }: { nameHash: string; now: string; most: number },
): Promise<OpeningCodeRow[]> {
  return db
    .updateTable('openingCodes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('nameHash', '=', nameHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('tries', '<', most)
    .returningAll()
    .execute();
}

/** One of two at once gets it. */
export function takeOpeningCode(
  db: Queryable,
  { purchaseId, codeHash }: Pick<OpeningCodeRow, 'purchaseId' | 'codeHash'>,
  now: string,
): Promise<Pick<OpeningCodeRow, 'purchaseId'> | undefined> {
  return db
    .updateTable('openingCodes')
    .set({ usedAt: now })
    .where('purchaseId', '=', purchaseId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('purchaseId')
    .executeTakeFirst();
}

export async function deleteExpiredOpeningCodes(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('openingCodes').where('expiresAt', '<=', now).execute();
}
