import type { ReminderStep, SkipReason } from '#src/wire/reminders/reminders.ts';

/** One row per step, written when the purchase is twenty minutes old; `queuedAt` once its mail is in the outbox. */
export type ReminderRow = {
  purchaseId: string;
  step: ReminderStep;
  dueAt: string;
  state: 'waiting' | 'sent' | 'skipped';
  reason: SkipReason | null;
  /** Keyed hash of the address, so that one person gets one sequence; null once erased. */
  addressHash: string | null;
  queuedAt: string | null;
  sentAt: string | null;
  couponCode: string | null;
  /** Of the link in the mail; whoever composes the mail makes the token again. */
  tokenHash: string | null;
  linkExpiresAt: string | null;
  /** When a new Pix was made from the link. */
  clickedAt: string | null;
};

/** Who wants no reminders, whatever becomes of the customer. */
export type ReminderOptOutRow = { addressHash: string; createdAt: string };
