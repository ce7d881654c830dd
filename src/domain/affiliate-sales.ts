import {
  type AffiliateSaleFilter,
  countAffiliateSales,
  findAffiliateSale,
  type ListedAffiliateSale,
  listAffiliateSales,
  listStandingSalesAfter,
  payAffiliateSale,
} from '#db/queries/affiliate-sales.ts';
import { findAffiliate, listSellers, sumCommissions } from '#db/queries/affiliates.ts';
import { sliceOf } from '#db/queries/paging.ts';
import type { AffiliateSale, AffiliateSaleRequest, CommissionSummary } from '#src/wire/affiliates.ts';
import { ERASED_CUSTOMER } from '#src/wire/dashboard.ts';
import type { Page } from '#src/wire/lists.ts';
import { centsToReais } from '#src/wire/money.ts';
import { type Actor, noteChange } from './audit.ts';
import { inBatches } from './exports.ts';
import { conflict, notFound } from './refusals.ts';
import type { Shop } from './shop.ts';

/** The sales that stand, of one affiliate or of `all`, newest first. */
export async function readAffiliateSales(shop: Shop, whose: string): Promise<AsyncIterable<AffiliateSale[]>> {
  const affiliateId = await affiliateNamed(shop, whose);
  return inBatches(BATCH, (last) => listStandingSalesAfter(shop.db, affiliateId, last, BATCH), publicSale);
}

/** One page of them, with those that were given back. */
export async function listAffiliateSalePage(
  shop: Shop,
  whose: string,
  request: AffiliateSaleRequest,
): Promise<Page<AffiliateSale>> {
  const { q, status, order, page, pageSize } = request;
  const filter = { q, status, affiliateId: await affiliateNamed(shop, whose, request.affiliate) };
  const [total, rows] = await Promise.all([
    totalOf(shop, filter),
    listAffiliateSales(shop.db, filter, order, sliceOf(request)),
  ]);
  return { items: rows.map(publicSale), total, page, pageSize };
}

/** What is owed, paid and given back, and whose sales there are. */
export async function summarizeCommissions(
  shop: Shop,
  whose: string,
  chosen: string | null,
): Promise<CommissionSummary> {
  const [sums, sellers] = await Promise.all([
    sumCommissions(shop.db, await affiliateNamed(shop, whose, chosen)),
    listSellers(shop.db),
  ]);
  return {
    pending: { sales: sums.pendingCount, commission: centsToReais(sums.pendingCents) },
    paid: { sales: sums.paidCount, commission: centsToReais(sums.paidCents) },
    reversed: { sales: sums.reversedCount, commission: centsToReais(sums.reversedCents) },
    affiliates: sellers.map(({ id, name, isAffiliate }) => ({ id, name, isClosed: isAffiliate === 0 })),
  };
}

/** The owner has paid a commission. For good: the money left by other ways than ours. */
export function markCommissionPaid(shop: Shop, actor: Actor, id: string): Promise<AffiliateSale> {
  return shop.db.transaction().execute(async (tx) => {
    const isDone = await payAffiliateSale(tx, id, shop.clock.now().toISOString());
    const sale = await findAffiliateSale(tx, id);
    if (!sale) throw notFound('Venda de afiliado não encontrada.');
    if (!isDone) throw notPayable(sale);
    await noteChange(tx, shop, actor, {
      action: 'affiliate_sale.pay',
      entity: 'affiliate_sale',
      entityId: id,
      fields: ['status'],
    });
    return publicSale(sale);
  });
}

const BATCH = 500;

/** Null is every affiliate. Of `all` one may be chosen, who then simply has no sales where there is no such affiliate. */
async function affiliateNamed(shop: Shop, whose: string, chosen: string | null = null): Promise<string | null> {
  if (whose === 'all') return chosen;
  if (!(await findAffiliate(shop.db, whose))) throw notFound('Afiliado não encontrado.');
  return whose;
}

/** The figures that are kept beside each affiliate, unless something is searched for. */
async function totalOf(shop: Shop, filter: AffiliateSaleFilter): Promise<number> {
  if (filter.q !== '') return countAffiliateSales(shop.db, filter);
  const { pendingCount, paidCount, reversedCount } = await sumCommissions(shop.db, filter.affiliateId);
  const counts = { pending: pendingCount, paid: paidCount, reversed: reversedCount };
  return filter.status ? counts[filter.status] : pendingCount + paidCount + reversedCount;
}

function notPayable(sale: ListedAffiliateSale) {
  return sale.status === 'paid'
    ? conflict('already_paid', 'Esta comissão já está marcada como paga.')
    : conflict('reversed', 'Esta venda foi estornada: não há comissão a pagar.');
}

function publicSale(row: ListedAffiliateSale): AffiliateSale {
  return {
    id: row.id,
    affiliateId: row.affiliateId,
    affiliateName: row.affiliateName,
    customerName: row.customerName ?? ERASED_CUSTOMER,
    product: row.productName,
    date: row.createdAt,
    amount: centsToReais(row.amountCents),
    commission: centsToReais(row.commissionCents),
    couponCode: row.couponCode ?? '',
    status: row.status,
    paidAt: row.paidAt,
    purchaseId: row.purchaseId,
  };
}
