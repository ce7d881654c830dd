import type { ContentOf, MailContent } from '#src/domain/mail/content.ts';
import { type MailText, oneLine, type Shopfront, type Words } from '../mail-parts.ts';
import { ACCOUNT_ALERT_WORDS } from './account-alert-words.ts';
import { ADMIN_EMAIL_WORDS } from './admin-email-words.ts';
import { BUYER_WORDS } from './buyer-words.ts';
import { hookDisabledWords } from './hook-words.ts';
import { importWords } from './import-words.ts';
import { incidentWords } from './incident-words.ts';
import { INVITATION_WORDS } from './invitation-words.ts';
import { invoiceWords } from './invoice-words.ts';
import { mailTestWords } from './mail-test-words.ts';
import { PARTNER_WORDS } from './partner-words.ts';
import { RECEIPT_WORDS } from './receipt-words.ts';
import { releaseWords } from './release-words.ts';
import { reminderWords } from './reminder-words.ts';
import { renewalWords } from './renewal-words.ts';
import { reviewWords } from './review-words.ts';
import { STOCK_WORDS } from './stock-words.ts';
import { TRIAL_WORDS } from './trial-words.ts';
import { weeklySummaryWords } from './weekly-summary-words.ts';
import { WITHDRAWAL_WORDS } from './withdrawal-words.ts';

type WordsOf<Content extends MailContent> = (mail: Content, shopfront: Shopfront) => Words;

const WORDS: { [Kind in MailContent['kind']]: WordsOf<ContentOf<Kind>> } = {
  ...RECEIPT_WORDS,
  ...WITHDRAWAL_WORDS,
  ...BUYER_WORDS,
  ...ADMIN_EMAIL_WORDS,
  ...INVITATION_WORDS,
  ...ACCOUNT_ALERT_WORDS,
  ...STOCK_WORDS,
  ...TRIAL_WORDS,
  ...PARTNER_WORDS,
  incident: incidentWords,
  hook_disabled: hookDisabledWords,
  invoice: invoiceWords,
  weekly_summary: weeklySummaryWords,
  release: releaseWords,
  reminder: reminderWords,
  review: reviewWords,
  import_notice: importWords,
  renewal: renewalWords,
  test: mailTestWords,
};

export function mailWords(mail: MailContent, shopfront: Shopfront): MailText {
  const wordsOf = WORDS[mail.kind] as WordsOf<MailContent>;
  return { ...wordsOf(mail, shopfront), seller: sellerOf(mail) };
}

function sellerOf({ seller: { facts, email } }: MailContent): string | null {
  const known = [facts, email].map(oneLine).filter(Boolean);
  return known.length > 0 ? `Vendido por ${known.join(' · ')}` : null;
}
