import { type ExpressionBuilder, sql } from 'kysely';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { ReviewState } from '#src/wire/reviews/reviews.ts';
import { updatesAny } from '../../results.ts';
import { plain } from '../../schema/plain-text.ts';
import type { Flag } from '../../tables/columns.ts';
import type { ReviewRow } from '../../tables/reviews.ts';
import type { Queryable, Tables } from '../../tables.ts';

export type ReviewableItem = {
  id: string;
  productId: string;
  productName: string;
  /** It is 1 where it is paid for, and neither given back nor in dispute. */
  isBought: Flag;
};

/** Returns undefined for an item of somebody else, or of a person who was erased, and for a renewal. */
export function findReviewableItem(
  db: Queryable,
  { itemId, customerId }: { itemId: string; customerId: string },
): Promise<ReviewableItem | undefined> {
  return db
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .innerJoin('customers', 'customers.id', 'purchases.customerId')
    .select(['purchaseItems.id', 'purchaseItems.productId', 'purchaseItems.productName'])
    .select((row) =>
      row.case().when(isBought(row)).then(sql.lit(1)).else(sql.lit(0)).end().$castTo<Flag>().as('isBought'),
    )
    .where('purchaseItems.id', '=', itemId)
    .where('purchaseItems.renewsItemId', 'is', null)
    .where('customers.id', '=', customerId)
    .where('customers.erasedAt', 'is', null)
    .executeTakeFirst();
}

/** The purchase counts: the stars of what was given back, or is in dispute, do not. */
export function isBought(row: ExpressionBuilder<Tables, 'purchases'>) {
  return row.and([
    row('purchases.status', '=', sql.lit('COMPLETED')),
    row.or([row('purchases.review', 'is', null), row('purchases.review', '<>', sql.lit('dispute'))]),
  ]);
}

export function findReview(
  db: Queryable,
  of: { customerId: string; productId: string },
): Promise<ReviewRow | undefined> {
  return db
    .selectFrom('reviews')
    .selectAll()
    .where('customerId', '=', of.customerId)
    .where('productId', '=', of.productId)
    .executeTakeFirst();
}

export async function listReviewedProducts(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reviews')
    .select('productId')
    .where('customerId', '=', customerId)
    .where('body', 'is not', null)
    .execute();
  return rows.map(({ productId }) => productId);
}

/** What the computer says that used the plugin last. */
export function findMachineOfItem(db: Queryable, itemId: string) {
  return db
    .selectFrom('machines')
    .innerJoin('activationKeys', 'activationKeys.id', 'machines.keyId')
    .select(['machines.host', 'machines.platform'])
    .where('activationKeys.itemId', '=', itemId)
    .orderBy('machines.lastSeenAt', 'desc')
    .orderBy('machines.id')
    .executeTakeFirst();
}

/** The system of the last file that is for one. */
export async function findDownloadedPlatform(db: Queryable, itemId: string): Promise<Platform | null> {
  const last = await db
    .selectFrom('fileDownloads')
    .innerJoin('releaseFiles', 'releaseFiles.id', 'fileDownloads.fileId')
    .select('releaseFiles.platform')
    .where('fileDownloads.itemId', '=', itemId)
    .where('releaseFiles.platform', '<>', 'any')
    .orderBy('fileDownloads.hour', 'desc')
    .orderBy('releaseFiles.id')
    .executeTakeFirst();
  return last?.platform ?? null;
}

type WrittenReview = Omit<ReviewRow, 'words' | 'answer' | 'answeredAt'> & { title: string; body: string };

/** Of two at once, the later one's text stays; an answer stays with either. */
export async function upsertReview(db: Queryable, written: WrittenReview): Promise<void> {
  const review = { ...written, words: plain(`${written.title}\n${written.body}`) };
  const { id: _id, customerId: _customerId, productId: _productId, ...text } = review;
  await db
    .insertInto('reviews')
    .values({ ...review, answer: null, answeredAt: null })
    .onConflict((conflict) => conflict.columns(['customerId', 'productId']).doUpdateSet(text))
    .execute();
}

export async function deleteReview(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('reviews').where('id', '=', id).execute();
}

/** Title, text and answer may name the person. */
const ERASED = { title: null, body: null, words: '', showsName: 0, editor: null, system: null } as const;

export async function eraseReview(db: Queryable, id: string, changedAt: string): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ ...ERASED, answer: null, answeredAt: null, changedAt })
    .where('id', '=', id)
    .execute();
}

/** What was never shown goes as a whole. Returns what was written. */
export async function eraseReviewsOfCustomer(db: Queryable, customerId: string, changedAt: string): Promise<string[]> {
  const written = await db
    .selectFrom('reviews')
    .select(['title', 'body', 'words', 'answer'])
    .where('customerId', '=', customerId)
    .execute();
  await db.deleteFrom('reviews').where('customerId', '=', customerId).where('state', '=', 'pending').execute();
  await db
    .updateTable('reviews')
    .set({ ...ERASED, answer: null, answeredAt: null, changedAt })
    .where('customerId', '=', customerId)
    .execute();
  return written
    .flatMap(({ title, body, words, answer }) => [title, body, words, answer])
    .filter((text) => text !== null);
}

/** Of two reviews of one product the person keeps the own. */
export async function moveReviews(db: Queryable, fromId: string, toId: string): Promise<void> {
  await db
    .deleteFrom('reviews')
    .where('customerId', '=', fromId)
    .where('productId', 'in', (own) =>
      own.selectFrom('reviews as own').select('own.productId').where('own.customerId', '=', toId),
    )
    .execute();
  await db.updateTable('reviews').set({ customerId: toId }).where('customerId', '=', fromId).execute();
}

/** They go with purchases that were given back to their buyer. */
export async function moveReviewsOfPurchases(db: Queryable, purchaseIds: string[], toId: string): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ customerId: toId })
    .where('itemId', 'in', (item) =>
      item.selectFrom('purchaseItems').select('purchaseItems.id').where('purchaseId', 'in', purchaseIds),
    )
    .where('productId', 'not in', (own) =>
      own.selectFrom('reviews as own').select('own.productId').where('own.customerId', '=', toId),
    )
    .execute();
}

/** Returns false where none was shown. */
export function touchReviewsOfPurchase(db: Queryable, purchaseId: string, changedAt: string): Promise<boolean> {
  return db
    .updateTable('reviews')
    .set({ changedAt })
    .where('itemId', 'in', (item) =>
      item.selectFrom('purchaseItems').select('purchaseItems.id').where('purchaseId', '=', purchaseId),
    )
    .where('state', '=', 'shown')
    .$call(updatesAny);
}

export type ReviewSums = { shown: number; hidden: number; counted: number; stars: number };

export async function sumReviews(db: Queryable, productId: string): Promise<ReviewSums> {
  const sums = await db
    .selectFrom('reviews')
    .innerJoin('purchaseItems', 'purchaseItems.id', 'reviews.itemId')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .select((row) => {
      const isShown = row('reviews.state', '=', sql.lit('shown'));
      const counts = row.and([isShown, isBought(row)]);
      const sumOf = (when: typeof counts, value = sql<number>`1`) =>
        row.fn.sum<number | null>(row.case().when(when).then(value).else(sql.lit(0)).end());
      return [
        sumOf(row.and([isShown, row('reviews.body', 'is not', null)])).as('shown'),
        sumOf(row.and([row('reviews.state', '=', sql.lit('hidden'))])).as('hidden'),
        sumOf(counts).as('counted'),
        sumOf(counts, sql<number>`rating`).as('stars'),
      ];
    })
    .where('reviews.productId', '=', productId)
    .executeTakeFirstOrThrow();
  const { shown, hidden, counted, stars } = sums;
  return { shown: Number(shown), hidden: Number(hidden), counted: Number(counted), stars: Number(stars) };
}

export type ShownReview = Awaited<ReturnType<typeof listShownReviews>>[number];

/** The newest come first. */
export function listShownReviews(
  db: Queryable,
  productId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return withPurchases(db)
    .where('reviews.productId', '=', productId)
    .where('reviews.state', '=', 'shown')
    .where('reviews.body', 'is not', null)
    .orderBy('reviews.writtenAt', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function listReviewsOfCustomer(db: Queryable, customerId: string) {
  return withPurchases(db).where('reviews.customerId', '=', customerId).orderBy('reviews.writtenAt').execute();
}

export function withPurchases(db: Queryable) {
  return db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.productId')
    .innerJoin('customers', 'customers.id', 'reviews.customerId')
    .innerJoin('purchaseItems', 'purchaseItems.id', 'reviews.itemId')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .selectAll('reviews')
    .select(['products.name as productName', 'products.slug as productSlug'])
    .select(['customers.name as customerName', 'purchaseItems.purchaseId'])
    .select((row) =>
      row.case().when(isBought(row)).then(sql.lit(0)).else(sql.lit(1)).end().$castTo<Flag>().as('isUncounted'),
    );
}

export type Decision =
  | { state: Extract<ReviewState, 'shown'>; hiddenReason: null }
  | { state: 'hidden'; hiddenReason: ReviewRow['hiddenReason'] };

/** Returns undefined where the text is another than the one that was read, or gone. */
export function decideReview(
  db: Queryable,
  { id, writtenAt }: { id: string; writtenAt: string },
  decision: Decision & { changedAt: string },
): Promise<ReviewRow | undefined> {
  return db
    .updateTable('reviews')
    .set(decision)
    .where('id', '=', id)
    .where('writtenAt', '=', writtenAt)
    .where('body', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

export function answerReview(
  db: Queryable,
  id: string,
  answer: Pick<ReviewRow, 'answer' | 'answeredAt' | 'changedAt'>,
): Promise<ReviewRow | undefined> {
  return db
    .updateTable('reviews')
    .set(answer)
    .where('id', '=', id)
    .where('body', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

export async function countPendingReviews(db: Queryable): Promise<{ count: number; since: string | null }> {
  const { count, since } = await db
    .selectFrom('reviews')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min<string | null>('writtenAt').as('since')])
    .where('state', '=', sql.lit('pending'))
    .executeTakeFirstOrThrow();
  return { count: Number(count), since };
}
