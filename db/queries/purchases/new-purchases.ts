import { sql } from 'kysely';
import { isSqlite } from '../../engine.ts';
import { type Placeholders, prepared } from '../../prepared.ts';
import type { ShopEventRow } from '../../tables/hooks.ts';
import type { FirstItem, PurchaseItemRow, PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';
import { writeTogether } from '../../write-together.ts';
import { isAwaited, newShopEvent } from '../hooks/shop-events.ts';
import { openPurchaseWithin } from './open-purchases.ts';
import { type NewEvent, newEvent } from './purchase-events.ts';
import { newItem } from './purchase-items.ts';
import { findPurchaseByIdempotencyKey } from './purchases.ts';

type NewPurchase = Omit<PurchaseRow, 'number'> & FirstItem;

type Order = {
  purchase: NewPurchase;
  items: readonly PurchaseItemRow[];
  event: NewEvent;
  /** It is null where nobody is told. */
  shopEvent: ShopEventRow | null;
  /** It is null where the order comes from nobody who waits. */
  within: { network: string; most: number } | null;
};

/** Returns null where the network has so many unpaid ones; the caller then undoes it. */
export async function insertPurchase(
  db: Queryable,
  order: Order,
): Promise<{ purchase: PurchaseRow; isAwaited: boolean } | null> {
  const { purchase, items, event, shopEvent, within } = order;
  const [[numbered], ...rest] = await writeTogether(db, [
    newPurchase.with(purchase),
    ...(within ? [openPurchaseWithin.with({ purchaseId: purchase.id, ...within })] : []),
    ...items.map((item) => newItem.with(item)),
    newEvent.with(event),
    ...(shopEvent ? [newShopEvent.with(shopEvent)] : []),
  ]);
  const isRefused = within !== null && rest[0]?.length === 0;
  if (!numbered || isRefused) return null;
  return { purchase: { ...purchase, number: numbered.number }, isAwaited: isAwaited(rest.at(-1)?.[0]) };
}

const newPurchase = prepared((db, purchase: Placeholders<NewPurchase>) =>
  db.insertInto('purchases').values(purchase).returning('number'),
);

/**
 * What an order is judged by: the purchase that its key made before, and whether more than `flood` are open. SQLite would work
 * out the generated columns of a purchase that it has not found.
 */
export async function findEarlierOrder(
  db: Queryable,
  keyHash: string | null,
  flood: number,
): Promise<{ earlier: PurchaseRow | undefined; isFlood: boolean }> {
  if (isSqlite(db)) {
    const earlier = keyHash ? await findPurchaseByIdempotencyKey(db, keyHash) : undefined;
    return { earlier, isFlood: (await openPurchases.executeTakeFirstOrThrow(db, {})).open > flood };
  }
  const { isFlood, ...purchase } = await orderBefore.executeTakeFirstOrThrow(db, { keyHash, flood });
  return { earlier: isFound(purchase) ? purchase : undefined, isFlood };
}

/** SQLite counts a table by its pages, ten times faster than it passes over 4,000 rows. */
const openPurchases = prepared((db) =>
  db.selectFrom('openPurchases').select((row) => row.fn.countAll<number>().as('open')),
);

/** PostgreSQL would count every row of a flood. */
const orderBefore = prepared((db, { keyHash, flood }: Placeholders<{ keyHash: string | null; flood: number }>) =>
  db
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('asked'))
    .leftJoin('purchases', (join) => join.on('purchases.idempotencyKeyHash', '=', keyHash))
    .selectAll('purchases')
    .select(sql<boolean>`exists (select 1 from "openPurchases" offset ${flood})`.as('isFlood')),
);

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

function isFound(row: Nullable<PurchaseRow>): row is PurchaseRow {
  return row.id !== null;
}
