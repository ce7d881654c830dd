import {
  deleteSessionsOfCustomer,
  endTokensOfCustomer,
  findCustomerIdByEmail,
  takeBuyerToken,
} from '#db/queries/buyers.ts';
import { findCustomer } from '#db/queries/customers.ts';
import { inTransaction } from '#db/transactions.ts';
import { BUYER_TEXTS, type Buyer, type ChangeEmail } from '#src/wire/buyer.ts';
import type { Done } from '#src/wire/purchases.ts';
import { queueMail } from '../queue-mail.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { createBuyerToken, hashOfToken } from './access-tokens.ts';
import { giveEmail } from './merge.ts';
import { takeOrRefuse } from './sign-in.ts';

/** Says the same whoever has the new address: it proves itself by its link, and the old one by this session. */
export async function requestNewEmail(shop: Shop, buyer: Buyer, { email }: ChangeEmail): Promise<Done> {
  if (email === buyer.email) {
    throw refusal('invalid', 'invalid', BUYER_TEXTS.sameEmail, { fields: { email: BUYER_TEXTS.sameEmail } });
  }
  await takeOrRefuse(shop, 'emailChanges', buyer.customerId);
  const isTooOften = (await shop.limits.take('buyerLinks', email)) !== null;
  const { customerId, email: formerEmail } = buyer;
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    await endTokensOfCustomer(tx, customerId, 'new_email', now);
    const change = { customerId, newEmail: email, formerEmail };
    const newToken = await createBuyerToken(tx, shop, { ...change, purpose: 'new_email' });
    const stopToken = await createBuyerToken(tx, shop, { ...change, purpose: 'stop_email' });
    if (!isTooOften) await queueMail(tx, { kind: 'new_email', customerId, payload: newToken }, now);
    await queueMail(tx, { kind: 'email_news', customerId, payload: stopToken }, now);
  });
  shop.events.publish('outbox');
  return { success: true, message: BUYER_TEXTS.newEmailAsked };
}

/** Joins the customers of both addresses, which have now both been confirmed. */
export async function confirmNewEmail(shop: Shop, token: string, clientNetwork: string): Promise<{ email: string }> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  const now = shop.clock.now().toISOString();
  const email = await inTransaction(shop.db, async (tx) => {
    const used = await takeBuyerToken(tx, { tokenHash: hashOfToken(token), purpose: 'new_email', now });
    if (!used?.customerId || !used.newEmail || !(await findCustomer(tx, used.customerId))) return undefined;
    await giveEmail(tx, used.customerId, used.newEmail, now);
    return used.newEmail;
  });
  if (!email) throw invalidLink();
  shop.events.publish('sales');
  return { email };
}

/** Ends every session, since one of them was somebody else's; brings the old address back where nobody else has it. */
export async function stopNewEmail(shop: Shop, token: string, clientNetwork: string): Promise<{ isBack: boolean }> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  const now = shop.clock.now().toISOString();
  const outcome = await inTransaction(shop.db, async (tx) => {
    const used = await takeBuyerToken(tx, { tokenHash: hashOfToken(token), purpose: 'stop_email', now });
    const customer = used?.customerId ? await findCustomer(tx, used.customerId) : undefined;
    if (!used?.formerEmail || !customer) return undefined;
    for (const purpose of ['new_email', 'sign_in'] as const) await endTokensOfCustomer(tx, customer.id, purpose, now);
    await deleteSessionsOfCustomer(tx, customer.id);
    const isChanged = customer.email === used.newEmail;
    const isTaken = (await findCustomerIdByEmail(tx, used.formerEmail)) !== undefined;
    if (isChanged && !isTaken) await giveEmail(tx, customer.id, used.formerEmail, now);
    return { isBack: !isChanged || !isTaken };
  });
  if (!outcome) throw invalidLink();
  shop.events.publish('sales');
  return outcome;
}

function invalidLink() {
  return refusal('unauthenticated', 'invalid_code', BUYER_TEXTS.invalidCode);
}
