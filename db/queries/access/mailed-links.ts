import type { BuyerTokenRow } from '../../tables/buyers.ts';
import type { PartnerTokenRow } from '../../tables/partners.ts';
import type { Queryable } from '../../tables.ts';

/** Areas without a password, which a mailed link opens. Both have the same two tables beside what is their own. */
export const DOORS = {
  buyer: { tokens: 'buyerTokens', sessions: 'buyerSessions', owner: 'customerId' },
  partner: { tokens: 'partnerTokens', sessions: 'partnerSessions', owner: 'affiliateId' },
} as const;
export type Door = keyof typeof DOORS;
type TokenRows = { buyer: BuyerTokenRow; partner: PartnerTokenRow };
type Purpose<Of extends Door> = TokenRows[Of]['purpose'];

export function findToken<Of extends Door>(db: Queryable, door: Of, id: string): Promise<TokenRows[Of] | undefined> {
  const { tokens } = DOORS[door as Door];
  const found = db.selectFrom(tokens).selectAll().where('id', '=', id).executeTakeFirst();
  return found as Promise<TokenRows[Of] | undefined>;
}

/** Returns undefined where it is unknown, used or too old: of two at once, one gets it. */
export function takeToken<Of extends Door>(
  db: Queryable,
  door: Of,
  { tokenHash, purpose, now }: { tokenHash: string; purpose: Purpose<Of>; now: string },
): Promise<TokenRows[Of] | undefined> {
  const { tokens } = DOORS[door as Door];
  const taken = db
    .updateTable(tokens)
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
  return taken as Promise<TokenRows[Of] | undefined>;
}

export async function endTokensOf<Of extends Door>(
  db: Queryable,
  door: Of,
  { ownerId, purpose, now }: { ownerId: string; purpose: Purpose<Of>; now: string },
): Promise<void> {
  const { tokens, owner } = DOORS[door as Door];
  await db
    .updateTable(tokens)
    .set({ usedAt: now })
    .where(owner, '=', ownerId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .execute();
}

export async function deleteTokensOf(db: Queryable, door: Door, ownerId: string): Promise<void> {
  await db.deleteFrom(DOORS[door].tokens).where(DOORS[door].owner, '=', ownerId).execute();
}

export async function deleteSession(db: Queryable, door: Door, id: string): Promise<void> {
  await db.deleteFrom(DOORS[door].sessions).where('id', '=', id).execute();
}

export async function deleteSessionsOf(db: Queryable, door: Door, ownerId: string, keptId = ''): Promise<void> {
  await db.deleteFrom(DOORS[door].sessions).where(DOORS[door].owner, '=', ownerId).where('id', '<>', keptId).execute();
}

type LinkTable = (typeof DOORS)[Door]['tokens' | 'sessions'];

export async function deleteExpired(db: Queryable, table: LinkTable, now: string): Promise<void> {
  await db.deleteFrom(table).where('expiresAt', '<=', now).execute();
}
