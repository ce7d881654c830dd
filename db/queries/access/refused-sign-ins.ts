import type { RefusedSignInsRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

/** Returns the number since the last audit entry. */
export async function countRefusedSignIn(db: Queryable, account: string, now: string): Promise<number> {
  const { attempts } = await db
    .insertInto('refusedSignIns')
    .values({ account, since: now, attempts: 1 })
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet((row) => ({ attempts: row('refusedSignIns.attempts', '+', 1) })),
    )
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}

export function deleteRefusedSignIns(db: Queryable, before: string): Promise<RefusedSignInsRow[]> {
  return db.deleteFrom('refusedSignIns').where('since', '<=', before).returningAll().execute();
}
