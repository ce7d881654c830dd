import type { RestoreRow } from '../../tables/payments.ts';
import type { Queryable } from '../../tables.ts';

export function findUnreconciledRestore(db: Queryable, account: string): Promise<RestoreRow | undefined> {
  return db
    .selectFrom('restores')
    .selectAll()
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('bankSweeps')
            .select('bankSweeps.id')
            .where('provider', '=', account)
            .where('finishedAt', 'is not', null)
            .whereRef('startedAt', '>=', 'restores.restoredAt'),
        ),
      ),
    )
    .orderBy('backupAt')
    .limit(1)
    .executeTakeFirst();
}

/** Of a backup. */
export function findNewestRestore(db: Queryable): Promise<RestoreRow | undefined> {
  return db
    .selectFrom('restores')
    .selectAll()
    .where('failover', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function countRestoredPurchases(db: Queryable): Promise<{ completed: number; open: number }> {
  const { completed, open } = await db
    .selectFrom('purchases')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('status', '=', 'COMPLETED').as('completed'),
      row.fn.countAll<number>().filterWhere('status', '=', 'PENDING').as('open'),
    ])
    .where('id', 'in', (rows) => rows.selectFrom('purchaseEvents').select('purchaseId').where('event', '=', 'restored'))
    .executeTakeFirstOrThrow();
  return { completed, open };
}
