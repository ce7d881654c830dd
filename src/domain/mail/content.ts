import type { AccountAlertKind } from '#db/tables/access.ts';
import type { SaleMailKind } from '#src/wire/mail/mail-kinds.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { ReminderStep } from '#src/wire/reminders/reminders.ts';
import type { PeriodTotals } from '#src/wire/reports/analytics.ts';
import type { Days } from '#src/wire/reports/figures.ts';
import type { ShownTrial } from '#src/wire/trials/trials.ts';

/** A mail of each kind is about these; they are ids only, because erasure leaves the row. */
export type MailOrder =
  | { kind: OfSale<'receipt' | 'withdrawal_refused' | 'refunded' | 'invoice'>; purchaseId: string }
  | { kind: OfSale<'key'>; purchaseId: string; itemId: string }
  | { kind: OfSale<'withdrawal_received' | 'reminder'>; purchaseId: string; payload: string }
  | {
      kind:
        | ('low_keys' | 'stock_notice' | 'incident' | 'weekly_summary' | 'hook_disabled')
        | ('admin_email' | 'admin_email_news' | 'invitation' | 'account_alert' | 'new_password');
      payload: string;
    }
  | { kind: 'trial_link' | 'trial_key' | 'trial_ending' | 'trial_ended'; payload: string }
  | { kind: PartnerMail['kind']; payload: string }
  | { kind: 'review' | 'renewal'; customerId: string; payload: string }
  | { kind: 'import_notice'; customerId: string }
  | { kind: 'sign_in' | 'new_email' | 'email_news'; customerId: string | null; payload: string };

/** A kind without words on the time line of a sale compiles nowhere in here. */
type OfSale<Kind extends SaleMailKind> = Kind;

/** `src/gateways/mail/words/` has the words for what a mail of each kind says. */
export type MailContent =
  | Receipt
  | WithdrawalMail
  | RefundMail
  | InvoiceMail
  | ReleaseMail
  | ReminderMail
  | SignInMail
  | ConfirmEmailMail
  | EmailChangedMail
  | AdminEmailMail
  | InvitationMail
  | AccountAlertMail
  | NewPasswordMail
  | LowKeysMail
  | IncidentMail
  | HookDisabledMail
  | WeeklySummaryMail
  | StockNoticeMail
  | TrialLinkMail
  | TrialKeyMail
  | TrialNotice
  | PartnerMail
  | ReviewNoticeMail
  | RenewalNoticeMail
  | ImportNoticeMail
  | TestMail;

export type ContentOf<Kind, Content = MailContent> = Content extends { kind: infer Known }
  ? Kind extends Known
    ? Content
    : never
  : never;

export type AddressedMail = {
  to: { name: string; email: string };
  /** The same for each attempt of one message. */
  messageId: string;
  seller: { facts: string; email: string };
};

export type SignInMail = AddressedMail & { kind: 'sign_in'; url: string; code: string };
export type PartnerMail = AddressedMail &
  (
    | { kind: 'partner_link' | 'partner_key_wanted'; url: string }
    | { kind: 'partner_key'; url: string; key: string }
    | { kind: 'partner_accepted'; url: string; link: string; couponCode: string; rate: string }
    | { kind: 'partner_refused' }
  );

/** `isCustomer` says that somebody buys with the new address, and gets the purchases of who asked. */
export type ConfirmEmailMail = AddressedMail & { kind: 'new_email'; url: string; isCustomer: boolean };
/** An administrator asks with it whether mail arrives. */
export type TestMail = AddressedMail & { kind: 'test'; settingsUrl: string };
/** It goes to the old address; `url` stops the change. */
export type EmailChangedMail = AddressedMail & { kind: 'email_news'; url: string };

export type Receipt = AddressedMail & {
  kind: 'receipt' | 'key' | 'resend';
  purchaseId: string;
  number: number;
  items: ReceiptItem[];
  couponCode: string | null;
  amount: string;
  paidAt: string;
  purchaseUrl: string;
  allPurchasesUrl: string;
  withdrawalUrl: string;
};

export type ReceiptItem = {
  productId: string;
  productName: string;
  kitId: string | null;
  kitName: string | null;
  licenseTerms: string;
  pictureUrl: string | null;
  /** It is null while the key is not delivered, or not needed. */
  activationKey: string | null;
  /** It is null unless the key is on its way: a buyer who has none by then should ask. */
  askForKeyAfter: string | null;
  version: string | null;
  /** It is null where computers are not counted. */
  computers: { free: number; limit: number } | null;
  /** It is null for a renewal. */
  downloadUrl: string | null;
  /** It reads `10/12/2027`; null unless the item prolonged the updates of another. */
  updatesUntil: string | null;
};

type AboutPurchase = AddressedMail & {
  purchaseId: string;
  productName: string;
  amount: string;
  purchaseUrl: string;
  /** It was of more months of updates, which have no key. */
  isRenewal: boolean;
};

export type WithdrawalMail = AboutPurchase & {
  kind: 'withdrawal_received' | 'withdrawal_refused';
  protocol: string;
  requestedAt: string;
  /** It is null where nobody has to answer. */
  answerBy: string | null;
  /** The owner's words; null unless refused. */
  refusal: string | null;
};

export type ReleaseMail = AddressedMail & {
  kind: 'release';
  productName: string;
  version: string;
  /** The version got its file later for this one; null in its own notice. */
  platform: Platform | null;
  isCritical: boolean;
  /** It is Markdown, read as text. */
  notes: string;
  /** It is safe HTML. */
  notesHtml: string;
  downloadUrl: string;
  /** It is null in a test to the owner. */
  unsubscribeUrl: string | null;
};

export type ReminderMail = AddressedMail & {
  kind: 'reminder';
  step: ReminderStep;
  /** The owner's words, filled in. */
  subject: string;
  body: string;
  productName: string;
  amount: string;
  couponCode: string | null;
  /** It reads `16:42`, or `domingo`. */
  until: string;
  /** It reads `23/11/2026 16:42`. */
  untilLong: string;
  /** It is null where the link makes a new one. */
  pixCopyPaste: string | null;
  url: string;
  unsubscribeUrl: string;
};

export type RefundMail = AboutPurchase & {
  kind: 'refunded';
  /** It is null unless the buyer withdrew. */
  protocol: string | null;
  refundedAt: string;
};

/** The new address gets one, and the one before the other. */
export type AdminEmailMail = AddressedMail & { kind: 'admin_email' | 'admin_email_news'; url: string };

/** `inviter` is null once they have left. */
export type InvitationMail = AddressedMail & {
  kind: 'invitation';
  inviter: string | null;
  role: { name: string; text: string };
  /** It reads `23/11/2026 16:42`. */
  expiresAt: string;
  url: string;
};

/** It goes to whose account it is about. */
export type AccountAlertMail = AddressedMail & {
  kind: 'account_alert';
  about: Exclude<AccountAlertKind, 'new_password'>;
  /** It names the device, or the factor. */
  detail: string;
  at: string;
  url: string;
};

export type NewPasswordMail = AddressedMail & { kind: 'new_password'; url: string };

/** It goes to the owner. */
export type LowKeysMail = AddressedMail & {
  kind: 'low_keys';
  productName: string;
  keysAvailable: number;
  daysLeft: number | null;
  isPaused: boolean;
  keysUrl: string;
};

/** It goes to the owner; times read `26/11/2026 10:05`, and `endedAt` is null while it lasts. */
export type IncidentMail = AddressedMail & {
  kind: 'incident';
  beganAt: string;
  endedAt: string | null;
  about:
    | { subject: 'bank'; bankName: string }
    | { subject: 'disk'; freePercent: number | null }
    | { subject: 'backup'; hasFailed: boolean; madeAt: string | null }
    | { subject: 'certificate'; domain: string; endsAt: string | null; problem: string | null };
  healthUrl: string;
};

/** It goes to the owner. */
export type HookDisabledMail = AddressedMail & { kind: 'hook_disabled'; description: string; hooksUrl: string };

/** It goes to the owner on Mondays, about the seven days before; money is in reais. */
export type WeeklySummaryMail = AddressedMail & {
  kind: 'weekly_summary';
  days: Days;
  week: PeriodTotals;
  before: PeriodTotals;
  bestProduct: { name: string; revenue: number } | null;
  bestSource: { name: string; revenue: number } | null;
  course: { day: string; vendas: number }[];
  /** What needs the owner: the titles of the first, and how many there are beside them. */
  waiting: { count: number; titles: string[]; rest: number };
  analyticsUrl: string;
  unsubscribeUrl: string;
};

export type StockNoticeMail = AddressedMail & { kind: 'stock_notice'; productName: string; productUrl: string };

export type TrialLinkMail = AddressedMail & { kind: 'trial_link'; productName: string; days: number; url: string };
export type TrialKeyMail = AddressedMail & ShownTrial & { kind: 'trial_key' };
export type TrialNotice = AddressedMail & ShownTrial & { kind: 'trial_ending' | 'trial_ended'; unsubscribeUrl: string };
/** `invoiceUrl` leads to the issuer, or to the page where the file is. */
export type InvoiceMail = AddressedMail & {
  kind: 'invoice';
  productName: string;
  purchaseNumber: number;
  number: string;
  invoiceUrl: string;
  purchaseUrl: string;
};
/** It asks a buyer how the product is. */
export type ReviewNoticeMail = AddressedMail & {
  kind: 'review';
  productName: string;
  reviewUrl: string;
  unsubscribeUrl: string;
};

/** It tells somebody who bought on another platform, once, where the license is now. */
export type ImportNoticeMail = AddressedMail & {
  kind: 'import_notice';
  from: string;
  purchasesUrl: string;
  unsubscribeUrl: string;
};

/** It tells a buyer until when the updates go: `until` reads `10/12/2026`, `amount` what `months` more cost. */
export type RenewalNoticeMail = AddressedMail & {
  kind: 'renewal';
  productName: string;
  until: string;
  months: number;
  amount: string;
  renewalUrl: string;
  unsubscribeUrl: string;
};
