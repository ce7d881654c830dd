import { ACCOUNT_ALERT_MAIL } from '../access/factors/account-alerts.ts';
import { INVITATION_MAIL } from '../access/invitation-mail.ts';
import { ADMIN_EMAIL_MAIL } from '../access/own-email-mail.ts';
import { BUYER_MAIL } from '../buyers/access-mail.ts';
import { HOOK_MAIL } from '../hooks/hook-mail.ts';
import { IMPORT_MAIL } from '../imports/announce-import.ts';
import { INVOICE_MAIL } from '../invoices/invoice-mail.ts';
import { STOCK_MAIL } from '../keys/stock-mail.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import { deliverMail } from '../mail/outbox.ts';
import { PARTNER_MAIL } from '../partners/partner-mail.ts';
import { RECEIPT_MAIL } from '../purchases/receipt-mail.ts';
import { RENEWAL_MAIL } from '../purchases/renewal-notices.ts';
import { RELEASE_MAIL } from '../releases/release-mail.ts';
import { REMINDER_MAIL } from '../reminders/reminder-mail.ts';
import { REVIEW_MAIL } from '../reviews/review-notices.ts';
import type { Shop } from '../shop.ts';
import { TRIAL_MAIL } from '../trials/trial-mail.ts';
import { WITHDRAWAL_MAIL } from '../withdrawals/withdrawal-mail.ts';
import { INCIDENT_MAIL } from './incident-mail.ts';
import { WEEKLY_SUMMARY_MAIL } from './weekly-summary-mail.ts';

/** Each noun hands over its kinds. */
export const MAIL_HANDLERS: MailHandlers = {
  ...STOCK_MAIL,
  ...TRIAL_MAIL,
  ...PARTNER_MAIL,
  ...RELEASE_MAIL,
  ...RECEIPT_MAIL,
  ...WITHDRAWAL_MAIL,
  ...INVOICE_MAIL,
  ...IMPORT_MAIL,
  ...REMINDER_MAIL,
  ...REVIEW_MAIL,
  ...RENEWAL_MAIL,
  ...BUYER_MAIL,
  ...ADMIN_EMAIL_MAIL,
  ...INVITATION_MAIL,
  ...ACCOUNT_ALERT_MAIL,
  ...INCIDENT_MAIL,
  ...HOOK_MAIL,
  ...WEEKLY_SUMMARY_MAIL,
};

export function deliverDueMail(shop: Shop): Promise<number> {
  return deliverMail(shop, MAIL_HANDLERS);
}
