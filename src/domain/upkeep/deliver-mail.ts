import { ADMIN_EMAIL_MAIL } from '../access/own-email-mail.ts';
import { BUYER_MAIL } from '../buyers/access-mail.ts';
import { STOCK_MAIL } from '../keys/stock-mail.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import { deliverMail } from '../mail/outbox.ts';
import { RECEIPT_MAIL } from '../purchases/receipt-mail.ts';
import { RELEASE_MAIL } from '../releases/release-mail.ts';
import { REMINDER_MAIL } from '../reminders/reminder-mail.ts';
import type { Shop } from '../shop.ts';
import { WITHDRAWAL_MAIL } from '../withdrawals/withdrawal-mail.ts';

import { INCIDENT_MAIL } from './incident-mail.ts';

/** Each noun hands over its kinds. */
export const MAIL_HANDLERS: MailHandlers = {
  ...STOCK_MAIL,
  ...RELEASE_MAIL,
  ...RECEIPT_MAIL,
  ...WITHDRAWAL_MAIL,
  ...REMINDER_MAIL,
  ...BUYER_MAIL,
  ...ADMIN_EMAIL_MAIL,
  ...INCIDENT_MAIL,
};

export function deliverDueMail(shop: Shop): Promise<number> {
  return deliverMail(shop, MAIL_HANDLERS);
}
