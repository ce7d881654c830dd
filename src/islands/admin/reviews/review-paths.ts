import { REVIEW_LIST } from '#src/wire/reviews/reviews.ts';

export const REVIEWS_PATH = REVIEW_LIST.path;

export function reviewCall(id: string, deed: 'show' | 'hide' | 'answer'): string {
  return `${REVIEWS_PATH}/${encodeURIComponent(id)}/${deed}`;
}
