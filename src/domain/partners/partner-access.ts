import { findPartner, findPartnerByEmail, type PartnerFound } from '#db/queries/affiliates/partners.ts';
import {
  deleteExpiredPartnerSessions,
  deleteExpiredPartnerTokens,
  deletePartnerSession,
  findPartnerOfSession,
  insertPartnerSession,
  insertPartnerToken,
  takePartnerToken,
} from '#db/queries/partners/partner-access.ts';
import { deleteDecidedApplications } from '#db/queries/partners/program.ts';
import type { PartnerTokenRow } from '#db/tables/partners.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { PARTNER_LINK_MINUTES, PARTNER_TEXTS, type RequestPartnerLink } from '#src/wire/partners/partners.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { newId } from '../ids.ts';
import { queueMailQuietly } from '../mail/queue-mail.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken, tokenOf } from '../tokens.ts';

export const PARTNER_SESSION_MS = 30 * DAY_MS;

export type SignedInPartner = PartnerFound & { couponCode: string };

/** Writes the same rows for every address, and wakes the mail only afterwards, so that nobody learns who sells here. */
export async function requestPartnerLink(
  shop: Shop,
  { email }: RequestPartnerLink,
  clientNetwork: string,
): Promise<Done> {
  await takeOrRefuse(shop, 'buyerLinksOfNetwork', clientNetwork);
  const isTooOften = (await shop.limits.take('partnerLinks', email)) !== null;
  await inTransaction(shop.db, async (tx) => {
    const known = await findPartnerByEmail(tx, email);
    const affiliateId = isTooOften ? null : (known?.id ?? null);
    const payload = await createPartnerToken(tx, shop, { affiliateId, purpose: 'sign_in' });
    await queueMailQuietly(tx, shop, { kind: 'partner_link', payload });
  });
  setTimeout(() => shop.events.publish('outbox'), MAIL_DELAY_MS).unref();
  return { success: true, message: PARTNER_TEXTS.linkAsked };
}

/** The answer has left by then, whether or not there is something to send. */
const MAIL_DELAY_MS = 0.3 * SECOND_MS;

type NewToken = Pick<PartnerTokenRow, 'affiliateId' | 'purpose'> &
  Partial<Pick<PartnerTokenRow, 'pixKeyType' | 'pixKey'>>;

/** Stores the hash only and returns the id, from which the mail's writer makes the token again. */
export async function createPartnerToken(tx: Queryable, shop: Shop, wanted: NewToken): Promise<string> {
  const id = newId();
  await insertPartnerToken(tx, {
    pixKeyType: null,
    pixKey: null,
    ...wanted,
    id,
    tokenHash: hashOfToken(tokenOf(shop, id)),
    expiresAt: new Date(shop.clock.now().getTime() + LIFE_MS[wanted.purpose]).toISOString(),
  });
  return id;
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
    const used = await takePartnerToken(tx, {
      tokenHash: hashOfToken(token),
      purpose: 'sign_in',
      now: now.toISOString(),
    });
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

export function endPartnerSession(shop: Shop, sessionId: string): Promise<void> {
  return deletePartnerSession(shop.db, sessionId);
}

export async function clearOldPartnerAccesses({ db, clock }: Shop): Promise<void> {
  const now = clock.now();
  await deleteExpiredPartnerTokens(db, now.toISOString());
  await deleteExpiredPartnerSessions(db, now.toISOString());
  await deleteDecidedApplications(db, new Date(now.getTime() - APPLICATION_KEPT_MS).toISOString());
}

const APPLICATION_KEPT_MS = 30 * DAY_MS;
