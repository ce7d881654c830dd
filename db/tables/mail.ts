import type { MailAccount, MailTestState } from '#src/wire/mail/mail.ts';
import type { MailKind } from '#src/wire/mail/mail-kinds.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { Flag } from './columns.ts';

export type OutboxRow = {
  id: number;
  kind: MailKind;
  /** It is null in mail that is about no single purchase. */
  purchaseId: string | null;
  /** It is unique, so that a mail is never queued twice. */
  dedup: string;
  state: 'waiting' | 'sent' | 'given_up';
  attempts: number;
  nextAttemptAt: string;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
  requeuedAt: string | null;
  customerId: string | null;
  releaseId: string | null;
  /** A notice of a version has that of its announcement. */
  platform: Platform | '';
  /** It has ids of what the mail is about, besides the columns above. */
  payload: string | null;
  /** It waits until no other mail is due, and for its part of the account's quota. */
  isNotice: Flag;
  /** The mailbox refused it for good then, for the first time. */
  bouncedAt: string | null;
};

/** What an account that sends said of its quota. */
export type MailAccountRow = {
  account: MailAccount;
  /** It is null once the account took a mail again. */
  refusedAt: string | null;
  /** So many pauses in a row; each is longer. */
  refusals: number;
  /** Notices are tried again then; it is null where nothing holds them back. */
  noticesFrom: string | null;
};

export type MailTestRow = {
  id: string;
  requestedBy: string;
  requestedAt: string;
  state: MailTestState;
  /** A code, as of the outbox. */
  reason: string | null;
  endedAt: string | null;
};
