import { takeToken } from '#db/queries/access/mailed-links.ts';
import {
  findBuyerId,
  findBuyerSession,
  insertBuyerSession,
  type SignedInBuyer,
  spendTries,
} from '#db/queries/buyers/buyers.ts';
import type { BuyerTokenRow } from '#db/tables/buyers.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import {
  BUYER_TEXTS,
  type Buyer,
  type OpenBuyerSession,
  type RequestLink,
  TOKEN_TRIES,
} from '#src/wire/buyers/buyer.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { mailLink } from '../access/mailed-links.ts';
import { queueMailQuietly } from '../mail/queue-mail.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';
import { createBuyerToken, hashOfCode } from './access-tokens.ts';
import { SESSION_MS, toBuyer } from './sessions.ts';

export async function requestLink(shop: Shop, { email }: RequestLink, clientNetwork: string): Promise<Done> {
  await mailLink(shop, { email, clientNetwork, limit: 'buyerLinks' }, async (tx, isTooOften) => {
    const known = await findBuyerId(tx, email);
    const customerId = isTooOften ? null : (known ?? null);
    const tokenId = await createBuyerToken(tx, shop, { customerId, purpose: 'sign_in' });
    await queueMailQuietly(tx, shop, { kind: 'sign_in', customerId, payload: tokenId });
  });
  return { success: true, message: BUYER_TEXTS.linkAsked };
}

/** `sessionId` is the hash of a token that nobody has had before. */
export async function signInBuyer(
  shop: Shop,
  proof: OpenBuyerSession,
  sessionId: string,
  clientNetwork: string,
): Promise<Buyer> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  if ('code' in proof) await takeOrRefuse(shop, 'buyerCodes', proof.email);
  const now = shop.clock.now();
  // Counts outside of the transaction, which a refusal would undo: a spent try stays spent.
  const token = 'code' in proof ? await findByCode(shop, proof, now) : { hash: hashOfToken(proof.token) };
  const buyer = token && (await inTransaction(shop.db, (tx) => openSession(tx, token.hash, sessionId, now)));
  if (!buyer) throw refusal('unauthenticated', 'invalid_code', BUYER_TEXTS.invalidCode);
  if (buyer.email) await shop.limits.forget('buyerCodes', buyer.email);
  return toBuyer(buyer);
}

async function openSession(
  tx: Queryable,
  tokenHash: string,
  sessionId: string,
  now: Date,
): Promise<SignedInBuyer | undefined> {
  const used = await takeToken(tx, 'buyer', { tokenHash, purpose: 'sign_in', now: now.toISOString() });
  if (!used?.customerId) return undefined;
  const expiresAt = new Date(now.getTime() + SESSION_MS).toISOString();
  await insertBuyerSession(tx, { id: sessionId, customerId: used.customerId, createdAt: now.toISOString(), expiresAt });
  return findBuyerSession(tx, sessionId, now.toISOString());
}

async function findByCode(
  shop: Shop,
  { email, code }: { email: string; code: string },
  now: Date,
): Promise<{ hash: string } | undefined> {
  const open: BuyerTokenRow[] = await spendTries(shop.db, email, now.toISOString(), TOKEN_TRIES);
  const right = open.find(({ id, codeHash }) => codeHash === hashOfCode(shop, id, code));
  return right && { hash: right.tokenHash };
}
