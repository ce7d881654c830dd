import { findEmailChange } from '#db/queries/access/admin-email-changes.ts';
import { findAdministrator } from '#db/queries/access/users.ts';
import type { AdminEmailChangeRow } from '#db/tables/access.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { AdminEmailMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import type { Shop } from '../shop.ts';
import { CONFIRM_MS, confirmTokenOf, STOP_MS, stopTokenOf } from './own-email.ts';

export const ADMIN_EMAIL_MAIL = {
  admin_email: { write: writeAdminEmail },
  admin_email_news: { write: writeAdminEmailNews },
} satisfies Partial<MailHandlers>;

/** Names nobody, since the address may be anybody's. */
async function writeAdminEmail(shop: Shop, mail: OutboxRow): Promise<AdminEmailMail | undefined> {
  const change = await findOpen(shop, mail, CONFIRM_MS);
  if (!change || change.confirmedAt) return undefined;
  return {
    kind: 'admin_email',
    ...addressMail(shop, mail, { name: null, email: change.newEmail }),
    url: `${shop.settings.siteUrl}/conta/novo-email?t=${confirmTokenOf(shop, change.id)}`,
  };
}

async function writeAdminEmailNews(shop: Shop, mail: OutboxRow): Promise<AdminEmailMail | undefined> {
  const change = await findOpen(shop, mail, STOP_MS);
  if (!change) return undefined;
  return {
    kind: 'admin_email_news',
    ...addressMail(shop, mail, { name: null, email: change.formerEmail }),
    url: `${shop.settings.siteUrl}/conta/parar-troca?t=${stopTokenOf(shop, change.id)}`,
  };
}

async function findOpen(shop: Shop, { payload }: OutboxRow, ms: number): Promise<AdminEmailChangeRow | undefined> {
  const change = await findEmailChange(shop.db, payload ?? '');
  const isOpen = change && !change.endedAt && Date.parse(change.askedAt) > shop.clock.now().getTime() - ms;
  return isOpen && (await findAdministrator(shop.db, change.userId)) ? change : undefined;
}
