import type { Letter } from '#src/domain/shop.ts';
import { emailNewsText, newEmailText, signInText } from './buyer-texts.ts';
import { type LetterText, oneLine, type Shopfront } from './letter-parts.ts';
import { mailTestText } from './mail-test-text.ts';
import { receiptText } from './receipt-text.ts';
import { releaseText } from './release-text.ts';
import { reminderText } from './reminder-text.ts';
import { lowKeysText, stockNoticeText } from './stock-texts.ts';
import { refundText, withdrawalText } from './withdrawal-text.ts';

/** A new kind of mail gets its words here. */
export function letterText(letter: Letter, shopfront: Shopfront): LetterText {
  const seller = sellerOf(letter);
  switch (letter.kind) {
    case 'receipt':
    case 'key':
    case 'resend':
      return { ...receiptText(letter, shopfront), seller };
    case 'withdrawal_received':
    case 'withdrawal_refused':
      return { ...withdrawalText(letter, shopfront), seller };
    case 'release':
      return { ...releaseText(letter, shopfront), seller };
    case 'reminder':
      return { ...reminderText(letter, shopfront), seller };
    case 'refunded':
      return { ...refundText(letter, shopfront), seller };
    case 'sign_in':
      return { ...signInText(letter, shopfront), seller };
    case 'new_email':
      return { ...newEmailText(letter, shopfront), seller };
    case 'test':
      return { ...mailTestText(letter, shopfront), seller };
    case 'email_news':
      return { ...emailNewsText(letter, shopfront), seller };
    case 'low_keys':
      return { ...lowKeysText(letter, shopfront), seller };
    case 'stock_notice':
      return { ...stockNoticeText(letter, shopfront), seller };
  }
}

function sellerOf({ seller: { facts, email } }: Letter): string | null {
  const known = [facts, email].map(oneLine).filter(Boolean);
  return known.length > 0 ? `Vendido por ${known.join(' · ')}` : null;
}
