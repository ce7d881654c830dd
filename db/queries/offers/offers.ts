import type { DayPeriod } from '#src/wire/basics/periods.ts';
import { countRows, deletesAny } from '../../results.ts';
import type { OfferRow } from '../../tables/offers.ts';
import type { Queryable } from '../../tables.ts';

export type ListedOffer = Awaited<ReturnType<typeof listOffers>>[number];

/** `taken` counts paid purchases. */
export function listOffers(db: Queryable) {
  return namedOffers(db)
    .select(({ selectFrom }) =>
      selectFrom('purchaseItems')
        .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
        .select((row) => row.fn.countAll<number>().as('taken'))
        .whereRef('purchaseItems.offerId', '=', 'offers.id')
        .where('purchases.status', '=', 'COMPLETED')
        .as('taken'),
    )
    .orderBy('product.name')
    .orderBy('offers.createdAt')
    .orderBy('offers.id')
    .execute();
}

/** Those that a checkout shows: of products on sale, for less than they cost alone. */
export function listOffersBeside(db: Queryable, productId: string) {
  return namedOffers(db)
    .select(['offered.image', 'offered.requiresActivation'])
    .where('offers.productId', '=', productId)
    .where('offers.isActive', '=', 1)
    .where('offered.status', '=', 'active')
    .where('offered.withdrawnAt', 'is', null)
    .where('offered.soldOutAt', 'is', null)
    .whereRef('offers.priceCents', '<', 'offered.priceCents')
    .orderBy('offers.createdAt')
    .orderBy('offers.id')
    .execute();
}

function namedOffers(db: Queryable) {
  return db
    .selectFrom('offers')
    .innerJoin('products as product', 'product.id', 'offers.productId')
    .innerJoin('products as offered', 'offered.id', 'offers.offeredProductId')
    .select(['offers.id', 'offers.productId', 'offers.offeredProductId', 'offers.priceCents'])
    .select(['offers.headline', 'offers.text', 'offers.isActive', 'offers.shownCount'])
    .select(['product.name as productName', 'offered.name as offeredName', 'offered.priceCents as fullCents'])
    .where('product.withdrawnAt', 'is', null)
    .where('offered.withdrawnAt', 'is', null);
}

export function findOffer(db: Queryable, id: string): Promise<OfferRow | undefined> {
  return db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirst();
}

export function countOtherActiveOffers(db: Queryable, { id, productId }: OfferRow): Promise<number> {
  return db
    .selectFrom('offers')
    .where('productId', '=', productId)
    .where('isActive', '=', 1)
    .where('id', '<>', id)
    .$call(countRows);
}

export async function insertOffer(db: Queryable, offer: OfferRow): Promise<void> {
  await db.insertInto('offers').values(offer).execute();
}

export async function updateOffer(
  db: Queryable,
  { id, priceCents, headline, text, isActive }: OfferRow,
): Promise<void> {
  await db.updateTable('offers').set({ priceCents, headline, text, isActive }).where('id', '=', id).execute();
}

export function deleteOffer(db: Queryable, id: string): Promise<boolean> {
  return db.deleteFrom('offers').where('id', '=', id).$call(deletesAny);
}

/** Returns how many offers the product's checkout showed to each visit. */
export async function countShownOffers(db: Queryable, productId: string, visits: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('offers')
    .set((row) => ({ shownCount: row('shownCount', '+', visits) }))
    .where('productId', '=', productId)
    .where('isActive', '=', 1)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function addShownOffers(db: Queryable, day: string, shown: number): Promise<void> {
  await db
    .insertInto('offersShown')
    .values({ day, shown })
    .onConflict((known) =>
      known.column('day').doUpdateSet((row) => ({ shown: row('offersShown.shown', '+', row.ref('excluded.shown')) })),
    )
    .execute();
}

/** Both days are included; null leaves the end open. */
export async function sumShownOffers(db: Queryable, { from, to }: DayPeriod): Promise<number> {
  const { shown } = await db
    .selectFrom('offersShown')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('shown'), row.lit(0)).as('shown'))
    .$if(from !== null, (days) => days.where('day', '>=', from ?? ''))
    .$if(to !== null, (days) => days.where('day', '<=', to ?? ''))
    .executeTakeFirstOrThrow();
  return shown;
}
