import { findListedReview } from '#db/queries/reviews/review-list.ts';
import { answerReview as answer, type Decision, decideReview } from '#db/queries/reviews/reviews.ts';
import type { ReviewRow } from '#db/tables/reviews.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import {
  type AnswerReview,
  HIDING_REASONS,
  type HideReview,
  type HidingReason,
  type ListedReview,
  REVIEW_TEXTS,
  type ShowReview,
} from '#src/wire/reviews/reviews.ts';
import { type Actor, type Change, recordChange } from '../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../events.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { toListedReview } from './review-list.ts';

export function showReview(shop: Shop, actor: Actor, id: string, { writtenAt }: ShowReview): Promise<ListedReview> {
  return decide(shop, actor, { id, writtenAt }, { state: 'shown', hiddenReason: null });
}

export function hideReview(
  shop: Shop,
  actor: Actor,
  id: string,
  { writtenAt, reason }: HideReview,
): Promise<ListedReview> {
  return decide(shop, actor, { id, writtenAt }, { state: 'hidden', hiddenReason: reason });
}

export async function answerReview(shop: Shop, actor: Actor, id: string, typed: AnswerReview): Promise<ListedReview> {
  const now = shop.clock.now().toISOString();
  const text = typed.answer === '' ? null : typed.answer;
  return inTransaction(shop.db, async (tx) => {
    const written = await answer(tx, id, { answer: text, answeredAt: text === null ? null : now, changedAt: now });
    if (!written) throw notFound(REVIEW_TEXTS.unknown);
    const action = text === null ? 'product.remove_review_answer' : 'product.answer_review';
    return record(tx, shop, actor, written, { action, fields: ['answer'] });
  });
}

/** A text that its buyer changed meanwhile is never shown or hidden unread. */
function decide(
  shop: Shop,
  actor: Actor,
  read: { id: string; writtenAt: string },
  decision: Decision,
): Promise<ListedReview> {
  return inTransaction(shop.db, async (tx) => {
    const former = await findListedReview(tx, read.id);
    if (!former) throw notFound(REVIEW_TEXTS.unknown);
    const decided = await decideReview(tx, read, { ...decision, changedAt: shop.clock.now().toISOString() });
    if (!decided) throw conflict('review_rewritten', REVIEW_TEXTS.rewritten);
    return record(tx, shop, actor, decided, {
      action: decision.state === 'shown' ? 'product.show_review' : 'product.hide_review',
      changes: { hiddenReason: [reasonOf(former), reasonOf(decision)] },
    });
  });
}

function reasonOf({ hiddenReason }: { hiddenReason: HidingReason | null }): string | null {
  return hiddenReason && HIDING_REASONS[hiddenReason];
}

async function record(
  tx: Queryable,
  shop: Shop,
  actor: Actor,
  { id, productId }: ReviewRow,
  change: Omit<Change, 'entityId'>,
): Promise<ListedReview> {
  await recordChange(tx, shop, actor, { ...change, entityId: productId });
  publishAfterCommit(tx, shop, CATALOG_CHANGED, 'sales');
  const listed = await findListedReview(tx, id);
  if (!listed) throw notFound(REVIEW_TEXTS.unknown);
  return toListedReview(listed);
}
