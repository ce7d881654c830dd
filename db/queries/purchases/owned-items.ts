import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Flag } from '../../tables/columns.ts';
import type { PurchaseItemRow, PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable, Tables } from '../../tables.ts';
import { unindexed } from '../lists/paging.ts';
import { openWithdrawal } from '../withdrawals/withdrawals.ts';

function boughtItems(db: Queryable) {
  return db
    .selectFrom('purchases')
    .innerJoin('purchaseItems as item', 'item.purchaseId', 'purchases.id')
    .where('purchases.status', '=', sql.lit<PurchaseRow['status']>('COMPLETED'));
}

/** They were paid, and are neither given back nor given up by the buyer. */
function keptItems(db: Queryable) {
  return boughtItems(db).where('purchases.id', 'not in', openWithdrawal(db));
}

/** Nor are they on their way back, disputed, their keys revoked or soon replaced, or but months of updates for another. */
function ownedItems(db: Queryable) {
  return keptItems(db)
    .leftJoin('activationKeys as license', 'license.itemId', 'item.id')
    .where('purchases.review', 'is', null)
    .where('purchases.refundRequestedAt', 'is', null)
    .where('item.renewsItemId', 'is', null)
    .where('license.revokedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('purchaseItems as upgrade')
            .select('upgrade.id')
            .whereRef('upgrade.upgradesItemId', '=', 'item.id')
            .where('upgrade.replacesKey', '=', sql.lit<Flag>(1))
            .where('upgrade.keyWaitingSince', 'is not', null),
        ),
      ),
    );
}

function ownedLicenses(db: Queryable) {
  return ownedItems(db)
    .innerJoin('customers', 'customers.id', 'purchases.customerId')
    .innerJoin('products', 'products.id', 'item.productId');
}

export function listKeptItems(db: Queryable, ids: readonly string[]): Promise<Pick<PurchaseItemRow, 'id'>[]> {
  return keptItems(db).select('item.id').where('item.id', 'in', ids).execute();
}

/** Each with the amounts by which its price is what was paid. */
export function listOwnedItems(db: Queryable, customerId: string) {
  return ownedItems(db)
    .select(['item.id', 'item.productId', 'item.totalCents', 'purchases.totalCents as wholeCents'])
    .select('purchases.keptCents')
    .where('purchases.customerId', '=', customerId)
    .execute();
}

export type Upgrading = { to: string; from: readonly string[] };
/** `keys` are spellings of one. */
export type Owner = { customerId: string } | { email: string; keys: readonly string[] };
export type OwnedLicense = Awaited<ReturnType<typeof listOwnedLicenses>>[number];

/** `upgrades` counts those to the product, or kits completed with it, that are paid or can still be. The oldest comes first. */
export function listOwnedLicenses(db: Queryable, { to, from }: Upgrading, owner: Owner) {
  return ownedLicenses(db)
    .select(['item.id', 'item.purchaseId', 'purchases.customerId', 'purchases.customerName'])
    .select(['customers.email', 'products.name as productName', 'license.key'])
    .select((row) =>
      row
        .selectFrom('purchaseItems as upgrade')
        .innerJoin('purchases as paying', 'paying.id', 'upgrade.purchaseId')
        .select(({ fn }) => fn.countAll<number>().as('upgrades'))
        .whereRef('paying.customerId', '=', 'purchases.customerId')
        .where('upgrade.productId', '=', to)
        .where(({ or, eb, ref }) =>
          or([
            eb('upgrade.upgradesItemId', '=', ref('item.id')),
            eb('upgrade.completesItemIds', 'like', sql<string>`'%"' || ${ref('item.id')} || '"%'`),
          ]),
        )
        .where('paying.status', 'in', ['PENDING', 'COMPLETED'])
        .$asScalar()
        .as('upgrades'),
    )
    .where('item.productId', 'in', from)
    .where((row) =>
      'customerId' in owner
        ? row('purchases.customerId', '=', owner.customerId)
        : row.and([row('customers.email', '=', owner.email), row('license.key', 'in', owner.keys)]),
    )
    .orderBy('purchases.createdAt')
    .orderBy('item.position')
    .execute();
}

/** The paid items of a customer that cost less, or renew, since one of these was owned, each with its purchase. */
export function listDependents(
  db: Queryable,
  customerId: string,
  itemIds: readonly string[],
): Promise<(PurchaseRow & { soldId: string; isGivenUp: SqlBool })[]> {
  return boughtItems(db)
    .selectAll('purchases')
    .select((row) => ['item.productId as soldId', row('purchases.id', 'in', openWithdrawal(db)).as('isGivenUp')])
    .where('purchases.customerId', '=', customerId)
    .where((row) =>
      row.or([
        row('item.upgradesItemId', 'in', itemIds),
        row('item.renewsItemId', 'in', itemIds),
        ...itemIds.map((id) => row('item.completesItemIds', 'like', `%"${id}"%`)),
      ]),
    )
    .orderBy('purchases.createdAt')
    .orderBy('item.position')
    .execute();
}

export type RenewableItem = Awaited<ReturnType<typeof listRenewableItems>>[number];

/** What a customer has whose product sells more months of updates; `openPurchaseId` can still be paid for it. */
export function listRenewableItems(db: Queryable, customerId: string) {
  return ownedLicenses(db)
    .select(['item.id', 'item.productId', 'item.updatesUntil', 'products.name as productName'])
    .select(['products.renewalPriceCents', 'products.updateMonths'])
    .select(['customers.name', 'customers.email', 'customers.wantsUpdates', 'customers.bouncedAt'])
    .select((row) =>
      row
        .selectFrom('purchaseItems as renewal')
        .innerJoin('purchases as paying', 'paying.id', 'renewal.purchaseId')
        .select(({ fn }) => fn.max<string | null>('paying.id').as('openPurchaseId'))
        .whereRef('renewal.renewsItemId', '=', 'item.id')
        .where('paying.status', '=', 'PENDING')
        .$asScalar()
        .as('openPurchaseId'),
    )
    .where('purchases.customerId', '=', customerId)
    .where((row) => isRenewable(row))
    .orderBy('purchases.createdAt')
    .orderBy('item.position')
    .$narrowType<{ updatesUntil: string; renewalPriceCents: number; updateMonths: number }>()
    .execute();
}

/** Each item whose updates end between two days is given out once for that end. */
export async function takeEndingItems(
  db: Queryable,
  { from, to, soldBefore, limit }: { from: string; to: string; soldBefore: string; limit: number },
): Promise<string[]> {
  const taken = await db
    .updateTable('purchaseItems')
    .set({ isEndTold: 1 })
    .where('id', 'in', (row) =>
      row
        .selectFrom('purchaseItems as item')
        .innerJoin('purchases', 'purchases.id', 'item.purchaseId')
        .innerJoin('products', 'products.id', 'item.productId')
        .select('item.id')
        .where('item.isEndTold', '=', sql.lit<Flag>(0))
        .where('item.updatesUntil', '>=', from)
        .where('item.updatesUntil', '<=', to)
        .where(unindexed(db, 'purchases.status'), '=', 'COMPLETED')
        .where('purchases.completedAt', '<', soldBefore)
        .where((ending) => isRenewable(ending))
        .orderBy('item.updatesUntil')
        .limit(limit),
    )
    .returning('id')
    .execute();
  return taken.map(({ id }) => id);
}

/** They stand in the order of their ids. */
export function listOwnersOfItems(db: Queryable, itemIds: readonly string[]) {
  return db
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .select(['purchaseItems.id', 'purchaseItems.updatesUntil', 'purchases.customerId'])
    .where('purchaseItems.id', 'in', itemIds)
    .orderBy('purchaseItems.id')
    .execute();
}

/** Renewals of an item that stand, in the order of their payment. */
export function listPaidRenewals(db: Queryable, itemId: string) {
  return db
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .select(['purchases.completedAt', 'purchaseItems.renewalMonths'])
    .where('renewsItemId', '=', itemId)
    .where('purchases.status', '=', 'COMPLETED')
    .orderBy('purchases.completedAt')
    .orderBy('purchases.id')
    .$narrowType<{ completedAt: string; renewalMonths: number }>()
    .execute();
}

/** The buyer is told of a new end again. */
export async function setUpdatesUntil(
  db: Queryable,
  id: string,
  ends: { updatesUntil: string; updatesUntilAtSale: string },
): Promise<void> {
  await db
    .updateTable('purchaseItems')
    .set({ ...ends, isEndTold: 0 })
    .where('id', '=', id)
    .execute();
}

function isRenewable(row: ExpressionBuilder<Tables & { item: Tables['purchaseItems'] }, 'item' | 'products'>) {
  return row.and([
    row('item.updatesUntil', 'is not', null),
    row('products.updatePolicy', '=', 'months'),
    row('products.renewalPriceCents', 'is not', null),
    row('products.status', '=', 'active'),
    row('products.withdrawnAt', 'is', null),
  ]);
}
