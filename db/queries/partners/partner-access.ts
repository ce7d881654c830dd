import type { PartnerSessionRow, PartnerTokenRow } from '../../tables/partners.ts';
import type { Queryable } from '../../tables.ts';

export async function insertPartnerToken(db: Queryable, token: Omit<PartnerTokenRow, 'usedAt'>): Promise<void> {
  await db
    .insertInto('partnerTokens')
    .values({ ...token, usedAt: null })
    .execute();
}

export function findPartnerToken(db: Queryable, id: string): Promise<PartnerTokenRow | undefined> {
  return db.selectFrom('partnerTokens').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns undefined where it is unknown, used or too old: of two at once, one gets it. */
export function takePartnerToken(
  db: Queryable,
  { tokenHash, purpose, now }: Pick<PartnerTokenRow, 'tokenHash' | 'purpose'> & { now: string },
): Promise<PartnerTokenRow | undefined> {
  return db
    .updateTable('partnerTokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function endPartnerTokens(
  db: Queryable,
  affiliateId: string,
  purpose: PartnerTokenRow['purpose'],
  now: string,
): Promise<void> {
  await db
    .updateTable('partnerTokens')
    .set({ usedAt: now })
    .where('affiliateId', '=', affiliateId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .execute();
}

export async function insertPartnerSession(db: Queryable, session: PartnerSessionRow): Promise<void> {
  await db.insertInto('partnerSessions').values(session).execute();
}

export async function findPartnerOfSession(db: Queryable, id: string, now: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('partnerSessions')
    .select('affiliateId')
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return session?.affiliateId;
}

export async function deletePartnerSession(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('partnerSessions').where('id', '=', id).execute();
}

export async function deleteSessionsOfPartner(db: Queryable, affiliateId: string): Promise<void> {
  await db.deleteFrom('partnerSessions').where('affiliateId', '=', affiliateId).execute();
}

export async function deleteExpiredPartnerTokens(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('partnerTokens').where('expiresAt', '<=', now).execute();
}

export async function deleteExpiredPartnerSessions(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('partnerSessions').where('expiresAt', '<=', now).execute();
}
