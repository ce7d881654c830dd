import { findAffiliate, listCurrentAndFormerAffiliates, sumCommissions } from '#db/queries/affiliates/affiliates.ts';
import {
  type CommissionFilter,
  countCommissions,
  findListedCommission,
  type ListedCommission,
  listCommissions,
  listStandingCommissionsAfter,
  payCommission,
} from '#db/queries/affiliates/commissions.ts';
import type { PagePlan } from '#db/queries/lists/paging.ts';
import { withProduct } from '#db/queries/purchases/purchase-items.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { Commission, CommissionListRequest, CommissionSummary } from '#src/wire/affiliates/affiliates.ts';
import { attributionText } from '#src/wire/affiliates/attribution.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { centsToReais } from '#src/wire/basics/money.ts';
import { ERASED_CUSTOMER } from '#src/wire/customers/erased-customer.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { inBatches } from '../lists/exports.ts';
import { readListPage } from '../lists/list-pages.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { PAYOUTS } from '../turns.ts';

export async function* streamCommissions(shop: Shop, whose: string): AsyncGenerator<Commission[]> {
  const affiliateId = await affiliateNamed(shop, whose);
  yield* inBatches(
    BATCH,
    async (last: ListedCommission | undefined) =>
      withProduct(shop.db, await listStandingCommissionsAfter(shop.db, affiliateId, last, BATCH)),
    toCommissionDto,
  );
}

export async function listCommissionPage(
  shop: Shop,
  whose: string,
  request: CommissionListRequest,
): Promise<Page<Commission>> {
  const { q, status, affiliate } = request;
  const filter = { q, status, affiliateId: await affiliateNamed(shop, whose, affiliate) };
  const source = {
    total: await totalOf(shop, filter),
    read: async ({ slice }: PagePlan) => withProduct(shop.db, await listCommissions(shop.db, filter, slice)),
  };
  return readListPage(request, source, toCommissionDto);
}

export async function summarizeCommissions(
  shop: Shop,
  whose: string,
  chosen: string | null,
): Promise<CommissionSummary> {
  const [sums, sellers] = await Promise.all([
    sumCommissions(shop.db, await affiliateNamed(shop, whose, chosen)),
    listCurrentAndFormerAffiliates(shop.db),
  ]);
  return {
    pending: { sales: sums.pendingCount, commission: centsToReais(sums.pendingCents) },
    paid: { sales: sums.paidCount, commission: centsToReais(sums.paidCents) },
    reversed: { sales: sums.reversedCount, commission: centsToReais(sums.reversedCents) },
    affiliates: sellers.map(({ id, name, isAffiliate }) => ({ id, name, isClosed: isAffiliate === 0 })),
  };
}

/** Nothing undoes it: the commission was paid outside the shop. Before it is released the owner insists with `isForced`. */
export function markCommissionPaid(shop: Shop, actor: Actor, id: string, isForced = false): Promise<Commission> {
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PAYOUTS);
    const isDone = await payCommission(tx, id, { now: shop.clock.now().toISOString(), isForced });
    const found = await findListedCommission(tx, id);
    const [commission] = await withProduct(tx, found ? [found] : []);
    if (!commission) throw notFound('Venda de afiliado não encontrada.');
    if (!isDone) throw notPayable(commission);
    await recordChange(tx, shop, actor, {
      action: isForced ? 'affiliate_sale.pay_early' : 'affiliate_sale.pay',
      entityId: id,
      changes: { status: ['pending', 'paid'] },
    });
    return toCommissionDto(commission);
  });
}

const BATCH = 500;

/** `null` means every affiliate. */
async function affiliateNamed(shop: Shop, whose: string, chosen: string | null = null): Promise<string | null> {
  if (whose === 'all') return chosen;
  if (!(await findAffiliate(shop.db, whose))) throw notFound('Afiliado não encontrado.');
  return whose;
}

async function totalOf(shop: Shop, filter: CommissionFilter): Promise<number> {
  if (filter.q !== '') return countCommissions(shop.db, filter);
  const { pendingCount, paidCount, reversedCount } = await sumCommissions(shop.db, filter.affiliateId);
  const counts = { pending: pendingCount, paid: paidCount, reversed: reversedCount };
  return filter.status ? counts[filter.status] : pendingCount + paidCount + reversedCount;
}

function notPayable(commission: ListedCommission) {
  const { status, settledCents, payableAt, review } = commission;
  if (status === 'paid') return conflict('already_paid', 'Esta comissão já está marcada como paga.');
  if (status === 'reversed') return conflict('reversed', 'Esta venda foi estornada: não há comissão a pagar.');
  if (settledCents > 0)
    return conflict('in_payout', 'Esta comissão está em um pagamento aberto. Pague-o, ou cancele-o.');
  if (review === 'dispute') {
    return conflict('on_hold', 'Esta venda está em disputa no banco: a comissão espera a decisão.');
  }
  return conflict('on_hold', `Esta comissão é liberada em ${formatDayTime(payableAt ?? '')}.`);
}

function toCommissionDto(row: ListedCommission & { product: string }): Commission {
  return {
    id: row.id,
    affiliateId: row.affiliateId,
    affiliateName: row.affiliateName,
    customerName: row.customerName ?? ERASED_CUSTOMER,
    product: row.product,
    date: row.createdAt,
    amount: centsToReais(row.amountCents),
    commission: centsToReais(row.commissionCents),
    couponCode: row.couponCode ?? '',
    attribution: attributionText(row),
    status: row.status,
    payableAt: row.payableAt,
    isDisputed: row.review === 'dispute',
    paidAt: row.paidAt,
    purchaseId: row.purchaseId,
  };
}
