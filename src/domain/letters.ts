import type { OutboxRow } from '#db/tables.ts';
import type { MailKind } from '#src/wire/mail.ts';
import { writeEmailNews, writeNewEmail, writeSignIn } from './buyers/letters.ts';
import { writeReceipt } from './receipts.ts';
import { writeReleaseNotice } from './release-letters.ts';
import { writeReminder } from './reminders/reminder-letter.ts';
import type { Letter, Shop } from './shop.ts';
import { writeLowKeys, writeStockNotice } from './stock-letters.ts';
import { writeRefund, writeWithdrawalReceived, writeWithdrawalRefused } from './withdrawal-letters.ts';

type Writer = (shop: Shop, mail: OutboxRow) => Promise<Letter | undefined>;

/** Reads what the letter says now; undefined when there is nobody or nothing to write to. */
export function writeLetter(shop: Shop, mail: OutboxRow): Promise<Letter | undefined> {
  return WRITERS[mail.kind](shop, mail);
}

const WRITERS: Record<MailKind, Writer> = {
  receipt: (shop, mail) => writeReceipt(shop, mail, 'receipt'),
  key: (shop, mail) => writeReceipt(shop, mail, 'key'),
  sign_in: writeSignIn,
  new_email: writeNewEmail,
  email_news: writeEmailNews,
  resend: (shop, mail) => writeReceipt(shop, mail, 'resend'),
  withdrawal_received: writeWithdrawalReceived,
  withdrawal_refused: writeWithdrawalRefused,
  refunded: writeRefund,
  release: writeReleaseNotice,
  low_keys: writeLowKeys,
  stock_notice: writeStockNotice,
  reminder: writeReminder,
};
