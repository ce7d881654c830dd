import { freeCouponUse } from '#db/queries/coupons/coupons.ts';
import { revokeKeysOfPurchase } from '#db/queries/keys/activation-keys.ts';
import { endKeyWaitingOfPurchase, listItemsOfPurchase } from '#db/queries/purchases/purchase-items.ts';
import { refundPurchase } from '#db/queries/purchases/purchase-status.ts';
import { updateRedemption } from '#db/queries/purchases/redemptions.ts';
import { endWithdrawal } from '#db/queries/withdrawals/withdrawals.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { importedFrom } from '#src/wire/imports/sources.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { cancelCommission } from '../../affiliates/earn-commission.ts';
import { dropInvoice } from '../../invoices/invoice-changes.ts';
import { returnReplacedKeys } from '../../keys/key-delivery.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { announceSale } from '../../purchases/announce-sale.ts';
import { followRenewals } from '../../purchases/renewals.ts';
import { recountReviews } from '../../reviews/write-review.ts';
import type { Shop } from '../../shop.ts';
import { recordEvent } from '../../timeline/purchase-events.ts';

export async function bookRefund(
  shop: Shop,
  purchase: PurchaseRow,
  source: EventSource,
  also: (tx: Queryable) => Promise<void> = async () => {},
): Promise<void> {
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    if (!(await refundPurchase(tx, purchase.id, now))) return;
    await also(tx);
    await recordEvent(tx, shop, purchase.id, 'refunded', source);
    // Nobody was told of a sale that was paid elsewhere, and its buyer was told there.
    const isImported = importedFrom(purchase) !== null;
    if (!isImported) await announceSale(tx, shop, 'sale.refunded', purchase.id);
    await dropInvoice(tx, shop, purchase.id, source);
    await recountReviews(tx, shop, purchase.id);
    await endWithdrawal(tx, purchase.id, now);
    if (!isImported) await queueMail(tx, shop, { kind: 'refunded', purchaseId: purchase.id });
    await endKeyWaitingOfPurchase(tx, purchase.id);
    const hadKey = await revokeKeysOfPurchase(tx, purchase.id, now);
    if (hadKey) await recordEvent(tx, shop, purchase.id, 'key_revoked', source);
    await returnReplacedKeys(tx, shop, await listItemsOfPurchase(tx, purchase.id), source);
    await followRenewals(tx, await listItemsOfPurchase(tx, purchase.id));
    await cancelCommission(tx, shop, purchase.id, source);
    const couponId = await updateRedemption(tx, purchase.id, ['USED'], 'FREED', now);
    if (couponId) await freeCouponUse(tx, couponId);
    if (couponId) await recordEvent(tx, shop, purchase.id, 'coupon_freed', source);
  });
}
