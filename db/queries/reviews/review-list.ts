import type { ReviewState } from '#src/wire/reviews/reviews.ts';
import { countRows } from '../../results.ts';
import type { Queryable } from '../../tables.ts';
import { contains } from '../lists/like-search.ts';
import type { Slice } from '../lists/paging.ts';
import { withPurchases } from './reviews.ts';

/** `ids` are the chosen rows; all are meant without them. */
export type ReviewFilter = {
  q: string;
  state: ReviewState | null;
  rating: number | null;
  productId: string | null;
  ids?: readonly string[] | null;
};

export type ReviewInList = Awaited<ReturnType<typeof listReviews>>[number];

export function listReviews(
  db: Queryable,
  filter: ReviewFilter,
  by: 'reviews.writtenAt' | 'reviews.rating' | 'products.nameOrder',
  { order, limit, offset }: Slice,
) {
  return filtered(db, filter)
    .orderBy(by, order)
    .orderBy('reviews.writtenAt', order)
    .orderBy('reviews.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
}

export function findListedReview(db: Queryable, id: string): Promise<ReviewInList | undefined> {
  return withPurchases(db).where('reviews.id', '=', id).executeTakeFirst();
}

export function countReviews(db: Queryable, filter: ReviewFilter): Promise<number> {
  return filtered(db, filter).$call(countRows);
}

/** A shop has few beside its sales, so a search reads them all. */
function filtered(db: Queryable, { q, state, rating, productId, ids = null }: ReviewFilter) {
  return withPurchases(db)
    .$if(state !== null, (rows) => rows.where('reviews.state', '=', state ?? 'pending'))
    .$if(rating !== null, (rows) => rows.where('reviews.rating', '=', rating ?? 0))
    .$if(productId !== null, (rows) => rows.where('reviews.productId', '=', productId ?? ''))
    .$if(ids !== null, (rows) => rows.where('reviews.id', 'in', ids ?? []))
    .$if(q !== '', (rows) =>
      rows.where((row) =>
        row.or([contains('reviews.words', q), contains('products.nameOrder', q), contains('customers.nameOrder', q)]),
      ),
    );
}
