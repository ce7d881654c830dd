import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { createCoupon, editCoupon } from '#src/domain/coupons/coupons.ts';
import { validateCoupon } from '#src/domain/coupons/validate-coupon.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createProduct, removeProduct } from '#src/domain/products/products.ts';
import { quoteOrder } from '#src/domain/purchases/quote-order.ts';
import { quoteRetake } from '#src/domain/reminders/retake-quote.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { parseCents } from '#src/wire/basics/money.ts';
import type { CouponFields } from '#src/wire/coupons/coupons.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { scaled } from '../../support/scale.ts';

const OWNER = { id: 'owner' };
const NOT_FOR_IT = 'Este cupom não vale para este produto.';

const opened = openShopForFile();
let curva: string;
let grao: string;
let made = 0;

beforeAll(async () => {
  curva = await newProduct('Curva Log');
  grao = await newProduct('Grão 35 mm', 3_335);
});

describe('a coupon for some products', () => {
  test('discounts only these in an order of several, and every item keeps what it costs', async () => {
    const orders = fc.record({
      ids: fc.array(fc.constantFrom(curva, grao), { minLength: 1, maxLength: 8 }),
      discount: fc.integer({ min: 100, max: 10_000 }),
      type: fc.constantFrom('PERCENT' as const, 'FIXED' as const),
    });
    await fc.assert(
      fc.asyncProperty(orders, async ({ ids: [first = curva, ...others], discount, type }) => {
        const couponCode = await newCoupon({ type, discount, productIds: [curva] });
        const bought = await order({ productId: first, furtherProductIds: [...others, curva], couponCode });
        const { items, totalAmount } = await showPurchase(opened.shop, bought.purchaseId);
        const grain = items.filter(({ productId }) => productId === grao);
        expect(grain.map((item) => item.totalAmount)).toEqual(grain.map(({ price }) => price));
        const sum = (parts: string[]) => parts.reduce((cents, text) => cents + (parseCents(text) ?? Number.NaN), 0);
        expect(sum(items.map((item) => item.totalAmount))).toBe(sum([totalAmount]));
        expect(sum([totalAmount])).toBeLessThan(sum(items.map(({ price }) => price)));
      }),
      { numRuns: scaled(15, 200) },
    );
  });

  test('is refused for another product wherever it is typed', async () => {
    const { shop } = opened;
    const code = await newCoupon({ productIds: [curva] });
    expect(await validateCoupon(shop, { code, productId: grao }, network())).toEqual({
      valid: false,
      message: NOT_FOR_IT,
    });
    expect(await validateCoupon(shop, { code, productId: curva }, network())).toMatchObject({ valid: true });
    const quote = await quoteOrder(shop, { productId: grao, couponCode: code }, network());
    expect(quote).toMatchObject({ discountAmount: 'R$ 0,00', coupon: { valid: false, message: NOT_FOR_IT } });
    await expect(order({ productId: grao, couponCode: code })).rejects.toMatchObject({ code: 'coupon_invalid' });
  });

  test('never becomes one for all, also where its product is deleted', async () => {
    const gone = await newProduct('Sai da loja');
    const coupon = await newCouponRow({ productIds: [gone] });
    await removeProduct(opened.shop, OWNER, gone);
    await expect(order({ couponCode: coupon.code })).rejects.toMatchObject({ message: NOT_FOR_IT });
    const kept = await editCoupon(opened.shop, OWNER, coupon.id, { name: 'Outro nome', productIds: [gone, curva] });
    expect(kept.productIds).toEqual([gone, curva]);
    const refused = { fields: { productIds: 'Escolha produtos da loja.' } };
    await expect(editCoupon(opened.shop, OWNER, coupon.id, { productIds: ['nada'] })).rejects.toMatchObject(refused);
  });

  test('is left out of an order that is taken up again without what it is for', async () => {
    const { shop } = opened;
    const coupon = await newCouponRow({ productIds: [curva] });
    const { purchaseId } = await order({ couponCode: coupon.code });
    await editCoupon(shop, OWNER, coupon.id, { productIds: [grao] });
    const purchase = await shop.db
      .selectFrom('purchases')
      .selectAll()
      .where('id', '=', purchaseId)
      .executeTakeFirstOrThrow();
    const quote = await quoteRetake(shop.db, purchase, null, shop.clock.now());
    expect(quote).toMatchObject({ coupon: null, lostCode: coupon.code, price: { discountCents: 0 } });
  });
});

describe('a coupon with a limit for each customer', () => {
  test('gives one use to twenty orders of one address at once', async () => {
    const couponCode = await newCoupon({ perCustomer: 1 });
    const racers = Array.from({ length: 20 }, () => {
      const customerEmail = 'corrida@exemplo.com.br';
      return order({ couponCode, customerEmail }).then(
        () => 'bought',
        (error: { message: string }) => error.message,
      );
    });
    const results = await Promise.all(racers);
    expect(results.filter((result) => result === 'bought')).toHaveLength(1);
    const refused =
      'Este cupom vale uma vez por e-mail, contando pedidos que esperam pagamento, e não vale mais para este. Compre sem ele, ou com outro cupom.';
    expect(new Set(results)).toEqual(new Set(['bought', refused]));
    const { used } = await opened.shop.db
      .selectFrom('coupons')
      .select('used')
      .where('code', '=', couponCode)
      .executeTakeFirstOrThrow();
    expect(used).toBe(1);
    await expect(order({ couponCode, customerEmail: 'outra@exemplo.com.br' })).resolves.toBeTruthy();
  });

  test('gives the use again when the order is not paid', async () => {
    const couponCode = await newCoupon({ perCustomer: 1 });
    const { transactionId } = await order({ couponCode });
    await expect(order({ couponCode })).rejects.toMatchObject({ code: 'coupon_used_up' });
    await simulatePayment(opened.shop, transactionId, 'reject');
    await expect(order({ couponCode })).resolves.toBeTruthy();
  });

  test('counts a use that was paid late, until it is given back', async () => {
    const { shop } = opened;
    const couponCode = await newCoupon({ perCustomer: 1 });
    const { purchaseId, transactionId } = await order({ couponCode });
    await simulatePayment(shop, transactionId, 'expire');
    await simulatePayment(shop, transactionId, 'pay');
    await expect(order({ couponCode })).rejects.toMatchObject({ code: 'coupon_used_up' });
    await refundSale(shop, OWNER, purchaseId);
    await expect(order({ couponCode })).resolves.toBeTruthy();
  });
});

test('says the same of a sale and of an unpaid order of anybody, and stops who tries one address after the other', async () => {
  const couponCode = await newCoupon({ perCustomer: 1 });
  const clientNetwork = network();
  const told = (customerEmail: string) =>
    order({ couponCode, customerEmail, clientNetwork }).then(
      () => 'bought',
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );
  const { transactionId } = await order({ couponCode, customerEmail: 'pagou@exemplo.com.br' });
  await simulatePayment(opened.shop, transactionId, 'pay');
  await order({ couponCode, customerEmail: 'deve@exemplo.com.br' });
  const ofSale = await told('pagou@exemplo.com.br');
  expect(ofSale).toMatch(/^coupon_used_up: /);
  expect(await told('deve@exemplo.com.br')).toBe(ofSale);
  for (let tries = 2; tries < 20; tries += 1) await told('pagou@exemplo.com.br');
  const stopped = await told('pagou@exemplo.com.br');
  expect(stopped).toMatch(/^too_many: /);
  expect(await told('nunca@exemplo.com.br')).toBe(stopped);
});

describe('a coupon for who owns a product', () => {
  test('works for its owner who is signed in, and tells others nothing of who owns what', async () => {
    const { shop } = opened;
    const customerEmail = 'dona@exemplo.com.br';
    const couponCode = await newCoupon({ onlyOwnersOf: grao });
    const owned = await order({ productId: grao, customerEmail });
    const buyerId = await customerOf(owned.purchaseId);
    const quoted = async (id: string | null) =>
      (await quoteOrder(shop, { productId: curva, couponCode }, network(), id)).coupon;
    const stranger = 'Este cupom é para quem já tem Grão 35 mm. Entre em Minhas compras e use o cupom de novo.';

    expect(await quoted(buyerId)).toMatchObject({ valid: false });
    await simulatePayment(shop, owned.transactionId, 'pay');
    expect(await quoted(buyerId)).toMatchObject({ valid: true });
    expect(await quoted(null)).toEqual({ valid: false, message: stranger });
    await expect(order({ couponCode, customerEmail })).rejects.toMatchObject({ message: stranger });
    await expect(order({ couponCode, customerEmail: 'amigo@exemplo.com.br', buyerId })).rejects.toMatchObject({
      message: 'Este cupom é da sua conta em Minhas compras: faça a compra com o e-mail dela.',
    });
    await expect(order({ couponCode, customerEmail, buyerId })).resolves.toMatchObject({ amount: 'R$ 45,00' });

    await refundSale(shop, OWNER, owned.purchaseId);
    expect(await quoted(buyerId)).toMatchObject({ valid: false });
  });

  test('sells nothing for less to who gave the product back before paying, and keeps what was agreed', async () => {
    const { shop } = opened;
    const customerEmail = 'devolve@exemplo.com.br';
    const coupon = await newCouponRow({ onlyOwnersOf: grao });
    const open = await newCouponRow({});
    const owned = await order({ productId: grao, customerEmail });
    await simulatePayment(shop, owned.transactionId, 'pay');
    const wanted = { couponCode: coupon.code, customerEmail, buyerId: await customerOf(owned.purchaseId) };
    const kept = await order(wanted);
    await simulatePayment(shop, kept.transactionId, 'pay');
    const orders = [await order(wanted), await order({ ...wanted, furtherProductIds: [grao] })];
    const agreed = await order({ couponCode: open.code, customerEmail });
    await editCoupon(shop, OWNER, open.id, { onlyOwnersOf: grao });
    await refundSale(shop, OWNER, owned.purchaseId);
    for (const { transactionId } of [...orders, agreed]) await simulatePayment(shop, transactionId, 'pay');
    const statuses = [kept, ...orders, agreed].map(async ({ purchaseId }) => {
      return (await showPurchase(shop, purchaseId)).paymentStatus;
    });
    expect(await Promise.all(statuses)).toEqual(['COMPLETED', 'FAILED', 'FAILED', 'COMPLETED']);
  });
});

type Wanted = {
  clientNetwork?: string;
  productId?: string;
  furtherProductIds?: string[];
  couponCode?: string;
  customerEmail?: string;
  buyerId?: string;
};

function order({ clientNetwork = network(), ...wanted }: Wanted) {
  const buyer = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' as const };
  const asked = { idempotencyKey: null, clientNetwork };
  return startPayment(opened.shop, { ...buyer, productId: curva, ...wanted }, asked);
}

async function customerOf(purchaseId: string): Promise<string> {
  const purchases = opened.shop.db.selectFrom('purchases').select('customerId').where('id', '=', purchaseId);
  return (await purchases.executeTakeFirstOrThrow()).customerId;
}

async function newProduct(name: string, price = 5_000): Promise<string> {
  const file = { downloadUrl: 'https://arquivos.test/a.zip', status: 'active', requiresActivation: false } as const;
  return (await createProduct(opened.shop, OWNER, { name, price, ...file })).id;
}

async function newCoupon(fields: Partial<CouponFields>): Promise<string> {
  return (await newCouponRow(fields)).code;
}

function newCouponRow(fields: Partial<CouponFields>) {
  made += 1;
  const today = dayOf(opened.shop.clock.now());
  const days = { validFrom: today, validTo: today };
  const coupon = { code: `ALVO${made}`, name: 'Alvo', type: 'PERCENT' as const, discount: 1_000, maxUses: null };
  return createCoupon(opened.shop, OWNER, { ...coupon, ...days, ...fields });
}

/** Nobody's limits count here. */
function network(): string {
  made += 1;
  return `10.8.${made % 250}.${Math.floor(made / 250)}`;
}
