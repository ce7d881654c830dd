import { deleteSessionsOf, endTokensOf, takeToken } from '#db/queries/access/mailed-links.ts';
import { findCustomerIdByEmail, moveStopTokens } from '#db/queries/buyers/buyers.ts';
import {
  changeCustomerEmail,
  changeEmailOfPurchases,
  giveBackPurchases,
  listRemembered,
  moveMailOfPurchases,
  type RememberedPurchase,
  recountCustomers,
  rememberPurchases,
} from '#db/queries/customers/customer-merge.ts';
import { findCustomer, upsertCustomer } from '#db/queries/customers/customers.ts';
import { listCustomersWithoutOrders } from '#db/queries/purchases/unpaid-orders.ts';
import { moveReviewsOfPurchases } from '#db/queries/reviews/reviews.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockBuyers } from '#db/transactions.ts';
import { BUYER_TEXTS, type Buyer, type ChangeEmail } from '#src/wire/buyers/buyer.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { joinCustomers } from '../customers/merge.ts';
import { publishAfterCommit } from '../events.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { invalid, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';
import { createBuyerToken } from './access-tokens.ts';

/** Says the same whoever has the new address: it proves itself by its link, and the old one by this session. */
export async function requestNewEmail(shop: Shop, buyer: Buyer, { email }: ChangeEmail): Promise<Done> {
  if (email === buyer.email) throw invalid('email', BUYER_TEXTS.sameEmail);
  await takeOrRefuse(shop, 'emailChanges', buyer.customerId);
  const isTooOften = (await shop.limits.take('buyerLinks', email)) !== null;
  const { customerId, email: formerEmail } = buyer;
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    await endTokensOf(tx, 'buyer', { ownerId: customerId, purpose: 'new_email', now });
    const change = { customerId, newEmail: email, formerEmail };
    const newToken = await createBuyerToken(tx, shop, { ...change, purpose: 'new_email' });
    const stopToken = await createBuyerToken(tx, shop, { ...change, purpose: 'stop_email' });
    if (!isTooOften) await queueMail(tx, shop, { kind: 'new_email', customerId, payload: newToken });
    await queueMail(tx, shop, { kind: 'email_news', customerId, payload: stopToken });
  });
  return { success: true, message: BUYER_TEXTS.newEmailAsked };
}

/**
 * Whoever has a customer's address owns that customer: the purchases of who asked come to it, never the other way, and
 * every session of who asked ends. A new address keeps only the session that confirms, since others may be somebody else's.
 */
export async function confirmNewEmail(
  shop: Shop,
  token: string,
  { clientNetwork, sessionId }: { clientNetwork: string; sessionId?: string | undefined },
): Promise<{ email: string }> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  const now = shop.clock.now().toISOString();
  const email = await inTransaction(shop.db, async (tx) => {
    const used = await takeToken(tx, 'buyer', { tokenHash: hashOfToken(token), purpose: 'new_email', now });
    if (!used?.customerId || !used.newEmail || !(await findCustomer(tx, used.customerId))) return undefined;
    const { customerId, newEmail } = used;
    const ownerId = await findCustomerIdByEmail(tx, newEmail);
    await lockBuyers(tx, [customerId, ...(ownerId ? [ownerId] : [])]);
    await rememberPurchases(tx, customerId, newEmail);
    await endTokensOf(tx, 'buyer', { ownerId: customerId, purpose: 'sign_in', now });
    const isJoined = ownerId !== undefined && ownerId !== customerId;
    await deleteSessionsOf(tx, 'buyer', customerId, isJoined ? undefined : sessionId);
    if (isJoined) {
      await moveStopTokens(tx, customerId, ownerId);
      await joinCustomers(tx, customerId, ownerId, now);
    } else {
      await changeCustomerEmail(tx, customerId, newEmail);
    }
    await changeEmailOfPurchases(tx, ownerId ?? customerId, newEmail);
    publishAfterCommit(tx, shop, 'sales');
    return newEmail;
  });
  if (!email) throw invalidLink();
  return { email };
}

/** Ends every session, since one of them was somebody else's, and gives back what was bought with the former address. */
export async function stopNewEmail(shop: Shop, token: string, clientNetwork: string): Promise<void> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  const now = shop.clock.now().toISOString();
  const isStopped = await inTransaction(shop.db, async (tx) => {
    const used = await takeToken(tx, 'buyer', { tokenHash: hashOfToken(token), purpose: 'stop_email', now });
    if (!used?.customerId || !used.formerEmail || !(await findCustomer(tx, used.customerId))) return false;
    for (const purpose of ['new_email', 'sign_in'] as const) {
      await endTokensOf(tx, 'buyer', { ownerId: used.customerId, purpose, now });
    }
    await deleteSessionsOf(tx, 'buyer', used.customerId);
    await giveBack(tx, await listRemembered(tx, used.id), used.formerEmail, now);
    publishAfterCommit(tx, shop, 'sales');
    return true;
  });
  if (!isStopped) throw invalidLink();
}

/** Gives them to the customer of that address, whom it makes where nobody has it any more. */
async function giveBack(tx: Queryable, bought: RememberedPurchase[], email: string, now: string): Promise<void> {
  const [newest] = bought;
  if (!newest) return;
  const ids = bought.map(({ id }) => id);
  const holders = [...new Set(bought.map(({ customerId }) => customerId))];
  const ownerId = await findCustomerIdByEmail(tx, email);
  await lockBuyers(tx, [...new Set([...holders, ...(ownerId ? [ownerId] : [])])]);
  const person = { id: newId(), name: newest.customerName, email, createdAt: now, erasedAt: null };
  const customerId = await upsertCustomer(tx, person);
  await giveBackPurchases(tx, ids, { customerId, email });
  await moveMailOfPurchases(tx, ids, customerId);
  await moveReviewsOfPurchases(tx, ids, customerId);
  for (const { id } of await listCustomersWithoutOrders(tx, holders)) await joinCustomers(tx, id, customerId, now);
  await recountCustomers(tx, [customerId, ...holders]);
}

function invalidLink() {
  return refusal('unauthenticated', 'invalid_code', BUYER_TEXTS.invalidCode);
}
