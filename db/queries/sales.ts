import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { SaleStatus } from '#src/wire/sale-list.ts';
import type { PurchaseRow, Queryable, Tables } from '../tables.ts';
import { type Finding, idsOfPage, isOlder, type Way } from './paging.ts';
import { countMatches, isAmong, isContaining, isLookedUp, isShort, matching, searched } from './searching.ts';

/** Which sales a list shows; `since` is inclusive, `until` is not. Null and the empty text are no filter. */
export type SaleWish = { q: string; status: SaleStatus | null; since: string | null; until: string | null };

/** By what sales can be ordered; each has its index, alone and within one state. */
export type SaleOrder = 'createdAt' | 'totalCents' | 'customerOrder' | 'productOrder';

/** One page, in its order. */
export function listSales(
  db: Queryable,
  wish: SaleWish,
  by: SaleOrder,
  { order, stretch, finding }: Way,
): Promise<PurchaseRow[]> {
  const isNear = typeof finding === 'object';
  const isPeriodAsked = isNear && by !== 'createdAt';
  const looked = wanted(db, isPeriodAsked || finding === 'all' ? { ...wish, ...EVER } : wish, { by, finding })
    .select(['id', by])
    .$if(isPeriodAsked, (rows) => rows.select('createdAt'));
  const asked = [
    ...(isNear && wish.q !== '' ? [isFound('looked.id', wish.q)] : []),
    ...(isPeriodAsked && wish.since !== null ? [sql<SqlBool>`"createdAt" >= ${wish.since}`] : []),
    ...(isPeriodAsked && wish.until !== null ? [sql<SqlBool>`"createdAt" < ${wish.until}`] : []),
  ];
  const sortedAs = isSorted(wish, by, finding) ? sql`+${sql.ref(by)}` : sql.ref(by);
  const ids = idsOfPage(db, looked, { by, sortedAs, asked }, { stretch, finding });
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
  const all = wanted(db, wish).selectAll();
  return (last ? all.where(isOlder('purchases', last)) : all)
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

const EVER = { since: null, until: null };

/** What a period leaves is looked up by it, and sorted: the index of the order is kept out of that. */
function isSorted({ since, until }: SaleWish, by: SaleOrder, finding: Finding): boolean {
  return finding === 'sort' && by !== 'createdAt' && (since !== null || until !== null);
}

function wanted(
  db: Queryable,
  { q, status, since, until }: SaleWish,
  { by, finding }: { by: SaleOrder; finding: Finding } = { by: 'createdAt', finding: 'sort' },
) {
  // To pick, the rows are read in their order: a plus keeps the index of the time out of that.
  const createdAt = finding === 'pick' && by !== 'createdAt' ? sql<string>`+"createdAt"` : sql.ref<string>('createdAt');
  return db
    .selectFrom('purchases')
    .$if(status !== null, (sales) => (status === null ? sales : ofStatus(sales, status)))
    .$if(since !== null, (sales) => sales.where(createdAt, '>=', since ?? ''))
    .$if(until !== null, (sales) => sales.where(createdAt, '<', until ?? ''))
    .$if(isLookedUp(q, finding), (sales) => sales.where(isAmong('id', found(q), finding)));
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
      return sales.where('id', 'in', waiting(sql`review is not null`));
    case 'esperando chave':
      return sales.where('id', 'in', waiting(sql`"keyWaitingSince" is not null`));
    case 'reembolso em andamento':
      return sales.where('id', 'in', waiting(sql`"refundRequestedAt" is not null and "refundedAt" is null`));
  }
}

/** Those are few, and in an index of their own: looked up first, or else all sales would be walked past to find them. */
function waiting(condition: Expression<unknown>): Expression<string> {
  return sql<string>`(select id from purchases where ${condition})`;
}

/**
 * By what the search knows of a sale, and by the whole names that the bank has for it. The search knows triples of letters:
 * with what is shorter a name has to begin.
 */
function found(q: string): Expression<string> {
  if (isShort(q)) return begunWith(q);
  if (!isWholeName(q)) return matching('purchase', q);
  return sql<string>`(select id from ${matching('purchase', q)} union all select id from ${namedByBank(q)})`;
}

/** The same, asked of one sale. */
function isFound(id: string, q: string): Expression<SqlBool> {
  if (isShort(q)) return sql<SqlBool>`${sql.ref(id)} in ${begunWith(q)}`;
  const isContained = isContaining(id, 'purchase', q);
  return isWholeName(q) ? sql<SqlBool>`(${isContained} or ${sql.ref(id)} in ${namedByBank(q)})` : isContained;
}

function begunWith(q: string): Expression<string> {
  const first = searched(q);
  const beyond = `${first}\u{10ffff}`;
  return sql<string>`(select id from purchases where "customerOrder" >= ${first} and "customerOrder" < ${beyond}
    union all select id from purchases where "productOrder" >= ${first} and "productOrder" < ${beyond})`;
}

function namedByBank(q: string): Expression<string> {
  return sql<string>`(select id from purchases where "providerReference" = ${q}
    union all select id from purchases where "providerPaymentId" = ${q}
    union all select id from purchases where provider in ('sandbox', 'mercadopago', 'pix') and "providerChargeId" = ${q})`;
}

/** What may be a bank's name for a payment: long, and without a space. */
function isWholeName(q: string): boolean {
  return /^[\w.-]{8,}$/.test(q);
}
