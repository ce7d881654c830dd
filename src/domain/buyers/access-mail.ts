import { findCustomerIdByEmail } from '#db/queries/buyers/buyers.ts';
import { findCustomer } from '#db/queries/customers/customers.ts';
import type { BuyerTokenRow } from '#db/tables/buyers.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import { findOpenToken } from '../access/mailed-links.ts';
import type { ConfirmEmailMail, EmailChangedMail, SignInMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import type { Shop } from '../shop.ts';
import { tokenOf } from '../tokens.ts';
import { codeOf } from './access-tokens.ts';

export const BUYER_MAIL = {
  sign_in: { write: writeSignIn },
  new_email: { write: writeNewEmail },
  email_news: { write: writeEmailNews },
} satisfies Partial<MailHandlers>;

/** Nothing is said once the link has been used or is too old. */
async function writeSignIn(shop: Shop, mail: OutboxRow): Promise<SignInMail | undefined> {
  const found = await findOpen(shop, mail);
  if (!found) return undefined;
  const { token, customer } = found;
  return {
    kind: 'sign_in',
    ...addressMail(shop, mail, customer),
    url: `${shop.settings.siteUrl}/minhas-compras/entrar?t=${tokenOf(shop, token.id)}`,
    code: codeOf(shop, token.id),
  };
}

/** The mail has no name: that of who asked is theirs, and the other address may be anybody's. */
async function writeNewEmail(shop: Shop, mail: OutboxRow): Promise<ConfirmEmailMail | undefined> {
  const found = await findOpen(shop, mail);
  const token = found?.token;
  if (!token?.newEmail) return undefined;
  return {
    kind: 'new_email',
    ...addressMail(shop, mail, { name: null, email: token.newEmail }),
    isCustomer: (await findCustomerIdByEmail(shop.db, token.newEmail)) !== undefined,
    url: `${shop.settings.siteUrl}/minhas-compras/novo-email?t=${tokenOf(shop, token.id)}`,
  };
}

async function writeEmailNews(shop: Shop, mail: OutboxRow): Promise<EmailChangedMail | undefined> {
  const found = await findOpen(shop, mail);
  const token = found?.token;
  if (!token?.formerEmail) return undefined;
  return {
    kind: 'email_news',
    ...addressMail(shop, mail, { name: null, email: token.formerEmail }),
    url: `${shop.settings.siteUrl}/minhas-compras/parar-troca?t=${tokenOf(shop, token.id)}`,
  };
}

type Found = { token: BuyerTokenRow; customer: { name: string | null; email: string } };

async function findOpen(shop: Shop, { payload, customerId }: OutboxRow): Promise<Found | undefined> {
  const token = await findOpenToken(shop, 'buyer', payload);
  const customer = customerId ? await findCustomer(shop.db, customerId) : undefined;
  return token && customer?.email ? { token, customer: { name: customer.name, email: customer.email } } : undefined;
}
