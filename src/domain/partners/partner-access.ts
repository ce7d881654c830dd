import { takeToken } from '#db/queries/access/mailed-links.ts';
import { findPartner, findPartnerByEmail, type PartnerFound } from '#db/queries/affiliates/partners.ts';
import {
  findPartnerOfSession,
  insertPartnerSession,
  insertPartnerToken,
} from '#db/queries/partners/partner-sessions.ts';
import type { PartnerTokenRow } from '#db/tables/partners.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { PARTNER_LINK_MINUTES, PARTNER_TEXTS, type RequestPartnerLink } from '#src/wire/partners/partners.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { drawToken, mailLink } from '../access/mailed-links.ts';
import { queueMailQuietly } from '../mail/queue-mail.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';

export const PARTNER_SESSION_MS = 30 * DAY_MS;

export type SignedInPartner = PartnerFound & { couponCode: string };

export async function requestPartnerLink(
  shop: Shop,
  { email }: RequestPartnerLink,
  clientNetwork: string,
): Promise<Done> {
  await mailLink(shop, { email, clientNetwork, limit: 'partnerLinks' }, async (tx, isTooOften) => {
    const known = await findPartnerByEmail(tx, email);
    const affiliateId = isTooOften ? null : (known?.id ?? null);
    const payload = await createPartnerToken(tx, shop, { affiliateId, purpose: 'sign_in' });
    await queueMailQuietly(tx, shop, { kind: 'partner_link', payload });
  });
  return { success: true, message: PARTNER_TEXTS.linkAsked };
}

type NewToken = Pick<PartnerTokenRow, 'affiliateId' | 'purpose'> &
  Partial<Pick<PartnerTokenRow, 'pixKeyType' | 'pixKey'>>;

export async function createPartnerToken(tx: Queryable, shop: Shop, wanted: NewToken): Promise<string> {
  const token = drawToken(shop, LIFE_MS[wanted.purpose]);
  await insertPartnerToken(tx, { pixKeyType: null, pixKey: null, ...wanted, ...token });
  return token.id;
}

const LIFE_MS: Record<PartnerTokenRow['purpose'], number> = {
  sign_in: PARTNER_LINK_MINUTES * MINUTE_MS,
  pix_key: DAY_MS,
};

/** `sessionId` is the hash of a token that nobody has had before. */
export async function signInPartner(
  shop: Shop,
  token: string,
  sessionId: string,
  clientNetwork: string,
): Promise<void> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  const now = shop.clock.now();
  const isOpen = await inTransaction(shop.db, async (tx) => {
    const wanted = { tokenHash: hashOfToken(token), purpose: 'sign_in', now: now.toISOString() } as const;
    const used = await takeToken(tx, 'partner', wanted);
    if (!used?.affiliateId) return false;
    const expiresAt = new Date(now.getTime() + PARTNER_SESSION_MS).toISOString();
    await insertPartnerSession(tx, { id: sessionId, affiliateId: used.affiliateId, expiresAt });
    return true;
  });
  if (!isOpen) throw invalidPartnerLink();
}

export function invalidPartnerLink() {
  return refusal('unauthenticated', 'invalid_code', PARTNER_TEXTS.invalidLink);
}

export async function findSignedInPartner(shop: Shop, sessionId: string): Promise<SignedInPartner | undefined> {
  const id = await findPartnerOfSession(shop.db, sessionId, shop.clock.now().toISOString());
  const partner = id ? await findPartner(shop.db, id) : undefined;
  if (!partner?.isAffiliate || !partner.couponCode) return undefined;
  return { ...partner, couponCode: partner.couponCode };
}
