import type { ReminderStep, SkipReason } from '#src/wire/reminders/reminders.ts';

/** A step has a row twenty minutes after the purchase; `queuedAt` is set once its mail is in the outbox. */
export type ReminderRow = {
  purchaseId: string;
  step: ReminderStep;
  dueAt: string;
  state: 'waiting' | 'sent' | 'skipped';
  reason: SkipReason | null;
  /** It is a keyed hash of the address, so that one person gets one sequence; null once erased. */
  addressHash: string | null;
  queuedAt: string | null;
  sentAt: string | null;
  couponCode: string | null;
  /** It hashes the link's token, which whoever composes the mail makes again. */
  tokenHash: string | null;
  linkExpiresAt: string | null;
  /** The link made a new Pix then. */
  clickedAt: string | null;
};

/** Whoever wants no reminders gets none, whatever becomes of the customer. */
export type ReminderOptOutRow = { addressHash: string; createdAt: string };
