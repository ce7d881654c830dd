import type { PartnerSessionRow, PartnerTokenRow } from '../../tables/partners.ts';
import type { Queryable } from '../../tables.ts';

export async function insertPartnerToken(db: Queryable, token: Omit<PartnerTokenRow, 'usedAt'>): Promise<void> {
  await db
    .insertInto('partnerTokens')
    .values({ ...token, usedAt: null })
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
