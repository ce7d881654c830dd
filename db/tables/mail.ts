import type { MailTestState } from '#src/wire/mail/mail.ts';
import type { MailKind } from '#src/wire/mail/mail-kinds.ts';
import type { Platform } from '#src/wire/products/platforms.ts';

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
