import { answerReview } from '#src/domain/reviews/moderate-reviews.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AnswerReview } from '#src/wire/reviews/reviews.ts';

export const PUT = endpoint({
  allow: 'reviews',
  body: AnswerReview,
  run: ({ shop, user, params: { id = '' }, body }) => answerReview(shop, user, id, body),
});
