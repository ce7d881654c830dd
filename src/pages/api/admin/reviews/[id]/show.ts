import { showReview } from '#src/domain/reviews/moderate-reviews.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ShowReview } from '#src/wire/reviews/reviews.ts';

export const POST = endpoint({
  allow: 'reviews',
  body: ShowReview,
  run: ({ shop, user, params: { id = '' }, body }) => showReview(shop, user, id, body),
});
