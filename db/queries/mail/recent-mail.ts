import type { CustomerRow } from '../../tables/customers.ts';
import type { OutboxRow } from '../../tables/mail.ts';
import type { Queryable } from '../../tables.ts';

export type RecentMailRow = Pick<
  OutboxRow,
  'id' | 'kind' | 'state' | 'createdAt' | 'sentAt' | 'lastError' | 'purchaseId' | 'customerId'
> & { email: CustomerRow['email'] };

/** The newest first; without their contents, which no row holds. */
export function listRecentMail(db: Queryable, limit: number): Promise<RecentMailRow[]> {
  return db
    .selectFrom('outbox')
    .leftJoin('purchases', 'purchases.id', 'outbox.purchaseId')
    .leftJoin('customers', (join) =>
      join.on(({ eb, ref, fn }) =>
        eb('customers.id', '=', fn.coalesce(ref('purchases.customerId'), ref('outbox.customerId'))),
      ),
    )
    .select(['outbox.id', 'outbox.kind', 'outbox.state', 'outbox.createdAt', 'outbox.sentAt', 'outbox.lastError'])
    .select(['outbox.purchaseId', 'customers.id as customerId', 'customers.email'])
    .orderBy('outbox.id', 'desc')
    .limit(limit)
    .execute();
}
