import { sql } from 'kysely';
import type { BuyerSessionRow, BuyerTokenRow } from '../../tables/buyers.ts';
import type { Flag } from '../../tables/columns.ts';
import type { CustomerRow } from '../../tables/customers.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';

/** The customer has bought, or can still pay, with this address. */
export async function findBuyerId(db: Queryable, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('customers')
    .select('customers.id')
    .where('customers.email', '=', email)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('purchases')
          .select('purchases.id')
          .whereRef('customerId', '=', 'customers.id')
          .where('status', '<>', sql.lit('FAILED')),
      ),
    )
    .executeTakeFirst();
  return row?.id;
}

export async function findCustomerIdByEmail(db: Queryable, email: string): Promise<string | undefined> {
  return (await db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirst())?.id;
}

export async function insertBuyerToken(db: Queryable, token: Omit<BuyerTokenRow, 'tries' | 'usedAt'>): Promise<void> {
  await db
    .insertInto('buyerTokens')
    .values({ ...token, usedAt: null })
    .execute();
}

/** Each guess costs every open code of this person a try, before it is compared. */
export function spendTries(db: Queryable, email: string, now: string, most: number): Promise<BuyerTokenRow[]> {
  return db
    .updateTable('buyerTokens')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('customerId', 'in', (row) => row.selectFrom('customers').select('customers.id').where('email', '=', email))
    .where('purpose', '=', 'sign_in')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('tries', '<', most)
    .returningAll()
    .execute();
}

/** A link that stops a change must outlive the customer who asked for it. */
export async function moveStopTokens(db: Queryable, fromId: string, toId: string): Promise<void> {
  await db
    .updateTable('buyerTokens')
    .set({ customerId: toId })
    .where('customerId', '=', fromId)
    .where('purpose', '=', 'stop_email')
    .execute();
}

/** Lists the addresses that a customer had or wished for, beside the present one. */
export async function listOtherEmails(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('buyerTokens')
    .select(['newEmail', 'formerEmail'])
    .where('customerId', '=', customerId)
    .where('newEmail', 'is not', null)
    .execute();
  return [...new Set(rows.flatMap(({ newEmail, formerEmail }) => [newEmail, formerEmail]))].filter(
    (email) => email !== null,
  );
}

/** Lists former addresses that belong to nobody any more. */
export async function listLeftEmails(db: Queryable, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('buyerTokens')
    .select('formerEmail')
    .where('expiresAt', '<=', now)
    .where('formerEmail', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('customers').select('customers.id').whereRef('customers.email', '=', 'formerEmail'))),
    )
    .execute();
  return rows.flatMap(({ formerEmail }) => formerEmail ?? []);
}

export async function insertBuyerSession(db: Queryable, session: BuyerSessionRow): Promise<void> {
  await db.insertInto('buyerSessions').values(session).execute();
}

export type SignedInBuyer = BuyerSessionRow &
  Pick<CustomerRow, 'name' | 'email'> & {
    wantsUpdates: Flag;
    wantsReminders: Flag;
    wantsReviewNotices: Flag;
  };

export function findBuyerSession(db: Queryable, id: string, now: string): Promise<SignedInBuyer | undefined> {
  return db
    .selectFrom('buyerSessions')
    .innerJoin('customers', 'customers.id', 'buyerSessions.customerId')
    .select(['buyerSessions.id', 'buyerSessions.customerId', 'buyerSessions.createdAt', 'buyerSessions.expiresAt'])
    .select(['customers.name', 'customers.email', 'customers.wantsUpdates', 'customers.wantsReminders'])
    .select('customers.wantsReviewNotices')
    .where('buyerSessions.id', '=', id)
    .where('buyerSessions.expiresAt', '>', now)
    .where('customers.erasedAt', 'is', null)
    .executeTakeFirst();
}

export async function extendBuyerSession(db: Queryable, id: string, expiresAt: string): Promise<void> {
  await db.updateTable('buyerSessions').set({ expiresAt }).where('id', '=', id).execute();
}

/** Mail without a person says nothing once it is over. */
export async function deleteAccessMail(db: Queryable, before: string): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('kind', 'in', ['sign_in', 'partner_link'])
    .where('customerId', 'is', null)
    .where('state', '<>', sql.lit('waiting'))
    .where('createdAt', '<', before)
    .execute();
}

export async function updateMailChoices(
  db: Queryable,
  customerId: string,
  choices: { wantsUpdates?: Flag; wantsReminders?: Flag; wantsReviewNotices?: Flag },
): Promise<void> {
  await db.updateTable('customers').set(choices).where('id', '=', customerId).execute();
}

export type RecoverablePurchase = Pick<PurchaseRow, 'id' | 'customerEmail'>;

/** A reference is the id, or what the bank calls the payment. The short number is not enough: it can be guessed. */
export function listPurchasesByReference(db: Queryable, reference: string): Promise<RecoverablePurchase[]> {
  return db
    .selectFrom('purchases')
    .select(['purchases.id', 'purchases.customerEmail'])
    .where(({ eb, or }) =>
      or([
        eb('purchases.id', '=', reference),
        eb('purchases.endToEndId', '=', reference),
        eb('purchases.providerPaymentId', '=', reference),
      ]),
    )
    .where('purchases.status', '<>', sql.lit('FAILED'))
    .execute();
}
