import {
  findAffiliateOfCoupon,
  findCommissionByPurchase,
  findRate,
  insertCommission,
  listRatedItems,
  lowerCommission,
  reverseCommission,
} from '#db/queries/affiliates/commissions.ts';
import type { Sold } from '#db/queries/purchases/purchase-status.ts';
import type { CommissionRow } from '#db/tables/affiliates.ts';
import type { Queryable } from '#db/tables.ts';
import { apportion } from '#src/wire/basics/apportion.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { shareOfCents } from '#src/wire/basics/money.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { announceEvent } from '../hooks/announce-event.ts';
import { newId } from '../ids.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';

/** A product's own rate takes the place of the partner's. */
export async function earnCommission(
  tx: Queryable,
  shop: Shop,
  sold: Sold & { hasCoupon: boolean },
  keptCents: number,
): Promise<void> {
  const affiliate = await findEarner(tx, sold);
  if (!affiliate) return;
  const now = shop.clock.now();
  const items = await listRatedItems(tx, sold.id);
  const rates = items.map(({ commissionPercent }) =>
    commissionPercent === null ? affiliate.commissionHundredths : commissionPercent * 100,
  );
  const [rate = affiliate.commissionHundredths, ...others] = new Set(rates);
  const parts = apportion(
    keptCents,
    items.map(({ totalCents }) => totalCents),
  );
  const isOfOneRate = others.length === 0;
  const commission = {
    id: newId(),
    purchaseId: sold.id,
    affiliateId: affiliate.userId,
    amountCents: keptCents,
    commissionCents: isOfOneRate
      ? shareOfCents(keptCents, rate)
      : parts.reduce((cents, part, at) => cents + shareOfCents(part, rates[at] ?? 0), 0),
    commissionHundredths: isOfOneRate ? rate : null,
    status: 'pending' as const,
    createdAt: now.toISOString(),
    payableAt: new Date(now.getTime() + shop.settings.commissionHoldDays * DAY_MS).toISOString(),
    paidAt: null,
  };
  if (await insertCommission(tx, commission)) await announceCommission(tx, shop, 'commission.created', commission);
}

async function findEarner(tx: Queryable, { id, affiliateId, attribution, hasCoupon }: Sold & { hasCoupon: boolean }) {
  if (affiliateId) return findRate(tx, affiliateId);
  return hasCoupon && !attribution ? findAffiliateOfCoupon(tx, id) : undefined;
}

export async function reduceCommission(
  tx: Queryable,
  shop: Shop,
  purchaseId: string,
  keptCents: number,
  source: EventSource,
): Promise<void> {
  const commission = await findCommissionByPurchase(tx, purchaseId);
  if (!commission || commission.status === 'reversed') return;
  const { amountCents, commissionHundredths } = commission;
  const commissionCents =
    commissionHundredths === null
      ? Math.round((commission.commissionCents * keptCents) / Math.max(1, amountCents))
      : shareOfCents(keptCents, commissionHundredths);
  await lowerCommission(tx, purchaseId, { amountCents: keptCents, commissionCents });
  await recordEvent(tx, shop, purchaseId, 'commission_lowered', source, commission.paidAt ? 'paid' : 'pending');
}

/** Nothing undoes it: a commission already paid is reversed too and stays marked as paid. */
export async function cancelCommission(
  tx: Queryable,
  shop: Shop,
  purchaseId: string,
  source: EventSource,
): Promise<void> {
  const commission = await reverseCommission(tx, purchaseId);
  const wasPaid = commission?.paidAt ? 'paid' : 'pending';
  if (!commission) return;
  await recordEvent(tx, shop, purchaseId, 'commission_reversed', source, wasPaid);
  await announceCommission(tx, shop, 'commission.reversed', commission);
}

function announceCommission(
  tx: Queryable,
  shop: Shop,
  type: 'commission.created' | 'commission.reversed',
  { id, purchaseId, affiliateId, amountCents, commissionCents, status }: AnnouncedCommission,
): Promise<void> {
  const data = { id, purchaseId, affiliateId, amountCents, commissionCents, status };
  return announceEvent(tx, shop, { type, subjectId: id, purchaseId, data });
}

type AnnouncedCommission = Pick<
  CommissionRow,
  'id' | 'purchaseId' | 'affiliateId' | 'amountCents' | 'commissionCents' | 'status'
>;
