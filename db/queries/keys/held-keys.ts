import type { Queryable } from '../../tables.ts';

/** Nobody gets them; whoever adds one of them again declares it free. Returns how many. */
export async function holdFreeKeys(db: Queryable, at: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('activationKeys')
    .set({ revokedAt: at, revokedReason: 'deleted' })
    .where('itemId', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Frees what was held at that moment. Returns how many. */
export async function freeHeldKeys(db: Queryable, at: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('activationKeys')
    .set({ revokedAt: null, revokedReason: null })
    .where('itemId', 'is', null)
    .where('revokedAt', '=', at)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
