import type { MailContent } from '#src/domain/shop.ts';
import { adminEmailText } from './admin-email-texts.ts';
import { emailNewsText, newEmailText, signInText } from './buyer-texts.ts';
import { type MailText, oneLine, type Shopfront } from './mail-parts.ts';
import { mailTestText } from './mail-test-text.ts';
import { receiptText } from './receipt-text.ts';
import { releaseText } from './release-text.ts';
import { reminderText } from './reminder-text.ts';
import { lowKeysText, stockNoticeText } from './stock-texts.ts';
import { refundText, withdrawalText } from './withdrawal-text.ts';

/** A new kind of mail gets its words here. */
export function mailText(mail: MailContent, shopfront: Shopfront): MailText {
  const seller = sellerOf(mail);
  switch (mail.kind) {
    case 'receipt':
    case 'key':
    case 'resend':
      return { ...receiptText(mail, shopfront), seller };
    case 'withdrawal_received':
    case 'withdrawal_refused':
      return { ...withdrawalText(mail, shopfront), seller };
    case 'release':
      return { ...releaseText(mail, shopfront), seller };
    case 'reminder':
      return { ...reminderText(mail, shopfront), seller };
    case 'refunded':
      return { ...refundText(mail, shopfront), seller };
    case 'sign_in':
      return { ...signInText(mail, shopfront), seller };
    case 'new_email':
      return { ...newEmailText(mail, shopfront), seller };
    case 'test':
      return { ...mailTestText(mail, shopfront), seller };
    case 'email_news':
      return { ...emailNewsText(mail, shopfront), seller };
    case 'admin_email':
    case 'admin_email_news':
      return { ...adminEmailText(mail, shopfront), seller };
    case 'low_keys':
      return { ...lowKeysText(mail, shopfront), seller };
    case 'stock_notice':
      return { ...stockNoticeText(mail, shopfront), seller };
  }
}

function sellerOf({ seller: { facts, email } }: MailContent): string | null {
  const known = [facts, email].map(oneLine).filter(Boolean);
  return known.length > 0 ? `Vendido por ${known.join(' · ')}` : null;
}
