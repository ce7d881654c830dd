import { exportReviews } from '#src/domain/reviews/review-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithTable } from '#src/http/responses/csv-response.ts';
import { REVIEW_LIST } from '#src/wire/reviews/reviews.ts';

export const GET = endpoint({
  allow: ['reviews', 'export'],
  confirms: true,
  run: (call) => respondWithTable(call, REVIEW_LIST, exportReviews),
});
