import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { SaleStatus } from '#src/wire/sale-list.ts';
import type { PurchaseRow, Queryable, Tables } from '../tables.ts';
import { countMatches, fromNearerEnd, matching, type Slice } from './paging.ts';

/** Which sales a list shows; `since` is inclusive, `until` is not. Null and the empty text are no filter. */
export type SaleWish = { q: string; status: SaleStatus | null; since: string | null; until: string | null };

/** By what sales can be ordered; each has its index, alone and within one state. */
export type SaleOrder = 'createdAt' | 'totalCents' | 'customerOrder' | 'productOrder';

/** One page, in its order. `isCommon` says that the search finds many: then the order is walked, and not what is found. */
export function listSales(
  db: Queryable,
  wish: SaleWish,
  { by, order, isCommon, total }: { by: SaleOrder; order: 'asc' | 'desc'; isCommon: boolean; total: number },
  slice: Slice,
): Promise<PurchaseRow[]> {
  const walk = fromNearerEnd(order, slice, total);
  const ids = wanted(db, wish, isCommon)
    .select('id')
    .orderBy(by, walk.order)
    .orderBy('id', walk.order)
    .limit(walk.limit)
    .offset(walk.offset);
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
  const isSearchAlone = wish.q !== '' && wish.status === null && wish.since === null && wish.until === null;
  if (isSearchAlone && !isShort(wish.q) && !isWholeName(wish.q)) return countMatches(db, 'purchase', wish.q);
  const { total } = await wanted(db, wish)
    .select((row) => row.fn.count<number>('id').as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function wanted(db: Queryable, { q, status, since, until }: SaleWish, isCommon = false) {
  return db
    .selectFrom('purchases')
    .$if(status !== null, (sales) => (status === null ? sales : ofStatus(sales, status)))
    .$if(since !== null, (sales) => sales.where('createdAt', '>=', since ?? ''))
    .$if(until !== null, (sales) => sales.where('createdAt', '<', until ?? ''))
    .$if(q !== '', (sales) => sales.where(isFound(q, isCommon)));
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
      return sales.where('refundRequestedAt', 'is not', null).where('refundedAt', 'is', null);
  }
}

/** An expression has no index: the database reads the rows in their order and looks each up among what was found. */
function isFound(q: string, isCommon: boolean): Expression<SqlBool> {
  const id = isCommon ? sql`(${sql.ref('id')} || '')` : sql.ref('id');
  return sql<SqlBool>`${id} in ${found(q)}`;
}

/**
 * By what the search knows of a sale, and by the whole names that the bank has for it. The search knows triples of letters:
 * with what is shorter a name has to begin.
 */
function found(q: string): Expression<string> {
  if (isShort(q)) {
    const first = q.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const beyond = `${first}\u{10ffff}`;
    return sql<string>`(select id from purchases where "customerOrder" >= ${first} and "customerOrder" < ${beyond}
      union select id from purchases where "productOrder" >= ${first} and "productOrder" < ${beyond})`;
  }
  if (!isWholeName(q)) return matching('purchase', q);
  return sql<string>`(select id from ${matching('purchase', q)}
    union select id from purchases where "providerReference" = ${q}
    union select id from purchases where "providerPaymentId" = ${q}
    union select id from purchases where provider in ('sandbox', 'mercadopago', 'pix') and "providerChargeId" = ${q})`;
}

function isShort(q: string): boolean {
  return [...q].length < 3;
}

/** What may be a bank's name for a payment: long, and without a space. */
function isWholeName(q: string): boolean {
  return /^[\w.-]{8,}$/.test(q);
}
