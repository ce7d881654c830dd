import type { OutboxRow } from '#db/tables.ts';
import type { MailKind } from '#src/wire/mail/mail.ts';
import { writeAdminEmail, writeAdminEmailNews } from '../access/own-email-mail.ts';
import { writeEmailNews, writeNewEmail, writeSignIn } from '../buyers/access-mail.ts';
import { writeLowKeys, writeStockNotice } from '../keys/stock-mail.ts';
import { writeReceipt } from '../purchases/receipts.ts';
import { writeReleaseNotice } from '../releases/release-mail.ts';
import { writeReminder } from '../reminders/reminder-mail.ts';
import type { MailContent, Shop } from '../shop.ts';
import { writeRefund, writeWithdrawalReceived, writeWithdrawalRefused } from '../withdrawals/withdrawal-mail.ts';

type Writer = (shop: Shop, mail: OutboxRow) => Promise<MailContent | undefined>;

/** Reads what the mail says now; undefined when there is nobody or nothing to write to. */
export function composeMail(shop: Shop, mail: OutboxRow): Promise<MailContent | undefined> {
  return WRITERS[mail.kind](shop, mail);
}

const WRITERS: Record<MailKind, Writer> = {
  receipt: (shop, mail) => writeReceipt(shop, mail, 'receipt'),
  key: (shop, mail) => writeReceipt(shop, mail, 'key'),
  sign_in: writeSignIn,
  new_email: writeNewEmail,
  email_news: writeEmailNews,
  admin_email: writeAdminEmail,
  admin_email_news: writeAdminEmailNews,
  resend: (shop, mail) => writeReceipt(shop, mail, 'resend'),
  withdrawal_received: writeWithdrawalReceived,
  withdrawal_refused: writeWithdrawalRefused,
  refunded: writeRefund,
  release: writeReleaseNotice,
  low_keys: writeLowKeys,
  stock_notice: writeStockNotice,
  reminder: writeReminder,
};
