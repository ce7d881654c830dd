import type { Rating } from '#src/wire/reviews/reviews.ts';

/** Says what the page says: nothing before the fifth. */
export function ratingData(rating: Rating | null) {
  if (!rating) return {};
  const ratingValue = rating.average.toFixed(1);
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue,
      reviewCount: rating.count,
      bestRating: 5,
      worstRating: 1,
    },
  };
}
