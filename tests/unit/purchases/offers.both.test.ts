import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { createCoupon } from '#src/domain/coupons/coupons.ts';
import { createOffer, editOffer, removeOffer, showOffers } from '#src/domain/offers/offers.ts';
import { showOffersBeside } from '#src/domain/offers/offers-beside.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createProduct, editProduct } from '#src/domain/products/products.ts';
import { quoteOrder } from '#src/domain/purchases/quote-order.ts';
import { storeVisits } from '#src/domain/reports/visits.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { parseCents } from '#src/wire/basics/money.ts';
import { CreatePayment } from '#src/wire/purchases/create-payment.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { scaled } from '../../support/scale.ts';

const OWNER = { id: 'owner' };
const BUYER = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;

const opened = openShopForFile();
let made = 0;

test('what is quoted of licenses, offers and a coupon is charged, and a coupon reduces no offer', async () => {
  const { shop } = opened;
  const product = await newProduct(5_000, { allowsQuantity: true });
  const offers = await Promise.all(
    [3_000, 4_000, 9_000].map(async (price) => newOffer(product, await newProduct(price), price / 2)),
  );
  const orders = fc.record({
    quantity: fc.integer({ min: 1, max: 4 }),
    price: fc.integer({ min: 50, max: 1_000_000 }),
    offerIds: fc.subarray(offers.map(({ id }) => id)),
    discount: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(orders, async ({ quantity, price, offerIds, discount }) => {
      await editProduct(shop, OWNER, product, { price });
      const couponCode = discount === null ? null : await newCoupon(discount * 100);
      const asked = { productId: product, quantity, offerIds, couponCode };
      const quote = await quoteOrder(shop, asked, network());
      const { amount, purchaseId } = await order(asked);
      const { items } = await showPurchase(shop, purchaseId);

      expect(quote.totalAmount).toBe(amount);
      expect(items).toHaveLength(quantity + offerIds.length);
      expect(items.reduce((sum, item) => sum + cents(item.totalAmount), 0)).toBe(cents(amount));
      const taken = items.filter(({ offerId }) => offerId !== null);
      expect(taken.map(({ totalAmount }) => totalAmount)).toEqual(taken.map((item) => item.price));
      expect(new Set(taken.map(({ offerId }) => offerId))).toEqual(new Set(offerIds));
    }),
    { numRuns: scaled(15, 300) },
  );
});

describe('an offer', () => {
  test('costs less than its product, is of another one, and has two others beside it at most', async () => {
    const [product, offered] = [await newProduct(5_000), await newProduct(5_990)];
    await expect(newOffer(product, offered, 5_990)).rejects.toMatchObject({
      fields: { price: 'A oferta precisa custar menos que os R$ 59,90 do produto.' },
    });
    await expect(newOffer(product, offered, 49)).rejects.toMatchObject({ fields: { price: expect.any(String) } });
    await expect(newOffer(product, product, 100)).rejects.toMatchObject({
      fields: { offeredProductId: expect.any(String) },
    });
    for (const price of [100, 200, 300]) await newOffer(product, offered, price);
    await expect(newOffer(product, offered, 400)).rejects.toMatchObject({ code: 'too_many_offers' });
    const waiting = await createOffer(opened.shop, OWNER, { ...fieldsOf(product, offered, 400), isActive: false });
    await expect(
      editOffer(opened.shop, OWNER, waiting.id, { ...waiting, price: 400, isActive: true }),
    ).rejects.toMatchObject({
      code: 'too_many_offers',
    });
  });

  test.each([
    ['of another product', async ({ other }: Made) => ({ productId: other })],
    ['paused', async ({ offer }: Made) => void (await change(offer, { isActive: false }))],
    ['deleted', ({ offer }: Made) => removeOffer(opened.shop, OWNER, offer.id)],
    [
      'of a product off sale',
      async ({ offered }: Made) => void (await editProduct(opened.shop, OWNER, offered, { status: 'Inativo' })),
    ],
    [
      'dearer than its product',
      async ({ offered }: Made) => void (await editProduct(opened.shop, OWNER, offered, { price: 900 })),
    ],
    ['taken twice', async ({ offer }: Made) => ({ offerIds: [offer.id, offer.id] })],
    ['invented', async () => ({ offerIds: ['nao-existe'] })],
  ])('that is %s is refused in quote and order', async (_, spoil) => {
    const [product, offered, other] = [await newProduct(5_000), await newProduct(4_000), await newProduct(3_000)];
    const offer = await newOffer(product, offered, 1_000);
    const asked = { productId: product, offerIds: [offer.id], ...(await spoil({ offer, offered, other })) };
    const gone = { code: 'offer_gone', message: 'Uma das ofertas não vale mais. Confira o pedido.' };
    await expect(quoteOrder(opened.shop, asked, network())).rejects.toMatchObject(gone);
    await expect(order(asked)).rejects.toMatchObject(gone);
  });

  test('is hidden from a buyer who has its product, counts as shown by visits and as taken when paid', async () => {
    const { shop } = opened;
    const [product, offered] = [await newProduct(5_000), await newProduct(4_000)];
    const offer = await newOffer(product, offered, 1_000);
    await expect(showOffersBeside(shop, product, null)).resolves.toMatchObject([
      { price: 'R$ 10,00', fullPrice: 'R$ 40,00' },
    ]);
    const visit = { page: `/checkout/${product}`, source: 'direto', campaign: '', entries: 1, visits: 4 };
    shop.visits.count(visit);
    await storeVisits(shop);
    const { purchaseId, transactionId } = await order({ productId: product, offerIds: [offer.id] });
    await order({ productId: product, offerIds: [offer.id] });
    await simulatePayment(shop, transactionId, 'pay');
    const { customerId } = await shop.db
      .selectFrom('purchases')
      .select('customerId')
      .where('id', '=', purchaseId)
      .executeTakeFirstOrThrow();

    await expect(showOffersBeside(shop, product, customerId)).resolves.toEqual([]);
    const shown = (await showOffers(shop)).find(({ id }) => id === offer.id);
    expect(shown).toMatchObject({ shown: 4, taken: 1, rate: 25 });
  });

  test('is part of the idempotency hash', async () => {
    const [product, offered] = [await newProduct(5_000), await newProduct(4_000)];
    const offer = await newOffer(product, offered, 1_000);
    const asked = { idempotencyKey: 'uma-chave-so', clientNetwork: network() };
    const plain = CreatePayment.parse({ ...BUYER, productId: product });
    await startPayment(opened.shop, plain, asked);
    const other = { ...plain, offerIds: [offer.id] };
    await expect(startPayment(opened.shop, other, asked)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });
});

type Made = { offer: Awaited<ReturnType<typeof newOffer>>; offered: string; other: string };

function change(offer: Made['offer'], part: { isActive: boolean }) {
  return editOffer(opened.shop, OWNER, offer.id, { ...offer, price: cents(offer.price), ...part });
}

function order(asked: object) {
  made += 1;
  return startPayment(opened.shop, CreatePayment.parse({ ...BUYER, ...asked }), {
    idempotencyKey: `oferta-${made}`,
    clientNetwork: network(),
  });
}

async function newProduct(price: number, fields: { allowsQuantity?: boolean } = {}): Promise<string> {
  made += 1;
  const { id } = await createProduct(opened.shop, OWNER, {
    name: `Produto ${made}`,
    price,
    requiresActivation: false,
    status: 'active',
    downloadUrl: 'https://arquivos.test/a.zip',
    ...fields,
  });
  return id;
}

function newOffer(productId: string, offeredProductId: string, price: number) {
  return createOffer(opened.shop, OWNER, fieldsOf(productId, offeredProductId, price));
}

function fieldsOf(productId: string, offeredProductId: string, price: number) {
  return { productId, offeredProductId, price, headline: '', text: '', isActive: true };
}

async function newCoupon(discount: number): Promise<string> {
  made += 1;
  const day = dayOf(opened.shop.clock.now());
  const dates = { validFrom: day, validTo: day, maxUses: null };
  const { code } = await createCoupon(opened.shop, OWNER, {
    code: `C${made}`,
    name: 'Um',
    description: '',
    type: 'PERCENT',
    discount,
    isActive: true,
    ...dates,
  });
  return code;
}

function network(): string {
  made += 1;
  return `203.0.${Math.floor(made / 250)}.${made % 250}`;
}

function cents(text: string): number {
  return parseCents(text) ?? Number.NaN;
}
