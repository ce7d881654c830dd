export const REMINDER_STEPS = [1, 2, 3] as const;
export type ReminderStep = (typeof REMINDER_STEPS)[number];

/** Why an unpaid purchase gets no reminder. */
export type SkipReason =
  | 'off'
  | 'paid'
  | 'refunded'
  | 'erased'
  | 'review'
  | 'refused'
  | 'closed'
  | 'open'
  | 'late'
  | 'declined'
  | 'bought'
  | 'newer'
  | 'recent'
  | 'not_on_sale'
  | 'no_coupon';
