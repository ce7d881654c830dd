import {
  findAffiliateOfPurchase,
  findCommissionByPurchase,
  insertCommission,
  lowerCommission,
  reverseCommission,
} from '#db/queries/affiliates/commissions.ts';
import type { Sold } from '#db/queries/purchases/purchase-status.ts';
import type { Queryable } from '#db/tables.ts';
import { shareOfCents } from '#src/wire/basics/money.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { newId } from '../ids.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';

export async function earnCommission(tx: Queryable, sold: Sold, keptCents: number, now: string): Promise<void> {
  const affiliate = await findAffiliateOfPurchase(tx, sold.id);
  if (!affiliate) return;
  await insertCommission(tx, {
    id: newId(),
    purchaseId: sold.id,
    affiliateId: affiliate.userId,
    amountCents: keptCents,
    commissionCents: shareOfCents(keptCents, affiliate.commissionHundredths),
    commissionHundredths: affiliate.commissionHundredths,
    status: 'pending',
    createdAt: now,
    paidAt: null,
  });
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
  const commissionCents = shareOfCents(keptCents, commission.commissionHundredths ?? 0);
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
  if (commission) await recordEvent(tx, shop, purchaseId, 'commission_reversed', source, wasPaid);
}
