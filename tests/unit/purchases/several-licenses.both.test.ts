import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { createCoupon } from '#src/domain/coupons/coupons.ts';
import { addKeys } from '#src/domain/keys/activation-keys.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createProduct, editProduct } from '#src/domain/products/products.ts';
import { quoteOrder } from '#src/domain/purchases/quote-order.ts';
import { writeReceipt } from '#src/domain/purchases/receipt-mail.ts';
import { findProductPage } from '#src/domain/storefront/find-product-page.ts';
import { receiptWords } from '#src/gateways/mail/words/receipt-words.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { parseCents } from '#src/wire/basics/money.ts';
import { MOST_LICENSES } from '#src/wire/products/most-licenses.ts';
import { PRODUCT_FIELDS } from '#src/wire/products/product-fields.ts';
import { BAD_QUANTITY_STEPS, stepsText } from '#src/wire/products/quantity-steps.ts';
import { CreatePayment } from '#src/wire/purchases/create-payment.ts';
import { groupName, groupsOf, namesOf } from '#src/wire/purchases/items.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { scaled } from '../../support/scale.ts';

const OWNER = { id: 'owner' };
const BUYER = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;

const opened = openShopForFile();
let productId: string;
let made = 0;

beforeAll(async () => {
  productId = await newProduct('Curva Log');
});

test('what the checkout shows of any number of licenses is what the order charges, to the centavo', async () => {
  const { shop } = opened;
  const discounts = fc.oneof(
    fc.constant(null),
    fc.record({ type: fc.constant('PERCENT' as const), discount: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ type: fc.constant('FIXED' as const), discount: fc.integer({ min: 1, max: 2_000_000 }) }),
  );
  const steps = fc.constantFrom(null, '2: 1%', '5: 10%, 10: 20%', '2: 30%, 3: 60%, 4: 90%');
  const orders = fc.record({
    quantitySteps: steps,
    quantity: fc.integer({ min: 1, max: MOST_LICENSES }),
    price: fc.integer({ min: 50, max: 1_000_000 }),
    discount: discounts,
  });
  await fc.assert(
    fc.asyncProperty(orders, async ({ quantity, price, discount, quantitySteps }) => {
      await editProduct(shop, OWNER, productId, { price, quantitySteps });
      const couponCode = discount && (await newCoupon(discount));
      const quote = await quoteOrder(shop, { productId, quantity, couponCode }, network());
      const { amount, purchaseId } = await order({ quantity, couponCode });
      const { items, totalAmount } = await showPurchase(shop, purchaseId);
      const shown = await findProductPage(shop, 'curva-log');

      expect(shown).toHaveProperty(['page', 'totals', quantity - 1, 'price'], quote.subtotalAmount);
      expect([quote.totalAmount, totalAmount]).toEqual([amount, amount]);
      expect(quote.lines).toMatchObject([{ productId, name: 'Curva Log', quantity }]);
      expect(items).toHaveLength(quantity);
      const cents = (text: string) => parseCents(text) ?? Number.NaN;
      expect(items.reduce((sum, item) => sum + cents(item.totalAmount), 0)).toBe(cents(amount));
      expect(cents(quote.lines[0]?.totalAmount ?? '') - cents(quote.discountAmount)).toBe(cents(amount));
      expect(quote.coupon?.valid).toBe(discount ? true : undefined);
    }),
    { numRuns: scaled(25, 500) },
  );
  await editProduct(shop, OWNER, productId, { quantitySteps: null });
});

describe('a quote', () => {
  test('says why a coupon does not count, and what the order costs without it', async () => {
    const { shop } = opened;
    await editProduct(shop, OWNER, productId, { price: 5_000 });
    const quote = await quoteOrder(shop, { productId, quantity: 3, couponCode: 'NAOEXISTE' }, network());
    expect(quote).toMatchObject({
      subtotalAmount: 'R$ 150,00',
      totalAmount: 'R$ 150,00',
      discountAmount: 'R$ 0,00',
      coupon: { valid: false },
    });
    expect(quote.coupon?.message).toMatch(/^Cupom não encontrado/);
  });

  test('holds neither a key nor a use of the coupon', async () => {
    const { shop } = opened;
    const couponCode = await newCoupon({ type: 'PERCENT', discount: 1_000, maxUses: 1 });
    for (const quantity of [1, 2, 3]) await quoteOrder(shop, { productId, quantity, couponCode }, network());
    await expect(order({ quantity: 2, couponCode })).resolves.toMatchObject({ amount: 'R$ 90,00' });
  });

  test('is refused to a network that asks without end', async () => {
    const { shop } = opened;
    const client = network();
    const limits = { ...shop.limits, take: async (name: string) => (name === 'quotes' ? 60 : null) };
    await expect(quoteOrder({ ...shop, limits }, { productId }, client)).rejects.toMatchObject({ kind: 'too_many' });
  });
});

describe('a discount by quantity', () => {
  test.each([
    [1, 'R$ 50,00', 'R$ 50,00', null],
    [4, 'R$ 50,00', 'R$ 200,00', null],
    [5, 'R$ 45,00', 'R$ 225,00', 'R$ 50,00'],
    [9, 'R$ 45,00', 'R$ 405,00', 'R$ 50,00'],
    [10, 'R$ 40,00', 'R$ 400,00', 'R$ 50,00'],
  ])('of %i licenses makes each cost %s', async (quantity, priceAmount, totalAmount, reducedFrom) => {
    const team = await newProduct('Equipe', { quantitySteps: '5: 10%, 10: 20%' });
    const quote = await quoteOrder(opened.shop, { productId: team, quantity }, network());
    expect(quote).toMatchObject({ lines: [{ priceAmount, totalAmount, reducedFrom }], totalAmount });
    const { purchaseId } = await order({ productId: team, quantity });
    const { items } = await showPurchase(opened.shop, purchaseId);
    expect(items.map(({ price }) => price)).toEqual(Array.from({ length: quantity }, () => priceAmount));
    const [first, ...others] = items.map((item) => item.productId);
    const again = await order({ productId: first ?? '', furtherProductIds: others });
    expect(again.amount).toBe(totalAmount);
  });

  test('is written in any spelling, and said to buyers in a sentence', () => {
    const { schema } = PRODUCT_FIELDS.quantitySteps;
    for (const typed of ['5:10,10:20', ' 5 : 10% ; 10: 20 % ', '5: 10%, 10: 20%'])
      expect(schema.parse(typed)).toBe('5: 10%, 10: 20%');
    expect(schema.parse('')).toBeNull();
    expect(stepsText('5: 10%, 10: 20%')).toBe('De 5 licenças em diante, 10% a menos em cada; de 10, 20%.');
    expect(stepsText(null)).toBe('');
  });

  test.each([
    '5',
    '5: 0%',
    '5: 91%',
    '1: 10%',
    '11: 10%',
    '5: 10%, 5: 20%',
    '5: 20%, 10: 10%',
    '2:1,3:2,4:3,5:4',
    'a: b',
    ',',
  ])('is refused as %s', (typed) => {
    expect(PRODUCT_FIELDS.quantitySteps.schema.safeParse(typed).error?.issues[0]?.message).toBe(BAD_QUANTITY_STEPS);
  });
});

describe('several licenses', () => {
  test('are sold of a product that allows it, from 1 to 10, and of no other', async () => {
    const { shop } = opened;
    const single = await newProduct('Só uma', { allowsQuantity: false });
    const refused = { kind: 'invalid', fields: { quantity: 'Este produto se vende uma licença por compra.' } };
    await expect(quoteOrder(shop, { productId: single, quantity: 2 }, network())).rejects.toMatchObject(refused);
    await expect(order({ productId: single, quantity: 2 })).rejects.toMatchObject(refused);
    await expect(order({ productId: single, quantity: 1 })).resolves.toBeTruthy();
    for (const quantity of [0, 11, 1.5, -1, '', 'três', null, [3], { $gt: 1 }]) {
      const judged = CreatePayment.safeParse({ ...BUYER, productId, quantity });
      expect(judged.error?.issues, JSON.stringify(quantity)).toMatchObject([
        { message: 'Escolha de 1 a 10 licenças.' },
      ]);
    }
  });

  test('are another order than one license under the same key', async () => {
    const idempotencyKey = 'a-key-of-one-order';
    const first = await order({ quantity: 3 }, idempotencyKey);
    expect(await order({ quantity: 3 }, idempotencyKey)).toMatchObject({ purchaseId: first.purchaseId });
    await expect(order({ quantity: 2 }, idempotencyKey)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  test('are ordered again as they were, though the owner sells single ones by now', async () => {
    const { shop } = opened;
    const former = await newProduct('Antes em lote');
    const { purchaseId } = await order({ productId: former, quantity: 3 });
    await editProduct(shop, OWNER, former, { allowsQuantity: false });
    const [first, ...others] = (await showPurchase(shop, purchaseId)).items.map((item) => item.productId);
    const again = await order({ productId: first ?? '', furtherProductIds: others });
    expect((await showPurchase(shop, again.purchaseId)).items).toHaveLength(3);
  });

  test('need as many free keys where the sale pauses without them', async () => {
    const { shop } = opened;
    const scarce = await newProduct('Escasso', { pauseWithoutKeys: true });
    await addKeys(shop, OWNER, { productId: scarce, keys: 'ESC-1\nESC-2' });
    await expect(order({ productId: scarce, quantity: 3 })).rejects.toMatchObject({ code: 'sold_out' });
    await expect(order({ productId: scarce, quantity: 2 })).resolves.toBeTruthy();
    await expect(order({ productId: scarce, quantity: 1 })).rejects.toMatchObject({ code: 'sold_out' });
  });

  test('give a key each, in one receipt with one group, and what is missing waits', async () => {
    const { shop } = opened;
    const pool = await newProduct('Trio');
    await addKeys(shop, OWNER, { productId: pool, keys: 'TRIO-1\nTRIO-2' });
    const { purchaseId, transactionId } = await order({ productId: pool, quantity: 3 });
    await simulatePayment(shop, transactionId, 'pay');
    const shown = await showPurchase(shop, purchaseId);
    expect(namesOf(shown)).toBe('Trio × 3');
    expect(shown.items.map(({ isKeyOnItsWay }) => isKeyOnItsWay)).toEqual([false, false, true]);

    await addKeys(shop, OWNER, { productId: pool, keys: 'TRIO-3' });
    const mail = await shop.db.selectFrom('outbox').selectAll().where('dedup', '=', `receipt:${purchaseId}`).execute();
    const receipt = mail[0] && (await writeReceipt(shop, mail[0], 'receipt'));
    if (!receipt) throw new Error('There is no receipt.');
    const { blocks, subject } = receiptWords(receipt, SHOPFRONT);
    expect(subject).toContain('Trio × 3');
    expect(blocks.flatMap((block) => (block.part === 'code' ? [`${block.label}: ${block.code}`] : []))).toEqual([
      'Sua chave 1 de 3: TRIO-1',
      'Sua chave 2 de 3: TRIO-2',
      'Sua chave 3 de 3: TRIO-3',
    ]);
    expect(blocks.filter(({ part }) => part === 'product')).toHaveLength(1);
    expect(blocks.filter(({ part }) => part === 'button')).toHaveLength(1);
  });
});

test('names say how many of each there are, in the order of the purchase', () => {
  const items = ['Grão', 'Curva', 'Grão', 'Grão'].map((productName) => ({ productName, kitName: null }));
  expect(namesOf({ items })).toBe('Grão × 3 e Curva');
  expect(groupsOf(items, ({ productName }) => productName).map(groupName)).toEqual(['Grão × 3', 'Curva']);
});

const SHOPFRONT = { storeName: 'Loja', siteUrl: '', communityUrl: '', logo: '', accent: 'orange' } as const;

type Wanted = { productId?: string; quantity?: number; couponCode?: string | null; furtherProductIds?: string[] };

function order(wanted: Wanted, idempotencyKey: string | null = null) {
  return startPayment(opened.shop, { ...BUYER, productId, ...wanted }, { idempotencyKey, clientNetwork: network() });
}

async function newProduct(name: string, fields: Record<string, boolean | string> = {}): Promise<string> {
  const file = { downloadUrl: 'https://arquivos.test/a.zip', status: 'active', requiresActivation: true } as const;
  const form = { name, price: 5_000, ...file, allowsQuantity: true, ...fields };
  return (await createProduct(opened.shop, OWNER, form)).id;
}

type Discount = { type: 'PERCENT' | 'FIXED'; discount: number; maxUses?: number };

async function newCoupon({ maxUses, ...discount }: Discount): Promise<string> {
  made += 1;
  const code = `DESCONTO${made}`;
  const today = dayOf(opened.shop.clock.now());
  const dates = { validFrom: today, validTo: today };
  await createCoupon(opened.shop, OWNER, {
    code,
    name: code,
    description: '',
    ...discount,
    ...dates,
    maxUses: maxUses ?? null,
    isActive: true,
  });
  return code;
}

/** Nobody's limits count here. */
function network(): string {
  made += 1;
  return `10.7.${made % 250}.${Math.floor(made / 250)}`;
}
