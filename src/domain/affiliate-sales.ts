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
import type { PagePlan } from '#db/queries/paging.ts';
import { inTransaction } from '#db/transactions.ts';
import type { AffiliateSale, AffiliateSaleListRequest, CommissionSummary } from '#src/wire/affiliates.ts';
import { ERASED_CUSTOMER } from '#src/wire/dashboard.ts';
import type { Page } from '#src/wire/lists.ts';
import { centsToReais } from '#src/wire/money.ts';
import { type Actor, recordChange } from './audit.ts';
import { inBatches } from './exports.ts';
import { readListPage } from './list-pages.ts';
import { conflict, notFound } from './refusals.ts';
import type { Shop } from './shop.ts';

export async function* streamAffiliateSales(shop: Shop, whose: string): AsyncGenerator<AffiliateSale[]> {
  const affiliateId = await affiliateNamed(shop, whose);
  yield* inBatches(BATCH, (last) => listStandingSalesAfter(shop.db, affiliateId, last, BATCH), toAffiliateSaleDto);
}

export async function listAffiliateSalePage(
  shop: Shop,
  whose: string,
  request: AffiliateSaleListRequest,
): Promise<Page<AffiliateSale>> {
  const { q, status, affiliate } = request;
  const filter = { q, status, affiliateId: await affiliateNamed(shop, whose, affiliate) };
  const source = {
    total: await totalOf(shop, filter),
    read: ({ slice }: PagePlan) => listAffiliateSales(shop.db, filter, slice),
  };
  return readListPage(request, source, toAffiliateSaleDto);
}

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

/** Final: the commission was paid outside the shop. */
export function markCommissionPaid(shop: Shop, actor: Actor, id: string): Promise<AffiliateSale> {
  return inTransaction(shop.db, async (tx) => {
    const isDone = await payAffiliateSale(tx, id, shop.clock.now().toISOString());
    const sale = await findAffiliateSale(tx, id);
    if (!sale) throw notFound('Venda de afiliado não encontrada.');
    if (!isDone) throw notPayable(sale);
    await recordChange(tx, shop, actor, {
      action: 'affiliate_sale.pay',
      entity: 'affiliate_sale',
      entityId: id,
      fields: ['status'],
    });
    return toAffiliateSaleDto(sale);
  });
}

const BATCH = 500;

/** `null` means every affiliate. */
async function affiliateNamed(shop: Shop, whose: string, chosen: string | null = null): Promise<string | null> {
  if (whose === 'all') return chosen;
  if (!(await findAffiliate(shop.db, whose))) throw notFound('Afiliado não encontrado.');
  return whose;
}

/** Uses the triggers' figures unless a search narrows the list. */
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

function toAffiliateSaleDto(row: ListedAffiliateSale): AffiliateSale {
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
