import type { Queryable } from '../../tables.ts';

export type License = Awaited<ReturnType<typeof listLicenses>>[number];

/** Several products may have the same key. */
export function listLicenses(db: Queryable, keys: readonly string[]) {
  return licenses(db).where('activationKeys.key', 'in', keys).execute();
}

export function findLicense(db: Queryable, keyId: string): Promise<License | undefined> {
  return licenses(db).where('activationKeys.id', '=', keyId).executeTakeFirst();
}

function licenses(db: Queryable) {
  return db
    .selectFrom('activationKeys')
    .innerJoin('products', 'products.id', 'activationKeys.productId')
    .leftJoin('purchaseItems', 'purchaseItems.id', 'activationKeys.itemId')
    .leftJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .select([
      'activationKeys.id',
      'activationKeys.key',
      'activationKeys.productId',
      'activationKeys.revokedReason',
      'activationKeys.frozenAt',
      'activationKeys.machineLimit',
      'activationKeys.uses',
      'products.name as productName',
      'products.offlineDays',
      'products.idleDays',
      'products.gumroadIds',
      'products.lemonSqueezyIds',
      'purchases.id as purchaseId',
      'activationKeys.itemId',
      'purchaseItems.totalCents as itemTotalCents',
      'purchaseItems.updatesMajor',
      'purchaseItems.updatesUntil',
      'purchases.number as purchaseNumber',
      'purchases.customerId',
      'purchases.customerName',
      'purchases.status',
      'purchases.completedAt',
    ]);
}

export async function setMachineLimit(db: Queryable, keyId: string, machineLimit: number | null): Promise<void> {
  await db.updateTable('activationKeys').set({ machineLimit }).where('id', '=', keyId).execute();
}

/** Returns how often it was counted with this time. */
export async function countUse(db: Queryable, keyId: string): Promise<number> {
  const { uses } = await db
    .updateTable('activationKeys')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', keyId)
    .returning('uses')
    .executeTakeFirstOrThrow();
  return uses;
}

export async function forgetUses(db: Queryable, keyId: string): Promise<void> {
  await db.updateTable('activationKeys').set({ uses: 0 }).where('id', '=', keyId).where('uses', '>', 0).execute();
}
