import type { Generated } from 'kysely';
import type { Flag, Plain } from './columns.ts';

/** Name and e-mail are null once erased; forgotten unpaid orders belong to `nobody`. */
export type CustomerRow = {
  id: string;
  name: string | null;
  email: string | null;
  createdAt: string;
  erasedAt: string | null;
};

export type MailChoices = {
  wantsUpdates: Generated<Flag>;
  wantsReminders: Generated<Flag>;
  wantsReviewNotices: Generated<Flag>;
};

/** So many different mails came back; `bouncedAt` marks the address, and no notice goes there. */
export type AddressMark = { bounces: Generated<number>; bouncedAt: Generated<string | null> };

/** `purchaseCount` and `lastPurchaseAt` leave FAILED out; the others count COMPLETED. */
export type CustomerFigures = Plain<'nameOrder', string | null> & {
  purchaseCount: number;
  saleCount: number;
  totalSpentCents: number;
  lastPurchaseAt: string | null;
  firstSaleAt: string | null;
};

/** The owners wrote it about a customer; it is deleted with the person's data. */
export type CustomerNoteRow = { id: string; customerId: string; authorId: string; text: string; createdAt: string };
