import { type Insertable, sql } from 'kysely';
import type { PaymentStatus } from '#src/wire/purchases/purchases.ts';
import { isSqlite } from '../../engine.ts';
import { type Placeholders, prepared } from '../../prepared.ts';
import { deletesAny, updatesAny } from '../../results.ts';
import type { ActivationKeyRow } from '../../tables/keys.ts';
import type { Queryable, Tables } from '../../tables.ts';
import { openWithdrawal } from '../withdrawals/withdrawals.ts';

type Taker = { productId: string; itemId: string; now: string };

export function assignActivationKey(
  db: Queryable,
  { productId, itemId, now }: Taker,
): Promise<Pick<ActivationKeyRow, 'id' | 'key'> | undefined> {
  return keyAssigned.executeTakeFirst(db, { productId, itemId, now });
}

const keyAssigned = prepared((db, taker: Placeholders<Taker>) =>
  db
    .updateTable('activationKeys')
    .set((row) => ({
      itemId: taker.itemId,
      assignedAt: taker.now,
      machineLimit: row.selectFrom('products').select('machineLimit').where('id', '=', taker.productId),
    }))
    .where('id', '=', (query) =>
      query
        .selectFrom('activationKeys')
        .select('id')
        .where('productId', '=', taker.productId)
        .where('assignedAt', 'is', null)
        .where('revokedAt', 'is', null)
        .orderBy('createdAt')
        .orderBy('id')
        .limit(1)
        // Another buyer's key is not waited for, or this buyer would find none where others are free.
        .$if(!isSqlite(db), (keys) => keys.forUpdate().skipLocked()),
    )
    .where('itemId', 'is', null)
    .returning(['id', 'key']),
);

/** Returns undefined where the keys are added by hand. */
export function findKeyMaker(db: Queryable, productId: string) {
  return db
    .selectFrom('products')
    .select(['keyPrefix', 'machineLimit'])
    .where('id', '=', productId)
    .where('keySource', '=', 'made')
    .executeTakeFirst();
}

export async function insertSoldKey(db: Queryable, key: Insertable<Tables['activationKeys']>): Promise<void> {
  await db.insertInto('activationKeys').values(key).execute();
}

export function findKeyOfItem(db: Queryable, itemId: string): Promise<ActivationKeyRow | undefined> {
  return db.selectFrom('activationKeys').selectAll().where('itemId', '=', itemId).executeTakeFirst();
}

export function listKeysOfPurchase(db: Queryable, purchaseId: string): Promise<ActivationKeyRow[]> {
  return db.selectFrom('activationKeys').selectAll().where('itemId', 'in', itemsOf(db, purchaseId)).execute();
}

export function findActivationKey(db: Queryable, id: string): Promise<ActivationKeyRow | undefined> {
  return db.selectFrom('activationKeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the new keys and those that a restore withheld: adding them again declares them free. */
export async function insertActivationKeys(
  db: Queryable,
  keys: Pick<ActivationKeyRow, 'id' | 'productId' | 'key' | 'createdAt'>[],
): Promise<string[]> {
  const stored = await db
    .insertInto('activationKeys')
    .values(keys)
    .onConflict((conflict) =>
      conflict
        .columns(['productId', 'key'])
        .doUpdateSet({ revokedAt: null, revokedReason: null })
        .where('activationKeys.itemId', 'is', null)
        .where('activationKeys.revokedAt', 'is not', null),
    )
    .returning('key')
    .execute();
  return stored.map(({ key }) => key);
}

export function deleteFreeKey(db: Queryable, id: string): Promise<boolean> {
  return db
    .deleteFrom('activationKeys')
    .where('id', '=', id)
    .where('itemId', 'is', null)
    .where('revokedAt', 'is', null)
    .$call(deletesAny);
}

/** Returns its item; undefined when already revoked. */
export async function revokeAssignedKey(db: Queryable, id: string, now: string): Promise<string | undefined> {
  const revoked = await db
    .updateTable('activationKeys')
    .set({ revokedAt: now, revokedReason: 'deleted' })
    .where('id', '=', id)
    .where('itemId', 'is not', null)
    .where('revokedAt', 'is', null)
    .returning('itemId')
    .executeTakeFirst();
  return revoked?.itemId ?? undefined;
}

/** Returns false when it had none. */
export function revokeKeysOfPurchase(db: Queryable, purchaseId: string, now: string): Promise<boolean> {
  return db
    .updateTable('activationKeys')
    .set({ revokedAt: now, revokedReason: 'refunded' })
    .where('itemId', 'in', itemsOf(db, purchaseId))
    .where('revokedAt', 'is', null)
    .$call(updatesAny);
}

/** Revokes the key of the item that this one upgrades; returns that item where its key ended now. */
export async function replaceKey(db: Queryable, itemId: string, now: string): Promise<string | undefined> {
  const replaced = await db
    .updateTable('activationKeys')
    .set({ revokedAt: now, revokedReason: 'deleted', replacedByItemId: itemId })
    .where('itemId', '=', (row) =>
      row.selectFrom('purchaseItems').select('upgradesItemId').where('id', '=', itemId).where('replacesKey', '=', 1),
    )
    .where('revokedAt', 'is', null)
    .returning('itemId')
    .executeTakeFirst();
  return replaced?.itemId ?? undefined;
}

/** Keys that these upgrades ended hold again; returns their items. A key of a refunded purchase stays. */
export async function restoreReplacedKeys(db: Queryable, upgradeIds: readonly string[]): Promise<string[]> {
  const restored = await db
    .updateTable('activationKeys')
    .set({ revokedAt: null, revokedReason: null, replacedByItemId: null })
    .where('replacedByItemId', 'in', upgradeIds)
    .where('itemId', 'in', (row) =>
      row
        .selectFrom('purchaseItems as former')
        .innerJoin('purchases', 'purchases.id', 'former.purchaseId')
        .select('former.id')
        .where('purchases.status', '=', sql.lit<PaymentStatus>('COMPLETED'))
        .whereRef('former.id', '=', 'activationKeys.itemId'),
    )
    .returning('itemId')
    .execute();
  return restored.flatMap(({ itemId }) => itemId ?? []);
}

export async function freezeKeysOfPurchase(db: Queryable, purchaseId: string, at: string): Promise<void> {
  await db
    .updateTable('activationKeys')
    .set({ frozenAt: at })
    .where('itemId', 'in', itemsOf(db, purchaseId))
    .where('frozenAt', 'is', null)
    .execute();
}

/** Keys thaw when neither a dispute nor a withdrawal is left. */
export async function thawKeysOfPurchase(db: Queryable, purchaseId: string): Promise<void> {
  await db
    .updateTable('activationKeys')
    .set({ frozenAt: null })
    .where('itemId', 'in', itemsOf(db, purchaseId))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('purchases').select('id').where('id', '=', purchaseId).where('review', '=', 'dispute'))),
    )
    .where(({ not, exists }) => not(exists(openWithdrawal(db).where('withdrawals.purchaseId', '=', purchaseId))))
    .execute();
}

function itemsOf(db: Queryable, purchaseId: string) {
  return db.selectFrom('purchaseItems').select('purchaseItems.id').where('purchaseItems.purchaseId', '=', purchaseId);
}
