import {
  deleteReview,
  eraseReview,
  findDownloadedPlatform,
  findMachineOfItem,
  findReview,
  findReviewableItem,
  type ReviewableItem,
  touchReviewsOfPurchase,
  upsertReview,
} from '#db/queries/reviews/reviews.ts';
import type { ReviewRow } from '#db/tables/reviews.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { editorOfMachine, platformOfMachine } from '#src/wire/licenses/machine-platforms.ts';
import type { Host } from '#src/wire/products/hosts.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import { type OwnReview, REVIEW_TEXTS, type ReviewState, type WriteReview } from '#src/wire/reviews/reviews.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../events.ts';
import { newId } from '../ids.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, unknownPurchase } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** The buyer's, and one of their items. */
type Bought = { customerId: string; itemId: string };

export type ReviewForm = {
  productId: string;
  productName: string;
  /** Whether a review of it may be written now; one that is there may always be taken back. */
  isOpen: boolean;
  editor: Host | null;
  system: Platform | null;
  own: OwnReview | null;
};

export async function showReviewForm({ db }: Shop, bought: Bought): Promise<ReviewForm> {
  const item = await findItem(db, bought);
  const own = await findReview(db, { ...bought, productId: item.productId });
  return {
    productId: item.productId,
    productName: item.productName,
    isOpen: item.isBought === 1,
    ...(await readMachine(db, item.id)),
    own: own ? toOwnReview(own) : null,
  };
}

/** An edited text follows the rule of a new one; one that was hidden always waits for the owner. */
export async function writeReview(shop: Shop, bought: Bought, typed: WriteReview): Promise<ReviewState> {
  await takeOrRefuse(shop, 'reviews', bought.customerId);
  return inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'customers', bought.customerId);
    const { id: itemId, productId, isBought } = await findItem(tx, bought);
    if (!isBought) throw conflict('not_bought', REVIEW_TEXTS.notBought);
    const { customerId } = bought;
    const former = await findReview(tx, { customerId, productId });
    const waits = shop.settings.reviewsShown === 'after_look' || former?.state === 'hidden';
    const state = waits ? 'pending' : 'shown';
    const now = shop.clock.now().toISOString();
    await upsertReview(tx, {
      id: newId(),
      customerId,
      productId,
      itemId,
      ...typed,
      showsName: typed.showsName ? 1 : 0,
      ...(await readMachine(tx, itemId)),
      state,
      hiddenReason: null,
      writtenAt: now,
      changedAt: now,
    });
    announce(tx, shop, [former?.state, state]);
    return state;
  });
}

/** The text of a hidden one goes, and the page still says that it was hidden. */
export async function withdrawReview(shop: Shop, bought: Bought): Promise<void> {
  await takeOrRefuse(shop, 'reviews', bought.customerId);
  await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'customers', bought.customerId);
    const { productId } = await findItem(tx, bought);
    const own = await findReview(tx, { customerId: bought.customerId, productId });
    if (!own) return;
    if (own.state === 'hidden') await eraseReview(tx, own.id, shop.clock.now().toISOString());
    else await deleteReview(tx, own.id);
    announce(tx, shop, [own.state]);
  });
}

/** What a refund or a dispute does to the stars, visitors see at once. */
export async function recountReviews(tx: Queryable, shop: Shop, purchaseId: string): Promise<void> {
  const isShown = await touchReviewsOfPurchase(tx, purchaseId, shop.clock.now().toISOString());
  if (isShown) publishAfterCommit(tx, shop, CATALOG_CHANGED);
}

/** Pages that are kept show what is or was public; the owner's screens also what waits. */
function announce(tx: Queryable, shop: Shop, states: (ReviewState | undefined)[]): void {
  publishAfterCommit(tx, shop, 'sales');
  if (states.some((state) => state === 'shown' || state === 'hidden')) publishAfterCommit(tx, shop, CATALOG_CHANGED);
}

async function findItem(db: Queryable, bought: Bought): Promise<ReviewableItem> {
  const item = await findReviewableItem(db, bought);
  if (!item) throw unknownPurchase();
  return item;
}

async function readMachine(db: Queryable, itemId: string): Promise<Pick<ReviewRow, 'editor' | 'system'>> {
  const machine = await findMachineOfItem(db, itemId);
  return {
    editor: editorOfMachine(machine?.host ?? null),
    system: platformOfMachine(machine?.platform ?? null) ?? (await findDownloadedPlatform(db, itemId)),
  };
}

function toOwnReview({ rating, title, body, showsName, state, hiddenReason, answer }: ReviewRow): OwnReview {
  return { rating, title: title ?? '', body: body ?? '', showsName: showsName === 1, state, hiddenReason, answer };
}
