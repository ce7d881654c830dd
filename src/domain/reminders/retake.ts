import { findPurchase } from '#db/queries/purchases/purchases.ts';
import {
  countRetakes,
  findReminderByToken,
  listLaterPurchases,
  markReminderClicked,
} from '#db/queries/reminders/reminders.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { ReminderRow } from '#db/tables/reminders.ts';
import type { Queryable } from '#db/tables.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { countedName, groupsOf, namesOf } from '#src/wire/purchases/items.ts';
import type { Retake } from '#src/wire/reminders/retake.ts';
import type { Order } from '../payments/create-purchase.ts';
import { startPayment } from '../payments/start-payment.ts';
import { publicImage } from '../products/product-fields.ts';
import { withItsItems } from '../purchases/purchase-items.ts';
import { soldAs } from '../purchases/quote-order.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';
import { quoteRetake } from './retake-quote.ts';

/** Shows what the link of a reminder leads to now; changes nothing, since mail scanners open links. */
export async function showRetake(shop: Shop, token: string): Promise<Retake> {
  const now = shop.clock.now();
  const found = await findByLink(shop, token);
  if (!found) return { state: 'unknown' };
  const { reminder, purchase } = found;
  const ended = await readSuccessor(shop.db, purchase);
  if (ended) return ended;
  const product = namesOf(await withItsItems(shop.db, purchase));
  const quote = await quoteRetake(shop.db, purchase, reminder.couponCode, now);
  if (!quote) return { state: 'gone', product };
  const { price, coupon, lostCode } = quote;
  return {
    state: 'possible',
    items: groupsOf(quote.products, soldAs).map((group) => {
      const [{ id, name, kit, image }] = group;
      return {
        id: kit?.id ?? id,
        name: kit?.name ?? countedName(name, group.length),
        image: publicImage(image),
        amount: formatCents(group.reduce((sum, { priceCents }) => sum + priceCents, 0)),
      };
    }),
    fullAmount: price.discountCents > 0 ? formatCents(price.priceCents) : null,
    amount: formatCents(price.totalCents),
    couponCode: coupon?.code ?? null,
    lostCode,
  };
}

/** A double click makes one purchase; returns the one to pay, or null for what is paid already. */
export async function retakePurchase(
  shop: Shop,
  token: string,
  clientNetwork: string,
): Promise<{ purchaseId: string } | null> {
  await takeOrRefuse(shop, 'retakes', clientNetwork);
  const found = await findByLink(shop, token);
  if (!found) throw notFound('Este link não vale mais.');
  const { reminder, purchase } = found;
  // Read before the orders are: one that another press makes meanwhile is found, or has the same key.
  const idempotencyKey = `retake:${reminder.tokenHash}:${await countRetakes(shop.db, purchase.id)}`;
  const ended = await readSuccessor(shop.db, purchase);
  if (ended) return ended.state === 'open' ? { purchaseId: ended.purchaseId } : null;
  const quote = await quoteRetake(shop.db, purchase, reminder.couponCode, shop.clock.now());
  if (!quote) throw conflict('not_on_sale', 'Este plugin não está mais à venda.');
  const plain = quote.products.filter(({ offerId }) => offerId === null);
  const [{ upgradesItemId, renewsItemId }] = quote.products;
  const [productId = '', ...furtherProductIds] = groupsOf(plain, soldAs).flatMap((group) =>
    group[0].kit ? [group[0].kit.id] : group.map(({ id }) => id),
  );
  const order: Order = {
    customerName: purchase.customerName ?? '',
    customerEmail: purchase.customerEmail ?? '',
    paymentMethod: 'pix',
    productId,
    furtherProductIds,
    offerIds: quote.products.flatMap(({ offerId }) => offerId ?? []),
    couponCode: quote.coupon?.code ?? null,
    ...(upgradesItemId && { upgrade: { itemId: upgradesItemId } }),
    ...(renewsItemId && { renewsItemId }),
    retakes: purchase,
    buyerId: purchase.customerId,
    ...(quote.completesFor && { completesFor: quote.completesFor }),
  };
  const { purchaseId } = await startPayment(shop, order, { idempotencyKey, clientNetwork });
  await markReminderClicked(shop.db, reminder, shop.clock.now().toISOString());
  return { purchaseId };
}

async function findByLink(
  { db, clock }: Shop,
  token: string,
): Promise<{ reminder: ReminderRow; purchase: PurchaseRow } | null> {
  const reminder = await findReminderByToken(db, hashOfToken(token));
  if (!reminder?.linkExpiresAt || reminder.linkExpiresAt <= clock.now().toISOString()) return null;
  const purchase = await findPurchase(db, reminder.purchaseId);
  return purchase?.customerEmail ? { reminder, purchase } : null;
}

/** This purchase itself counts, too. Money that comes back counts as paid: nobody is asked twice. */
async function readSuccessor(
  db: Queryable,
  purchase: PurchaseRow,
): Promise<{ state: 'open'; purchaseId: string } | { state: 'paid' } | null> {
  const later = (await listLaterPurchases(db, purchase)).filter(({ isSameProduct }) => isSameProduct === 1);
  const all = [...later, purchase];
  if (all.some(({ status }) => status === 'COMPLETED' || status === 'REFUNDED')) return { state: 'paid' };
  const open = all.find(({ status }) => status === 'PENDING');
  return open ? { state: 'open', purchaseId: open.id } : null;
}
