import { listShownReviews, type ShownReview, sumReviews } from '#db/queries/reviews/reviews.ts';
import { FEWEST_FOR_AVERAGE, type ProductReviews, type PublicReview, shortName } from '#src/wire/reviews/reviews.ts';
import type { Shop } from '../shop.ts';

/** What the product's page, its structured data and the page of all reviews say alike. */
export async function showProductReviews(
  { db }: Pick<Shop, 'db'>,
  productId: string,
  slice: { limit: number; offset: number } = { limit: SHOWN_REVIEWS, offset: 0 },
): Promise<ProductReviews> {
  const [{ shown, hidden, counted, stars }, reviews] = await Promise.all([
    sumReviews(db, productId),
    listShownReviews(db, productId, slice),
  ]);
  return {
    rating: counted >= FEWEST_FOR_AVERAGE ? { average: stars / counted, count: counted } : null,
    shown,
    hidden,
    reviews: reviews.map(toPublicReview),
  };
}

const SHOWN_REVIEWS = 10;

function toPublicReview(row: ShownReview): PublicReview {
  const { id, rating, title, body, editor, system, writtenAt, answer, answeredAt, customerName } = row;
  return {
    id,
    rating,
    title: title ?? '',
    body: body ?? '',
    author: row.showsName === 1 && customerName ? shortName(customerName) : null,
    editor,
    system,
    writtenAt,
    answer,
    answeredAt,
    isUncounted: row.isUncounted === 1,
  };
}
