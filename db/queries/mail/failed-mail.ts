import { sql } from 'kysely';
import type { MailKind } from '#src/wire/mail/mail-kinds.ts';
import { countRows, findsAny } from '../../results.ts';
import type { CustomerRow } from '../../tables/customers.ts';
import type { OutboxRow } from '../../tables/mail.ts';
import type { Queryable } from '../../tables.ts';
import type { Slice } from '../lists/paging.ts';

export type FailedMailRow = Pick<OutboxRow, 'id' | 'kind' | 'createdAt' | 'lastError' | 'purchaseId'> &
  Pick<CustomerRow, 'name' | 'email'> & { customerId: string };

export function listFailedMail(db: Queryable, { order, limit, offset }: Slice): Promise<FailedMailRow[]> {
  return failedMail(db)
    .select(['outbox.id', 'outbox.kind', 'outbox.createdAt', 'outbox.lastError', 'outbox.purchaseId'])
    .select((row) => [
      'customers.id as customerId',
      row.fn.coalesce('purchases.customerName', 'customers.name').as('name'),
      row.fn.coalesce('purchases.customerEmail', 'customers.email').as('email'),
    ])
    .orderBy('outbox.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countFailedMail(db: Queryable): Promise<number> {
  return failedMail(db).$call(countRows);
}

export function isMailToSend(db: Queryable, id: number): Promise<boolean> {
  return mailToSend(db).where('outbox.id', '=', id).$call(findsAny);
}

/** Returns whom and what they are about. */
export function requeueMail(
  db: Queryable,
  id: number | 'all',
  now: string,
): Promise<Pick<OutboxRow, 'purchaseId' | 'customerId' | 'kind'>[]> {
  const wanted = failedMail(db)
    .select('outbox.id')
    .$if(id !== 'all', (mail) => mail.where('outbox.id', '=', Number(id)));
  return db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now, requeuedAt: now, lastError: null })
    .where('id', 'in', wanted)
    .returning(['purchaseId', 'customerId', 'kind'])
    .execute();
}

/** A later receipt contains the earlier ones, so only the last counts. */
function failedMail(db: Queryable) {
  return mailToSend(db)
    .where('outbox.state', '=', sql.lit<OutboxRow['state']>('given_up'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as later')
            .select('later.id')
            .whereRef('later.purchaseId', '=', 'outbox.purchaseId')
            .whereRef('later.id', '>', 'outbox.id')
            .where('outbox.kind', 'in', RECEIPTS)
            .where('later.kind', 'in', RECEIPTS),
        ),
      ),
    );
}

/** Receipts of reversed sales, mail to the erased and what had nothing left to say are not sent again. */
function mailToSend(db: Queryable) {
  return db
    .selectFrom('outbox')
    .leftJoin('purchases', 'purchases.id', 'outbox.purchaseId')
    .innerJoin('customers', (join) =>
      join.on(({ eb, ref, fn }) =>
        eb('customers.id', '=', fn.coalesce(ref('purchases.customerId'), ref('outbox.customerId'))),
      ),
    )
    .where('customers.email', 'is not', null)
    .where((row) =>
      row.or([
        row.and([row('outbox.kind', 'in', RECEIPTS), row('purchases.status', '=', sql.lit('COMPLETED'))]),
        row.and([
          row('outbox.kind', 'not in', RECEIPTS),
          row.or([row('outbox.lastError', 'is', null), row('outbox.lastError', 'not in', SETTLED_REASONS)]),
        ]),
      ]),
    );
}

const RECEIPTS: MailKind[] = ['receipt', 'key', 'resend'];

/** Such a mail has nothing left to say, or nobody left to say it to. */
export const SETTLED_REASONS: readonly string[] = ['nothing_to_send', 'erased', 'stopped', 'bounced'];
