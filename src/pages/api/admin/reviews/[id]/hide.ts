import { hideReview } from '#src/domain/reviews/moderate-reviews.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { HideReview } from '#src/wire/reviews/reviews.ts';

export const POST = endpoint({
  allow: 'reviews',
  body: HideReview,
  run: ({ shop, user, params: { id = '' }, body }) => hideReview(shop, user, id, body),
});
