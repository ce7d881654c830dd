import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { SaleStatus } from '#src/wire/sale-list.ts';
import type { PurchaseRow, Queryable, Tables } from '../tables.ts';
import { matching, type Slice } from './paging.ts';

/** Which sales a list shows; `since` is inclusive, `until` is not. Null and the empty text are no filter. */
export type SaleWish = { q: string; status: SaleStatus | null; since: string | null; until: string | null };

/** By what sales can be ordered; each has its index, alone and within one state. */
export type SaleOrder = 'createdAt' | 'totalCents' | 'customerOrder' | 'productOrder';

/** One page, in its order. */
export function listSales(
  db: Queryable,
  wish: SaleWish,
  { by, order }: { by: SaleOrder; order: 'asc' | 'desc' },
  { limit, offset }: Slice,
): Promise<PurchaseRow[]> {
  const ids = wanted(db, wish).select('id').orderBy(by, order).orderBy('id', order).limit(limit).offset(offset);
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy(by, order)
    .orderBy('id', order)
    .execute();
}

/** So many sales, newest first, that come after `last`: a long list read in batches, whatever happens meanwhile. */
export function listSalesAfter(
  db: Queryable,
  wish: SaleWish,
  last: Pick<PurchaseRow, 'createdAt' | 'id'> | undefined,
  limit: number,
): Promise<PurchaseRow[]> {
  return wanted(db, wish)
    .selectAll()
    .$if(last !== undefined, (rest) =>
      rest.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('createdAt', 'id'), '<', tuple(last?.createdAt ?? '', last?.id ?? '')),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countSales(db: Queryable, wish: SaleWish): Promise<number> {
  const { total } = await wanted(db, wish)
    .select((row) => row.fn.count<number>('id').as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function wanted(db: Queryable, { q, status, since, until }: SaleWish) {
  return db
    .selectFrom('purchases')
    .$if(status !== null, (sales) => (status === null ? sales : ofStatus(sales, status)))
    .$if(since !== null, (sales) => sales.where('createdAt', '>=', since ?? ''))
    .$if(until !== null, (sales) => sales.where('createdAt', '<', until ?? ''))
    .$if(q !== '', (sales) => sales.where('id', 'in', found(q)));
}

type Sales = SelectQueryBuilder<Tables, 'purchases', object>;

function ofStatus(sales: Sales, status: SaleStatus): Sales {
  switch (status) {
    case 'Processando':
      return sales.where('status', '=', 'PENDING').where('failureReason', 'is', null);
    case 'Completado':
      return sales.where('status', '=', 'COMPLETED').where('failureReason', 'is', null);
    case 'Reembolsado':
      return sales.where('status', '=', 'REFUNDED').where('failureReason', 'is', null);
    case 'Cancelado':
      return sales.where('status', '=', 'FAILED').where('failureReason', '=', 'expired');
    case 'Falha':
      return sales.where('status', '=', 'FAILED').where('failureReason', 'in', ['rejected', 'provider']);
    case 'em análise':
      return sales.where('review', 'is not', null);
    case 'esperando chave':
      return sales.where('keyWaitingSince', 'is not', null);
    case 'reembolso em andamento':
      return sales.where('refundRequestedAt', 'is not', null).where('status', '=', 'COMPLETED');
  }
}

/** By what the search knows of a sale, and by the whole names that the bank has for it. */
function found(q: string): Expression<string> {
  return sql<string>`(select id from ${matching('purchase', q)}
    union select id from purchases where "providerReference" = ${q}
    union select id from purchases where "providerPaymentId" = ${q}
    union select id from purchases where provider in ('sandbox', 'mercadopago', 'pix') and "providerChargeId" = ${q})`;
}
