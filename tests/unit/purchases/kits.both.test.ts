import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { completeKit, listKitsToComplete } from '#src/domain/buyers/complete-kits.ts';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { createCoupon } from '#src/domain/coupons/coupons.ts';
import { addKeys } from '#src/domain/keys/activation-keys.ts';
import { askForNotice } from '#src/domain/keys/stock.ts';
import { bookRefund } from '#src/domain/payments/refunds/book-refund.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createProduct, editProduct, listProducts, removeProduct } from '#src/domain/products/products.ts';
import { quoteOrder } from '#src/domain/purchases/quote-order.ts';
import { writeReceipt } from '#src/domain/purchases/receipt-mail.ts';
import { quoteRetake } from '#src/domain/reminders/retake-quote.ts';
import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { listSalePage } from '#src/domain/sales/sales.ts';
import { listPublicProducts } from '#src/domain/storefront/catalog.ts';
import { findProductPage } from '#src/domain/storefront/find-product-page.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import { withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import { receiptWords } from '#src/gateways/mail/words/receipt-words.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { parseCents } from '#src/wire/basics/money.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { KIT_TEXTS, MOST_PARTS } from '#src/wire/products/kits.ts';
import { namesOf, pluginNamesOf } from '#src/wire/purchases/items.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { scaled } from '../../support/scale.ts';
import type { OpenTestShop } from '../../support/store/shop.ts';

const OWNER = { id: 'owner' };
const BUYER = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
const EVER = { from: null, to: null };

const opened = openShopForFile();
let made = 0;

test('what a kit of any parts costs is what its items add up to, with any coupon', async () => {
  const { shop } = opened;
  const plugins: string[] = [];
  for (let at = 0; at < MOST_PARTS; at += 1) plugins.push(await newPlugin(`Parte ${at}`));
  const kit = await newKit('Kit de tudo', plugins);
  const price = fc.integer({ min: 50, max: 1_000_000 });
  const orders = fc.record({
    prices: fc.array(price, { minLength: 2, maxLength: MOST_PARTS }),
    kitPrice: price,
    discount: fc.option(fc.integer({ min: 1, max: 10_000 })),
  });
  await fc.assert(
    fc.asyncProperty(orders, async ({ prices, kitPrice, discount }) => {
      for (const [at, cents] of prices.entries()) await editProduct(shop, OWNER, plugins[at] ?? '', { price: cents });
      await editProduct(shop, OWNER, kit, { price: kitPrice, parts: partsOf(plugins.slice(0, prices.length)) });
      const couponCode = discount === null ? null : await newCoupon(discount);
      const quote = await quoteOrder(shop, { productId: kit, couponCode }, network());
      const { amount, purchaseId } = await order(kit, couponCode);
      const { items, totalAmount } = await showPurchase(shop, purchaseId);

      expect([quote.totalAmount, totalAmount]).toEqual([amount, amount]);
      expect(quote.lines).toMatchObject([{ productId: kit, name: 'Kit de tudo', quantity: 1 }]);
      expect(items.map(({ productId }) => productId)).toEqual(plugins.slice(0, prices.length));
      expect(items.every((item) => item.kitId === kit)).toBe(true);
      const sum = (texts: string[]) => texts.reduce((cents, text) => cents + (parseCents(text) ?? Number.NaN), 0);
      expect(sum(items.map((item) => item.price))).toBe(kitPrice);
      expect(sum(items.map((item) => item.totalAmount))).toBe(parseCents(amount));
      // No part costs a centavo more or less than its share of the whole.
      const whole = prices.reduce((cents, each) => cents + each, 0);
      for (const [at, item] of items.entries()) {
        const share = (kitPrice * (prices[at] ?? 0)) / whole;
        expect(Math.abs((parseCents(item.price) ?? 0) - share)).toBeLessThan(1);
      }
    }),
    { numRuns: scaled(8, 200) },
  );
});

describe('a kit', () => {
  test('is of two to twenty plugins on sale, each once, and stays what it is', async () => {
    const { shop } = opened;
    const [one, other, resting] = [await newPlugin('Um'), await newPlugin('Outro'), await newPlugin('Parado')];
    await editProduct(shop, OWNER, resting, { status: 'Inativo' });
    const kit = await newKit('Kit exato', [one, other]);
    const refusal = (fields: Record<string, string>) => ({ kind: 'invalid', fields });
    await expect(newKit('Kit só', [one])).rejects.toMatchObject(refusal({ parts: KIT_TEXTS.parts }));
    await expect(newKit('Kit parado', [one, resting])).rejects.toMatchObject(refusal({ parts: KIT_TEXTS.notOnSale }));
    await expect(newKit('Kit de kit', [one, kit])).rejects.toMatchObject(refusal({ parts: KIT_TEXTS.kitInKit }));
    await expect(newKit('Kit vazio', [one, 'nada'])).rejects.toMatchObject(refusal({ parts: KIT_TEXTS.notOnSale }));
    await expect(editProduct(shop, OWNER, one, { kind: 'kit' })).rejects.toMatchObject(
      refusal({ kind: KIT_TEXTS.otherKind }),
    );
    await expect(editProduct(shop, OWNER, one, { parts: partsOf([other]) })).rejects.toMatchObject(
      refusal({ parts: KIT_TEXTS.notOfKit }),
    );
    await expect(removeProduct(shop, OWNER, one)).rejects.toMatchObject({
      code: 'in_kit',
      message: 'Este produto está no kit Kit exato. Tire-o do kit antes.',
    });
    await removeProduct(shop, OWNER, kit);
    await removeProduct(shop, OWNER, one);
  });

  test('says what its parts cost one by one, and leaves the shop with a part, which the owner is told', async () => {
    const { shop } = opened;
    const [one, other] = [await newPlugin('Luz', 4), await newPlugin('Sombra', 2)];
    const kit = await newKit('Kit Luz', [one, other]);
    const page = await findProductPage(shop, 'kit-luz');
    if (page.state !== 'shown') throw new Error('The page of the kit is not shown.');
    expect(page.page.kit).toMatchObject({ worthAmount: 'R$ 100,00', savedAmount: 'R$ 20,00' });
    expect(page.page.kit?.parts.map(({ name }) => name)).toEqual(['Luz', 'Sombra']);
    expect((await listProducts(shop, { sort: 'name', order: 'asc' })).find(({ id }) => id === kit)).toMatchObject({
      kind: 'kit',
      keysAvailable: 2,
      requiresActivation: false,
      parts: [
        { productId: one, name: 'Luz' },
        { productId: other, name: 'Sombra' },
      ],
    });

    await editProduct(shop, OWNER, other, { status: 'Inativo' });
    const onSale = async () => (await listPublicProducts(shop)).some(({ id }) => id === kit);
    expect(await onSale()).toBe(false);
    await expect(order(kit)).rejects.toMatchObject({ kind: 'not_found' });
    expect((await findProductPage(shop, 'kit-luz')).state).toBe('former');
    const rows = (await showAttention(shop, 'owner')).items.filter(({ kind }) => kind === 'kit_hidden');
    expect(rows).toMatchObject([{ title: 'Kit Luz está fora da loja', detail: expect.stringContaining('Sombra') }]);
    // It can still be edited meanwhile.
    await editProduct(shop, OWNER, kit, { price: 7_000 });
    await editProduct(shop, OWNER, other, { status: 'active' });
    expect(await onSale()).toBe(true);
  });

  test('has the pictures, the editors and the news of its parts, until it has its own', async () => {
    const { shop } = opened;
    const kit = await newKit('Kit de demonstração', ['grade-cinema', 'lote', 'recorte-ia', 'grao-16', 'transita']);
    const shown = async () => {
      const found = await findProductPage(shop, 'kit-de-demonstracao');
      if (found.state !== 'shown') throw new Error('The page of the kit is not shown.');
      return found;
    };
    const { product, page } = await shown();
    expect(product.mosaic).toEqual(['grade-cinema', 'lote', 'recorte-ia', 'grao-16'].map((id) => `/demo/${id}.webp`));
    expect(product.image).toBe('/demo/grade-cinema.webp');
    expect(product.hosts.map(({ host }) => host)).toEqual(['premiere']);
    expect(page.kit?.partly).toContainEqual({ name: 'Final Cut Pro', parts: 'Grão 16' });
    expect(page.releases).toHaveLength(3);
    expect(page.releases.every(({ productName }) => productName)).toBe(true);

    const own = [{ host: 'obs', minVersion: '30', maxVersion: null, testedVersion: '30' }] as const;
    await editProduct(shop, OWNER, kit, { image: '/demo/faisca.webp', hosts: [...own] });
    expect((await shown()).product).toMatchObject({ mosaic: [], image: '/demo/faisca.webp', hosts: own });
  });

  test('is ordered once, with nothing that the browser says of it', async () => {
    const { shop } = opened;
    const kit = await newKit('Kit único', [await newPlugin('Primo'), await newPlugin('Prima')]);
    const wanted = { ...BUYER, productId: kit };
    const asked = () => ({ idempotencyKey: null, clientNetwork: network() });
    await expect(startPayment(shop, { ...wanted, quantity: 2 }, asked())).rejects.toMatchObject({ kind: 'invalid' });
    await expect(startPayment(shop, { ...wanted, furtherProductIds: [kit] }, asked())).rejects.toMatchObject({
      kind: 'invalid',
    });
    const tampered = { ...wanted, totalAmount: 1, discountAmount: 7_999, kitId: 'outro', parts: [] };
    expect((await startPayment(shop, tampered, asked())).amount).toBe('R$ 80,00');
  });
});

describe('a kit that was bought', () => {
  test('gives each part by itself: one without keys waits, and the rest is there', async () => {
    const { shop } = opened;
    const [keyed, keyless, empty] = [
      await newPlugin('Chaveiro', 1),
      await newPlugin('Livre', 0, { requiresActivation: false }),
      await newPlugin('Vazio'),
    ];
    const kit = await newKit('Kit Trio', [keyed, keyless, empty]);
    const purchaseId = await buy(kit);
    const shown = await showPurchase(shop, purchaseId);
    expect([namesOf(shown), pluginNamesOf(shown)]).toEqual(['Kit Trio', 'Chaveiro, Livre e Vazio']);
    expect(shown.items.map(({ isKeyOnItsWay }) => isKeyOnItsWay)).toEqual([false, false, true]);

    await addKeys(shop, OWNER, { productId: empty, keys: 'VAZIO-TARDE' });
    const mails = await shop.db.selectFrom('outbox').selectAll().where('purchaseId', '=', purchaseId).execute();
    const words = await Promise.all(
      mails.map(async (mail) => {
        if (mail.kind !== 'receipt' && mail.kind !== 'key') throw new Error(`A mail of the kind ${mail.kind}.`);
        const receipt = await writeReceipt(shop, mail, mail.kind);
        if (!receipt) throw new Error('There is no receipt.');
        return receiptWords(receipt, SHOPFRONT);
      }),
    );
    expect(words.map(({ subject }) => subject)).toEqual([
      'Compra confirmada na Loja: Kit Trio',
      'Sua chave de Vazio chegou',
    ]);
    const [receipt] = words;
    expect(receipt?.blocks).toContainEqual({ part: 'paragraph', text: 'Kit Trio, com 3 plugins:' });
    expect(receipt?.blocks.flatMap((block) => (block.part === 'product' ? [block.name] : []))).toEqual([
      'Chaveiro',
      'Livre',
      'Vazio',
    ]);
    for (const q of ['kit trio', 'chaveiro', 'vazio']) {
      const found = await listSalePage(shop, { ...readListRequest(new URLSearchParams(), SALE_LIST), q });
      expect(found.items.map(({ id }) => id)).toEqual([purchaseId]);
    }
  });

  test('counts as a kit and in its parts, and its refund takes every key and frees the coupon', async () => {
    const { shop } = opened;
    const plugins = [await newPlugin('Nota', 1), await newPlugin('Acorde', 1)];
    const kit = await newKit('Kit Música', plugins);
    const figures = async () => {
      const { products, sales, revenue } = await showAnalytics(shop, EVER);
      const soldOf = (id: string) => {
        const row = products.find((product) => product.id === id);
        return [row?.sales, row?.revenue];
      };
      return { sales, revenue, own: [kit, ...plugins].map(soldOf) };
    };
    const before = await figures();
    const code = await newCoupon(1_000, 1);
    const id = await buy(kit, code);
    const after = await figures();
    expect(after.own).toEqual([
      [1, 72],
      [1, 36],
      [1, 36],
    ]);
    expect([after.sales - before.sales, Math.round(after.revenue - before.revenue)]).toEqual([1, 72]);

    const purchase = await findPurchase(shop.db, id);
    if (!purchase) throw new Error('The purchase was not stored.');
    await bookRefund(shop, purchase, 'admin');
    const keys = await shop.db.selectFrom('activationKeys').selectAll().where('productId', 'in', plugins).execute();
    expect(keys.map(({ revokedReason }) => revokedReason)).toEqual(['refunded', 'refunded']);
    expect(await figures()).toEqual(before);
    expect((await quoteOrder(shop, { productId: kit, couponCode: code }, network())).coupon?.valid).toBe(true);
  });

  test('is taken up again as a kit, at the price of today', async () => {
    const { shop } = opened;
    const kit = await newKit('Kit Volta', [await newPlugin('Ida'), await newPlugin('Vinda')]);
    const { purchaseId } = await order(kit);
    await editProduct(shop, OWNER, kit, { price: 6_000 });
    const quote = await retake(purchaseId);
    expect(quote?.price.totalCents).toBe(6_000);
    expect(quote?.products.map((product) => product.kit?.id)).toEqual([kit, kit]);
  });
});

test('the last key goes to one of a kit and a single that want it at once, and the other is not charged', async () => {
  const { shop } = opened;
  for (let round = 0; round < scaled(3, 20); round += 1) {
    const last = await newPlugin(`Última ${round}`, 1);
    await editProduct(shop, OWNER, last, { pauseWithoutKeys: true });
    const kit = await newKit(`Kit última ${round}`, [await newPlugin(`Sobra ${round}`), last]);
    const outcomes = await Promise.allSettled([order(kit), order(last)]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: 'sold_out' });
    expect(await askForNotice(shop, kit, { email: 'espera@exemplo.com.br' }, network())).toMatchObject({
      success: true,
    });
  }
});

test('who owns some parts pays the kit less what was paid for them, at most their share of it', async () => {
  const { shop } = opened;
  const [dear, cheap, wanted] = [await newPlugin('Caro'), await newPlugin('Barato'), await newPlugin('Querido', 1)];
  const kit = await newKit('Kit do meio', [dear, cheap, wanted]);
  await editProduct(shop, OWNER, kit, { price: 9_000 });
  const customerEmail = 'completa@exemplo.com.br';
  const buyer = async () => {
    const row = await shop.db.selectFrom('customers').selectAll().where('email', '=', customerEmail).executeTakeFirst();
    return {
      customerId: row?.id ?? '',
      name: 'Ana',
      email: customerEmail,
      wantsUpdates: true,
      wantsReminders: true,
      wantsReviewNotices: true,
    };
  };
  const buyPart = async (productId: string, cents: number) => {
    await editProduct(shop, OWNER, productId, { price: cents });
    const asked = { idempotencyKey: null, clientNetwork: network() };
    const { transactionId } = await startPayment(shop, { ...BUYER, customerEmail, productId }, asked);
    await simulatePayment(shop, transactionId, 'pay');
    await editProduct(shop, OWNER, productId, { price: 5_000 });
  };
  expect(await listKitsToComplete(shop, await buyer())).toEqual([]);
  // The share of each in the kit is R$ 30,00.
  await buyPart(dear, 7_000);
  await buyPart(cheap, 1_000);
  expect(await listKitsToComplete(shop, await buyer())).toMatchObject([
    { id: kit, missing: 'Querido', amount: 'R$ 50,00', fullAmount: 'R$ 90,00' },
  ]);
  // Another buyer completes nothing.
  const stranger = { ...(await buyer()), customerId: 'outra' };
  await expect(completeKit(shop, stranger, kit, network())).rejects.toMatchObject({ code: 'nothing_to_complete' });

  const { purchaseId } = await completeKit(shop, await buyer(), kit, network());
  expect(await completeKit(shop, await buyer(), kit, network())).toEqual({ purchaseId });
  const { items, totalAmount, transactionId } = await showPurchase(shop, purchaseId);
  expect([totalAmount, items.map(({ productId, kitId }) => [productId, kitId])]).toEqual(['R$ 50,00', [[wanted, kit]]]);
  expect((await retake(purchaseId))?.price.totalCents).toBe(5_000);
  await simulatePayment(shop, transactionId, 'pay');
  expect(await listKitsToComplete(shop, await buyer())).toEqual([]);
  await expect(completeKit(opened.with({ clock: later(shop) }), await buyer(), kit, network())).rejects.toMatchObject({
    code: 'nothing_to_complete',
  });
});

test('a part is given up with what completed its kit, and completes it once, whoever pays late', async () => {
  const { shop } = opened;
  const plugins = [await newPlugin('Meia parte'), await newPlugin('Outra metade')];
  const [owned = ''] = plugins;
  const kit = await newKit('Kit em metades', plugins);
  const customerEmail = 'metades@exemplo.com.br';
  const asked = { idempotencyKey: null, clientNetwork: network() };
  const buyPart = async () => {
    const { purchaseId, transactionId } = await startPayment(
      shop,
      { ...BUYER, customerEmail, productId: owned },
      asked,
    );
    await simulatePayment(shop, transactionId, 'pay');
    return purchaseId;
  };
  const complete = async (seconds: number) => {
    const clock = { now: () => new Date(shop.clock.now().getTime() + seconds * 1_000) };
    const customers = shop.db.selectFrom('customers').select('id').where('email', '=', customerEmail);
    const { id: customerId } = await customers.executeTakeFirstOrThrow();
    return showPurchase(
      shop,
      (await completeKit(opened.with({ clock }), { customerId, name: 'Ana', email: customerEmail }, kit, network()))
        .purchaseId,
    );
  };
  const statusOf = async (id: string) => (await showPurchase(shop, id)).paymentStatus;

  const first = await buyPart();
  const [late, second] = [await complete(0), await complete(60)];
  expect([late.id === second.id, late.totalAmount, late.ownersPage]).toEqual([false, 'R$ 40,00', '/minhas-compras']);
  await simulatePayment(shop, late.transactionId, 'expire');
  expect((await retake(late.id))?.completesFor).not.toBeNull();
  await simulatePayment(shop, second.transactionId, 'pay');
  await simulatePayment(shop, late.transactionId, 'pay');
  expect([await statusOf(late.id), await statusOf(second.id)]).toEqual(['FAILED', 'COMPLETED']);

  const { message } = await withdraw(shop, first, { email: customerEmail });
  expect(message).toContain(`Junto com ela você desistiu de Kit em metades (#${second.number}, R$ 40,00).`);
  expect([await statusOf(first), await statusOf(second.id)]).toEqual(['REFUNDED', 'REFUNDED']);

  const again = await buyPart();
  const open = await complete(120);
  // It is the third, so that it waits for the owner.
  expect(await withdraw(shop, again, { email: customerEmail })).toMatchObject({ state: 'requested' });
  await simulatePayment(shop, open.transactionId, 'pay');
  expect(await statusOf(open.id)).toBe('FAILED');
});

function later({ clock }: OpenTestShop['shop']) {
  return { now: () => new Date(clock.now().getTime() + 60_000) };
}

async function retake(purchaseId: string) {
  const { shop } = opened;
  const purchase = await findPurchase(shop.db, purchaseId);
  return purchase && quoteRetake(shop.db, purchase, null, shop.clock.now());
}

const SHOPFRONT = { storeName: 'Loja', siteUrl: '', communityUrl: '', logo: '', accent: 'orange' } as const;

function order(productId: string, couponCode: string | null = null) {
  const asked = { idempotencyKey: null, clientNetwork: network() };
  return startPayment(opened.shop, { ...BUYER, productId, couponCode }, asked);
}

async function buy(productId: string, couponCode: string | null = null): Promise<string> {
  const { purchaseId, transactionId } = await order(productId, couponCode);
  await simulatePayment(opened.shop, transactionId, 'pay');
  return purchaseId;
}

/** Each costs R$ 50,00. */
async function newPlugin(name: string, keys = 0, fields: { requiresActivation?: boolean } = {}): Promise<string> {
  const file = { downloadUrl: 'https://arquivos.test/a.zip', status: 'active' } as const;
  const { id } = await createProduct(opened.shop, OWNER, { name, price: 5_000, ...file, ...fields });
  const lines = Array.from({ length: keys }, (_, at) => `${id}-${at}`);
  if (keys > 0) await addKeys(opened.shop, OWNER, { productId: id, keys: lines.join('\n') });
  return id;
}

async function newKit(name: string, productIds: string[]): Promise<string> {
  const form = { name, price: 8_000, downloadUrl: '', kind: 'kit', status: 'active' } as const;
  return (await createProduct(opened.shop, OWNER, { ...form, parts: partsOf(productIds) })).id;
}

function partsOf(productIds: string[]) {
  return productIds.map((productId) => ({ productId, name: '' }));
}

async function newCoupon(hundredths: number, maxUses: number | null = null): Promise<string> {
  made += 1;
  const code = `KIT${made}`;
  const today = dayOf(opened.shop.clock.now());
  const dates = { validFrom: today, validTo: today };
  const discount = { type: 'PERCENT', discount: hundredths } as const;
  const form = { code, name: code, description: '', ...discount, ...dates, maxUses, isActive: true };
  await createCoupon(opened.shop, OWNER, form);
  return code;
}

/** Nobody's limits count here. */
function network(): string {
  made += 1;
  return `10.8.${made % 250}.${Math.floor(made / 250)}`;
}
