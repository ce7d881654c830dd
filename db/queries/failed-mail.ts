import { sql } from 'kysely';
import type { OutboxRow, PurchaseRow, Queryable } from '../tables.ts';
import type { Slice } from './paging.ts';

export type FailedMailRow = Pick<OutboxRow, 'id' | 'kind' | 'createdAt' | 'lastError'> &
  Pick<PurchaseRow, 'customerName' | 'customerEmail' | 'productName'> & { purchaseId: string };

export function listFailedMail(db: Queryable, { order, limit, offset }: Slice): Promise<FailedMailRow[]> {
  return failedMail(db)
    .select(['outbox.id', 'outbox.kind', 'outbox.createdAt', 'outbox.lastError', 'outbox.purchaseId'])
    .select(['purchases.customerName', 'purchases.customerEmail', 'purchases.productName'])
    .orderBy('outbox.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countFailedMail(db: Queryable): Promise<number> {
  const { total } = await failedMail(db)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function isMailOfSale(db: Queryable, id: number): Promise<boolean> {
  return (await mailOfSales(db).select('outbox.id').where('outbox.id', '=', id).executeTakeFirst()) !== undefined;
}

/** Returns the purchases concerned. */
export async function requeueMail(db: Queryable, id: number | 'all', now: string): Promise<string[]> {
  const wanted = failedMail(db)
    .select('outbox.id')
    .$if(id !== 'all', (mail) => mail.where('outbox.id', '=', Number(id)));
  const queued = await db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now, requeuedAt: now, lastError: null })
    .where('id', 'in', wanted)
    .returning('purchaseId')
    .execute();
  return queued.map(({ purchaseId }) => purchaseId);
}

/** A later message contains the earlier ones, so only the last counts; reversed and erased sales need no mail. */
function failedMail(db: Queryable) {
  return mailOfSales(db)
    .where('outbox.state', '=', sql.lit<OutboxRow['state']>('given_up'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as later')
            .select('later.id')
            .whereRef('later.purchaseId', '=', 'outbox.purchaseId')
            .whereRef('later.id', '>', 'outbox.id'),
        ),
      ),
    );
}

function mailOfSales(db: Queryable) {
  return db
    .selectFrom('outbox')
    .innerJoin('purchases', 'purchases.id', 'outbox.purchaseId')
    .where('purchases.status', '=', sql.lit('COMPLETED'))
    .where('purchases.customerEmail', 'is not', null);
}
