import type { Host } from '#src/wire/products/hosts.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { HidingReason, ReviewState } from '#src/wire/reviews/reviews.ts';
import type { Flag } from './columns.ts';

/** A buyer has one of each product. */
export type ReviewRow = {
  id: string;
  customerId: string;
  productId: string;
  /** The purchase of it says whether the stars count. */
  itemId: string;
  rating: number;
  /** Title and text are null once erased; the stars stay. */
  title: string | null;
  body: string | null;
  /** Title and text as the list is searched, in lower case and without accents. */
  words: string;
  showsName: Flag;
  /** They are those of the computer that used the plugin last, where one is known. */
  editor: Host | null;
  system: Platform | null;
  state: ReviewState;
  hiddenReason: HidingReason | null;
  answer: string | null;
  answeredAt: string | null;
  writtenAt: string;
  /** It is the time of whatever changes what visitors see of it, a refund included. */
  changedAt: string;
};

/** The one mail that asks for a review leaves then; the row is deleted with it. */
export type ReviewNoticeRow = { itemId: string; dueAt: string };
