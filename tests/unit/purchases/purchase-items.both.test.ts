import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { exportCustomer } from '#src/domain/customers/customer-export.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { openDownload } from '#src/domain/downloads/downloads.ts';
import { addKeys } from '#src/domain/keys/activation-keys.ts';
import { bookRefund } from '#src/domain/payments/refunds/book-refund.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createProduct } from '#src/domain/products/products.ts';
import { itemsOf } from '#src/domain/purchases/purchase-items.ts';
import { showLicense } from '#src/domain/purchases/purchases.ts';
import { writeReceipt } from '#src/domain/purchases/receipt-mail.ts';
import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { listSalePage, showSale } from '#src/domain/sales/sales.ts';
import { receiptWords } from '#src/gateways/mail/words/receipt-words.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { inParallel } from '../../support/calls/in-parallel.ts';
import { scaled } from '../../support/scale.ts';

const OWNER = { id: 'owner' };
const RACE = { buyers: scaled(60, 500), keys: scaled(12, 100) };

const opened = openShopForFile();
let made = 0;

test('the totals of the items add up to that of the purchase, whatever the prices', () => {
  const prices = fc
    .array(fc.nat(1_000_000), { minLength: 1, maxLength: 5 })
    .filter((all) => all.some((cents) => cents > 0));
  const total = fc.integer({ min: 50, max: 5_000_000 });
  fc.assert(
    fc.property(prices, total, fc.infiniteStream(fc.boolean()), (cents, totalCents, takesCoupon) => {
      const products = cents.map((priceCents, at) => ({
        id: `${at}`,
        name: `${at}`,
        priceCents,
        requiresActivation: 0 as const,
        licenseTerms: null,
        termsVersion: 1,
        updatePolicy: 'always' as const,
        updateMonths: null,
        currentVersion: null,
        takesCoupon: takesCoupon.next().value,
        kit: null,
        offerId: null,
      }));
      const items = itemsOf({ id: 'purchase', totalCents, createdAt: '2026-11-22T12:00:00.000Z' }, products);
      expect(items.reduce((sum, item) => sum + item.totalCents, 0)).toBe(totalCents);
      expect(items.every((item) => item.totalCents >= 0)).toBe(true);
      const kept = items.filter((_, at) => !products[at]?.takesCoupon);
      const isEnough = totalCents >= cents.reduce((sum, each) => sum + each, 0);
      expect(isEnough || kept.every((item) => item.totalCents <= item.priceCents)).toBe(true);
      expect(items.map(({ id }) => id === 'purchase')).toEqual(items.map((_, at) => at === 0));
    }),
  );
});

test(`${RACE.buyers} buyers of two products with ${RACE.keys} keys each: every key is given once, and what is missing waits`, {
  timeout: scaled(120_000, 1_800_000),
}, async () => {
  const { shop } = opened;
  const [one, other] = [await newProduct('Corrida', RACE.keys), await newProduct('Disputa', RACE.keys)];
  const purchases = await inParallel(RACE.buyers, 25, (buyer) =>
    // Half of them name the products the other way round.
    buyBoth(buyer % 2 === 0 ? [one, other] : [other, one], `corrida${buyer}@exemplo.com.br`),
  );

  const rows = await shop.db
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .leftJoin('activationKeys', 'activationKeys.itemId', 'purchaseItems.id')
    .select(['status', 'purchaseItems.productId', 'keyWaitingSince', 'key', 'activationKeys.productId as given'])
    .where('purchases.id', 'in', purchases)
    .execute();
  expect(rows).toHaveLength(2 * RACE.buyers);
  for (const product of [one, other]) {
    const items = rows.filter(({ productId }) => productId === product);
    expect(items.every(({ status }) => status === 'COMPLETED')).toBe(true);
    const keys = items.flatMap(({ key }) => key ?? []);
    expect([keys.length, new Set(keys).size]).toEqual([RACE.keys, RACE.keys]);
    expect(items.every(({ key, given }) => key === null || given === product)).toBe(true);
    expect(items.filter(({ key, keyWaitingSince }) => key === null && keyWaitingSince)).toHaveLength(
      RACE.buyers - RACE.keys,
    );
  }
});

describe('a purchase of two products', () => {
  test('gives each its own key and file, by the id of its item', async () => {
    const { shop } = opened;
    const [one, other] = [await newProduct('Claquete', 1), await newProduct('Roteiro', 0)];
    const id = await buyBoth([one, other], 'dupla@exemplo.com.br');
    const shown = await showPurchase(shop, id);
    const [first, second] = shown.items;
    expect(first).toMatchObject({ id, productId: one, totalAmount: 'R$ 50,00', isKeyOnItsWay: false });
    expect(second).toMatchObject({ productId: other, totalAmount: 'R$ 50,00', isKeyOnItsWay: true, kitName: null });
    const itemId = second?.id ?? '';

    expect(await showLicense(shop, id)).toMatchObject({ state: 'ready' });
    expect(await showLicense(shop, itemId)).toMatchObject({ state: 'waiting', activationKey: null });
    await expect(showLicense(shop, 'f'.repeat(32))).rejects.toMatchObject({ kind: 'not_found' });
    await expect(openDownload(shop, 'f'.repeat(32), WANTED)).rejects.toMatchObject({ kind: 'not_found' });

    const added = await addKeys(shop, OWNER, { productId: other, keys: 'ROTEIRO-1' });
    expect(added).toMatchObject({ created: 1, delivered: 1 });
    expect(await showLicense(shop, itemId)).toEqual({ state: 'ready', activationKey: 'ROTEIRO-1' });
    expect((await showSale(shop, id)).keys).toMatchObject([{ itemId: id }, { itemId, key: { text: 'ROTEIRO-1' } }]);
    expect((await mailsOf(id)).map(({ dedup }) => dedup)).toEqual([`receipt:${id}`, `key:${itemId}`]);
    expect(await wordsOfMails(id)).toEqual([
      ['Claquete e Roteiro', 'CLAQUETE-0', 'ROTEIRO-1'],
      ['Roteiro', 'ROTEIRO-1'],
    ]);
  });

  test('is found by the name of either, and by its buyer until she is erased', async () => {
    const { shop } = opened;
    const id = await buyBoth(
      [await newProduct('Xilofone', 0), await newProduct('Quimera', 0)],
      'zenobia@exemplo.com.br',
    );
    const found = async (q: string) => (await listSalePage(shop, { ...EVERY_SALE, q })).items.map((sale) => sale.id);
    expect([await found('xilofone'), await found('quimera'), await found('zenobia')]).toEqual([[id], [id], [id]]);

    const { customerId = '' } = (await findPurchase(shop.db, id)) ?? {};
    expect((await exportCustomer(shop, OWNER, customerId)).purchases[0]?.items).toHaveLength(2);
    await removeCustomer(shop, OWNER, customerId);
    expect([await found('xilofone'), await found('quimera'), await found('zenobia')]).toEqual([[id], [id], []]);
  });

  test('counts for both products, and its refund takes both keys', async () => {
    const { shop } = opened;
    const products: [string, string] = [await newProduct('Prisma', 5), await newProduct('Vinheta', 5)];
    const figures = async () => {
      const { products: all, sales, revenue } = await showAnalytics(shop, { from: null, to: null });
      const own = products.map((product) => all.find(({ id }) => id === product));
      return { sales, revenue, own: own.map((product) => [product?.sales, product?.revenue]) };
    };
    const before = await figures();
    const id = await buyBoth(products, 'prisma@exemplo.com.br');
    const sold = await figures();
    expect(sold.own).toEqual([
      [1, 50],
      [1, 50],
    ]);
    expect([sold.sales - before.sales, Math.round(sold.revenue - before.revenue)]).toEqual([1, 100]);

    // One centavo stays over when 33,33 of 100,00 are given back.
    await shop.db
      .updateTable('purchases')
      .set({ returnedCents: 3_333, returnedAt: shop.clock.now().toISOString() })
      .where('id', '=', id)
      .execute();
    expect((await figures()).own).toEqual([
      [1, 33.33],
      [1, 33.34],
    ]);

    const purchase = await findPurchase(shop.db, id);
    if (!purchase) throw new Error('The purchase was not stored.');
    await bookRefund(shop, purchase, 'admin');
    const keys = await shop.db
      .selectFrom('activationKeys')
      .select('revokedReason')
      .where('productId', 'in', products)
      .where('assignedAt', 'is not', null)
      .execute();
    expect(keys).toEqual([{ revokedReason: 'refunded' }, { revokedReason: 'refunded' }]);
    expect(await figures()).toEqual({
      ...before,
      own: [
        [0, 0],
        [0, 0],
      ],
    });
  });
});

const WANTED = {
  range: null,
  conditions: {},
  isHead: false,
  hasPartOf: () => true,
  signal: new AbortController().signal,
  fileId: null,
};
const EVERY_SALE = readListRequest(new URLSearchParams(), SALE_LIST);

async function newProduct(name: string, keys: number): Promise<string> {
  const { shop } = opened;
  const form = { name, price: 5_000, downloadUrl: 'https://arquivos.test/a.zip', status: 'active' } as const;
  const { id } = await createProduct(shop, OWNER, { ...form, requiresActivation: true });
  const lines = Array.from({ length: keys }, (_, at) => `${name.toUpperCase()}-${at}`);
  if (keys > 0) await addKeys(shop, OWNER, { productId: id, keys: lines.join('\n') });
  return id;
}

async function buyBoth([productId, further]: [string, string], customerEmail: string): Promise<string> {
  const { shop } = opened;
  made += 1;
  const buyer = { customerName: 'Ana Conceição', customerEmail, paymentMethod: 'pix' } as const;
  const { purchaseId, transactionId } = await startPayment(
    shop,
    { ...buyer, productId, furtherProductIds: [further] },
    { idempotencyKey: null, clientNetwork: `10.3.${made % 250}.${Math.floor(made / 250)}` },
  );
  await simulatePayment(shop, transactionId, 'pay');
  return purchaseId;
}

function mailsOf(id: string) {
  return opened.shop.db.selectFrom('outbox').selectAll().where('purchaseId', '=', id).orderBy('id').execute();
}

/** Returns what each mail names, and the keys in it. */
async function wordsOfMails(id: string): Promise<string[][]> {
  const mails = await mailsOf(id);
  return Promise.all(
    mails.map(async (mail) => {
      if (mail.kind !== 'receipt' && mail.kind !== 'key') throw new Error(`A mail of the kind ${mail.kind}.`);
      const receipt = await writeReceipt(opened.shop, mail, mail.kind);
      if (!receipt) throw new Error('There is nothing to write.');
      const { subject, blocks } = receiptWords(receipt, {
        storeName: 'Loja',
        siteUrl: '',
        communityUrl: '',
        logo: '',
        accent: 'orange',
      });
      const named = /(?:: |chave de )(.*?)(?: chegou)?$/.exec(subject)?.[1] ?? '';
      return [named, ...blocks.flatMap((block) => (block.part === 'code' ? [block.code] : []))];
    }),
  );
}
