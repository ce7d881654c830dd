import { listAllReviews, listReviewPage } from '#src/domain/reviews/review-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { REVIEW_LIST } from '#src/wire/reviews/reviews.ts';

export const GET = endpoint({
  allow: 'reviews',
  run: (call) => respondWithList(call, REVIEW_LIST, { page: listReviewPage, whole: listAllReviews }),
});
