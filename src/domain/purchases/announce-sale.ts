import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { PurchaseItemRow, PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import type { HookEvent } from '#src/wire/hooks/hook-events.ts';
import { type Announcement, announceEvent } from '../hooks/announce-event.ts';
import type { Shop } from '../shop.ts';
import { type WithItems, withItsItems } from './purchase-items.ts';
import { originWithClickIds } from './purchase-origins.ts';
import { toPurchaseDto } from './purchases.ts';

type SaleEvent = Extract<HookEvent, `${'sale' | 'invoice'}.${string}`>;

/** Reads the purchase as it is now. */
export async function announceSale(
  tx: Queryable,
  shop: Shop,
  type: SaleEvent,
  purchaseId: string,
  { which, person }: Pick<Announcement, 'which' | 'person'> = {},
): Promise<void> {
  const purchase = await findPurchase(tx, purchaseId);
  if (!purchase) return;
  const sale = describeSale(type, await withItsItems(tx, purchase));
  await announceEvent(tx, shop, {
    ...sale,
    ...(which !== undefined && { which }),
    person: { ...sale.person, ...person },
  });
}

type DescribedSale = Omit<PurchaseRow, 'number'> & { items: readonly PurchaseItemRow[] };

/** A sale as others hear of it. Its number is read with it, since a new order has none yet. */
export function describeSale(type: SaleEvent, purchase: DescribedSale): Announcement {
  const { id, totalCents, discountCents, paidCents, returnedCents, customerId, completedAt, refundedAt } = purchase;
  const {
    number: _,
    customerName,
    customerEmail,
    ...sale
  } = toPurchaseDto({ ...purchase, number: 0, items: purchase.items as WithItems['items'] });
  const { clickIds, ...origin } = originWithClickIds(purchase) ?? { clickIds: null };
  const cents = { totalCents, discountCents, paidCents, returnedCents };
  const data = { ...sale, ...cents, customerId, completedAt, refundedAt };
  const person = { customerName, customerEmail, origin: 'source' in origin ? origin : null, clickIds };
  return { type, subjectId: id, purchaseId: id, data, person };
}
