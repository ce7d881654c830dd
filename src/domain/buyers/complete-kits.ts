import { listKitsWithAny } from '#db/queries/products/kits.ts';
import { findProductOnSale } from '#db/queries/products/products.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import type { Buyer, KitToComplete } from '#src/wire/buyers/buyer.ts';
import { pluginNamesOf } from '#src/wire/purchases/items.ts';
import { startPayment } from '../payments/start-payment.ts';
import { toPublicProductDto } from '../products/product-fields.ts';
import { withRows } from '../products/product-rows.ts';
import { readPaid, sellMissingParts } from '../purchases/complete-kit.ts';
import { priceOf } from '../purchases/quote-order.ts';
import type { Shop } from '../shop.ts';

/** Kits of which the buyer owns some parts, and not all. */
export async function listKitsToComplete(
  { db }: Shop,
  { customerId }: Pick<Buyer, 'customerId'>,
): Promise<KitToComplete[]> {
  const paid = await readPaid(db, customerId);
  if (paid.size === 0) return [];
  const kits: KitToComplete[] = [];
  for (const { kitId } of await listKitsWithAny(db, [...paid.keys()])) {
    const kit = await findProductOnSale(db, kitId);
    const missing = kit && (await sellMissingParts(db, kit, paid));
    const [row] = missing ? await withRows(db, [kit]) : [];
    if (!missing || !row) continue;
    const { id, name, image, mosaic } = toPublicProductDto(row);
    kits.push({
      id,
      name,
      image,
      mosaic,
      missing: pluginNamesOf({ items: missing.map(({ name }) => ({ productName: name })) }),
      amount: formatCents(priceOf(missing, undefined).totalCents),
      fullAmount: formatCents(kit.priceCents),
    });
  }
  return kits;
}

/** A double click makes one purchase. */
export async function completeKit(
  shop: Shop,
  { customerId, name, email }: Pick<Buyer, 'customerId' | 'name' | 'email'>,
  kitId: string,
  clientNetwork: string,
): Promise<{ purchaseId: string }> {
  const moment = Math.floor(shop.clock.now().getTime() / DOUBLE_CLICK_MS);
  const order = {
    customerName: name,
    customerEmail: email,
    paymentMethod: 'pix',
    productId: kitId,
    completesFor: customerId,
  } as const;
  const idempotencyKey = `complete:${customerId}:${kitId}:${moment}`;
  const { purchaseId } = await startPayment(shop, order, { idempotencyKey, clientNetwork });
  return { purchaseId };
}

const DOUBLE_CLICK_MS = 10 * SECOND_MS;
