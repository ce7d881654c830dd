import type { PagePlan } from '#db/queries/lists/paging.ts';
import { allRows } from '#db/queries/lists/paging.ts';
import { countReviews, listReviews, type ReviewFilter, type ReviewInList } from '#db/queries/reviews/review-list.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { ERASED_CUSTOMER } from '#src/wire/customers/erased-customer.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { HOSTS } from '#src/wire/products/hosts.ts';
import { PLATFORMS } from '#src/wire/products/platforms.ts';
import { HIDING_REASONS, type ListedReview, REVIEW_STATES, type ReviewListRequest } from '#src/wire/reviews/reviews.ts';
import { type Actor, recordExport } from '../audit/audit.ts';
import { type Columns, inOneBatch, type TableExport, tableOf } from '../lists/exports.ts';
import { readListPage } from '../lists/list-pages.ts';
import type { Shop } from '../shop.ts';

export async function listAllReviews({ db }: Shop): Promise<ListedReview[]> {
  const rows = await listReviews(db, EVERY, 'reviews.writtenAt', allRows('desc'));
  return rows.map(toListedReview);
}

export async function listReviewPage({ db }: Shop, request: ReviewListRequest): Promise<Page<ListedReview>> {
  const filter = filterOf(request);
  const source = {
    total: await countReviews(db, filter),
    read: ({ slice }: PagePlan) => listReviews(db, filter, COLUMNS[request.sort], slice),
  };
  return readListPage(request, source, toListedReview);
}

export async function exportReviews(
  shop: Shop,
  actor: Actor,
  request: ReviewListRequest,
  chosen: readonly string[] | null,
): Promise<TableExport> {
  const { q, state, rating, product } = request;
  await recordExport(shop, actor, 'product.export', { q, state, rating, product, ids: chosen }, 'reviews');
  const filter = { ...filterOf(request), ids: chosen };
  const read = () => listReviews(shop.db, filter, 'reviews.writtenAt', allRows('desc'));
  return tableOf('avaliacoes', EXPORTED, inOneBatch(read, toListedReview));
}

export function toListedReview(row: ReviewInList): ListedReview {
  const { words: _words, customerId: _customerId, itemId: _itemId, changedAt: _changedAt, ...review } = row;
  return {
    ...review,
    title: row.title ?? '',
    body: row.body ?? '',
    customerName: row.customerName ?? ERASED_CUSTOMER,
    showsName: row.showsName === 1,
    isUncounted: row.isUncounted === 1,
  };
}

const EVERY = { q: '', state: null, rating: null, productId: null };

function filterOf({ q, state, rating, product }: ReviewListRequest): ReviewFilter {
  return { q, state, rating: rating === null ? null : Number(rating), productId: product };
}

const COLUMNS = { writtenAt: 'reviews.writtenAt', rating: 'reviews.rating', product: 'products.nameOrder' } as const;

const EXPORTED: Columns<ListedReview> = {
  Produto: ({ productName }) => productName,
  Cliente: ({ customerName }) => customerName,
  Estrelas: ({ rating }) => String(rating),
  Título: ({ title }) => title,
  Texto: ({ body }) => body,
  'Escrita em': ({ writtenAt }) => formatDayTime(writtenAt),
  Situação: ({ state }) => REVIEW_STATES[state],
  Motivo: ({ hiddenReason }) => (hiddenReason ? HIDING_REASONS[hiddenReason] : ''),
  'Conta na média': ({ state, isUncounted }) => (state === 'shown' && !isUncounted ? 'Sim' : 'Não'),
  Editor: ({ editor }) => (editor ? HOSTS[editor].name : ''),
  Sistema: ({ system }) => (system ? PLATFORMS[system] : ''),
  Resposta: ({ answer }) => answer ?? '',
};
