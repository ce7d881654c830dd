import { upsertCustomer } from '#db/queries/customers/customers.ts';
import { listProductsNamed } from '#db/queries/products/products.ts';
import { insertPurchase } from '#db/queries/purchases/new-purchases.ts';
import { findPurchaseOfCharge } from '#db/queries/purchases/purchases.ts';
import type { ProductRow } from '#db/tables/products.ts';
import { inTransaction } from '#db/transactions.ts';
import { MINIMUM_CHARGE_CENTS } from '#src/wire/basics/money.ts';
import { CheckoutForm } from '#src/wire/purchases/checkout-form.ts';
import { newId } from '../../ids.ts';
import { itemsOf } from '../../purchases/purchase-items.ts';
import { itemsToSell } from '../../purchases/quote-order.ts';
import type { Shop } from '../../shop.ts';
import { announcePurchase, eventOf } from '../../timeline/purchase-events.ts';
import { blankPurchase } from '../create-purchase.ts';
import type { BankPayment, Payer, PixProvider } from '../pix-provider.ts';
import { settlePayment } from '../settle.ts';

/** Rebuilds what was paid after a restored backup; reports an unknown payment where buyer and product are not known. */
export async function rebuildPurchase(
  shop: Shop,
  bank: PixProvider,
  payment: BankPayment,
  backupAt: string,
): Promise<void> {
  const { reference, facts, paidCents } = payment;
  const isNew = payment.state === 'paid' && Date.parse(facts?.arrivedAt ?? '') >= Date.parse(backupAt);
  if (!isNew || !reference || !OWN_REFERENCE.test(reference) || paidCents < MINIMUM_CHARGE_CENTS) return;
  const buyer = buyerOf(facts?.payer);
  const [product, ...others] = facts?.description ? await listProductsNamed(shop.db, facts.description) : [];
  if (!buyer || !product || others.length > 0) return;
  if (await findPurchaseOfCharge(shop.db, bank.name, reference)) return;
  const id = await insertRebuiltPurchase(shop, bank, { ...buyer, product, reference, paidCents });
  await settlePayment(shop, id, 'worker');
}

type Buyer = { customerName: string; customerEmail: string };
type Order = Buyer & { product: ProductRow; reference: string; paidCents: number };

function buyerOf(payer: Payer | null | undefined): Buyer | undefined {
  return CheckoutForm.safeParse({ customerName: payer?.name, customerEmail: payer?.email }).data;
}

/** The amount paid was the price; the rest is booked as a discount. */
async function insertRebuiltPurchase(shop: Shop, bank: PixProvider, order: Order): Promise<string> {
  const { product, reference, paidCents, customerName, customerEmail } = order;
  const now = shop.clock.now();
  const priceCents = Math.max(product.priceCents, paidCents);
  return inTransaction(shop.db, async (tx) => {
    const customer = { id: newId(), name: customerName, email: customerEmail, createdAt: now.toISOString() };
    const purchase = {
      ...blankPurchase(shop, product, now),
      provider: bank.name,
      account: bank.accountId,
      providerReference: reference,
      chargeState: 'open' as const,
      customerId: await upsertCustomer(tx, { ...customer, erasedAt: null }),
      customerName,
      customerEmail,
      priceCents,
      discountCents: Math.max(product.priceCents - paidCents, 0),
      totalCents: paidCents,
      couponCode: null,
      idempotencyKeyHash: null,
      requestHash: null,
    };
    const items = itemsOf(purchase, await itemsToSell(tx, [{ ...product, priceCents }]));
    await insertPurchase(tx, {
      purchase,
      items,
      event: eventOf(shop, purchase.id, 'restored', 'worker'),
      // Whoever was told of the lost one would count it twice.
      shopEvent: null,
      within: null,
    });
    announcePurchase(tx, shop, purchase.id);
    return purchase.id;
  });
}

/** `newId` writes them so. */
const OWN_REFERENCE = /^[0-9a-f]{32}$/;
