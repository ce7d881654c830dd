import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertAudit } from '#db/queries/audit/audit.ts';
import { findCoupon } from '#db/queries/coupons/coupons.ts';
import { assignActivationKey } from '#db/queries/keys/activation-keys.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Database, Queryable } from '#db/tables.ts';
import { inTransaction, readAsOfOneMoment } from '#db/transactions.ts';
import { createAffiliate, deleteAffiliate } from '#src/domain/affiliates/affiliates.ts';
import { createCoupon, deleteCoupon, editCoupon } from '#src/domain/coupons/coupons.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { addKeys } from '#src/domain/keys/activation-keys.ts';
import { cancelPurchase } from '#src/domain/payments/cancel.ts';
import { completePurchase } from '#src/domain/payments/complete.ts';
import { createPurchase } from '#src/domain/payments/create-purchase.ts';
import { bookRefund } from '#src/domain/payments/refunds/book-refund.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createProduct, removeProduct } from '#src/domain/products/products.ts';
import { resendReceipt } from '#src/domain/purchases/receipt-mail.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openShopForFile } from '../support/before-tests/shop.ts';
import { newAffiliate } from '../support/purchases/affiliates.ts';
import { sell } from '../support/store/shop.ts';

/** SQLite's one writer rules these out; here transactions of two connections come in every order that matters. */
let shop: Shop;
const OWNER = { id: 'owner' };
const BUYER = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
const ORIGIN = { idempotencyKey: null, clientNetwork: '' };
let made = 0;

const opened = openShopForFile({ connections: 10 });

beforeAll(async () => {
  const owner = await opened.shop.db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', 1)
    .executeTakeFirstOrThrow();
  OWNER.id = owner.id;
  shop = opened.shop;
});

describe('two buyers at once', () => {
  test('each get a key while two are free, though neither has committed', async () => {
    const productId = await newProduct({ keys: 2 });
    const [one, other] = [await newPurchase(productId), await newPurchase(productId)];
    const [first, second] = [await begin(shop.db), await begin(shop.db)];
    const now = shop.clock.now().toISOString();
    const a = await assignActivationKey(first.tx, { productId, itemId: one.id, now });
    const b = await assignActivationKey(second.tx, { productId, itemId: other.id, now });
    await first.commit();
    await second.commit();

    expect(new Set([a?.key, b?.key])).toEqual(new Set(await keysOf(productId)));
  });

  test('with the same idempotency key make one purchase', async () => {
    const order = { ...BUYER, productId: 'lote' };
    const made = await Promise.all(
      Array.from({ length: 6 }, () => startPayment(shop, order, { ...ORIGIN, idempotencyKey: 'de novo' })),
    );

    expect(new Set(made.map(({ purchaseId }) => purchaseId)).size).toBe(1);
  });

  test('take the last use of a coupon once, and the other reads that it is used up', async () => {
    const coupon = await newCoupon({ maxUses: 10 });
    const held = await Promise.allSettled(
      Array.from({ length: 16 }, (_, at) =>
        startPayment(
          shop,
          { ...BUYER, productId: 'lote', couponCode: coupon.code },
          { ...ORIGIN, clientNetwork: `10.9.${at}.1` },
        ),
      ),
    );

    expect(held.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(refusalsOf(held)).toEqual(Array.from({ length: 6 }, () => 'coupon_invalid'));
    expect(await findCoupon(shop.db, coupon.code)).toMatchObject({ used: 10 });
  });

  test('of one network hold no more uses of a coupon than one after the other', async () => {
    const coupon = await newCoupon({ maxUses: 100 });
    const order = { ...BUYER, productId: 'lote', couponCode: coupon.code };
    const held = await Promise.allSettled(
      Array.from({ length: 14 }, () => startPayment(shop, order, { ...ORIGIN, clientNetwork: '10.10.0.1' })),
    );

    expect(held.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await findCoupon(shop.db, coupon.code)).toMatchObject({ used: 10 });
  });
});

describe('a payment', () => {
  test('that ten processes complete at once is one sale with one key, one use, one mail', async () => {
    const productId = await newProduct({ keys: 12 });
    const coupon = await newCoupon({ maxUses: 5 });
    const purchase = await newPurchase(productId, coupon.code);
    const payment = { paidCents: purchase.totalCents, returnedCents: 0, providerPaymentId: `payment ${purchase.id}` };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => completePurchase(shop, purchase, payment, 'webhook')),
    );

    expect(outcomes.sort()).toEqual(['done', ...Array.from({ length: 9 }, () => 'late')]);
    expect((await keysOf(productId, purchase.id)).length).toBe(1);
    expect(await findCoupon(shop.db, coupon.code)).toMatchObject({ used: 1 });
    expect(await mailOf(purchase.id)).toEqual([{ kind: 'receipt' }]);
  });

  test('that several processes refund at once gives the use and the key back once', async () => {
    const productId = await newProduct({ keys: 1 });
    const coupon = await newCoupon({ maxUses: 5 });
    const purchase = await newPurchase(productId, coupon.code);
    await complete(purchase);
    await Promise.all(Array.from({ length: 6 }, () => bookRefund(shop, purchase, 'worker')));

    expect(await findPurchase(shop.db, purchase.id)).toMatchObject({ status: 'REFUNDED' });
    expect(await findCoupon(shop.db, coupon.code)).toMatchObject({ used: 0 });
    const events = shop.db.selectFrom('purchaseEvents').select('event').where('purchaseId', '=', purchase.id);
    expect((await events.execute()).filter(({ event }) => event === 'refunded')).toHaveLength(1);
  });

  test('of one account completes one purchase, also when two claim it at once', async () => {
    const productId = await newProduct({ keys: 2 });
    const purchases = [await newPurchase(productId), await newPurchase(productId)];
    const outcomes = await Promise.all(
      purchases.map((purchase) =>
        completePurchase(
          shop,
          purchase,
          { paidCents: purchase.totalCents, returnedCents: 0, providerPaymentId: 'the same' },
          'webhook',
        ),
      ),
    );

    expect(outcomes.sort()).toEqual(['done', 'taken']);
  });
});

describe('what the owner deletes while somebody buys it', () => {
  test('a coupon: the faster buyer keeps the discount, and the coupon is withdrawn', async () => {
    const coupon = await newCoupon({ maxUses: 5 });
    const buying = await begin(shop.db);
    const purchase = await order(buying.tx, 'lote', coupon.code);
    const deleting = deleteCoupon(shop, OWNER, coupon.id);
    await isWaiting(shop.db);
    await buying.commit();
    await deleting;

    const redemption = shop.db.selectFrom('redemptions').select('couponId').where('purchaseId', '=', purchase.id);
    expect(await redemption.execute()).toEqual([{ couponId: coupon.id }]);
    const row = shop.db.selectFrom('coupons').select('withdrawnAt').where('id', '=', coupon.id);
    expect(await row.execute()).toEqual([{ withdrawnAt: expect.any(String) }]);
  });

  test('a coupon: the slower buyer reads that it is gone', async () => {
    const coupon = await newCoupon({ maxUses: 5 });
    const deleting = await begin(shop.db);
    await deleting.tx.deleteFrom('coupons').where('id', '=', coupon.id).execute();
    const buying = startPayment(shop, { ...BUYER, productId: 'lote', couponCode: coupon.code }, ORIGIN);
    const outcome = Promise.allSettled([buying]);
    await isWaiting(shop.db);
    await deleting.commit();

    expect(refusalsOf(await outcome)).toEqual(['coupon_invalid']);
  });

  test('a product: the faster buyer has bought it, and it is withdrawn', async () => {
    const productId = await newProduct();
    const buying = await begin(shop.db);
    const purchase = await order(buying.tx, productId);
    const removing = removeProduct(shop, OWNER, productId);
    await isWaiting(shop.db);
    await buying.commit();
    await removing;

    expect(await findPurchase(shop.db, purchase.id)).toMatchObject({ productId });
    const row = shop.db.selectFrom('products').select('withdrawnAt').where('id', '=', productId);
    expect(await row.execute()).toEqual([{ withdrawnAt: expect.any(String) }]);
  });

  test('a product: the slower buyer reads that it is gone', async () => {
    const productId = await newProduct();
    const removing = await begin(shop.db);
    await removing.tx.deleteFrom('products').where('id', '=', productId).execute();
    const outcome = Promise.allSettled([startPayment(shop, { ...BUYER, productId }, ORIGIN)]);
    await isWaiting(shop.db);
    await removing.commit();

    expect(refusalsOf(await outcome)).toEqual(['not_found']);
  });

  test('an affiliate: the commission that was faster is still owed', async () => {
    const affiliate = await createAffiliate(shop, OWNER, {
      ...newAffiliate(),
      isAffiliate: true,
      commissionRate: 1_000,
    });
    const purchase = await newPurchase('lote', affiliate.couponCode);
    await Promise.all([complete(purchase), deleteAffiliate(shop, OWNER, affiliate.id)]);

    const owed = shop.db.selectFrom('affiliateSales').select('affiliateId').where('purchaseId', '=', purchase.id);
    expect(await owed.execute()).toEqual([{ affiliateId: affiliate.id }]);
  });
});

describe('two owners at once', () => {
  test('create one coupon of a code, and the other reads that it is taken', async () => {
    const code = nextCode();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => createCoupon(shop, OWNER, couponFields(code))));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(refusalsOf(outcomes)).toEqual(['code_taken', 'code_taken']);
  });

  test('who change different fields of a coupon both keep their change', async () => {
    const { id, code } = await newCoupon({ maxUses: 5 });
    await Promise.all([
      editCoupon(shop, OWNER, id, { name: 'Nome novo' }),
      editCoupon(shop, OWNER, id, { discount: 1_200 }),
    ]);

    expect(await findCoupon(shop.db, code)).toMatchObject({ name: 'Nome novo', discountHundredths: 1_200 });
  });

  test('who add the same keys in other orders add each once, and nobody waits for ever', async () => {
    const productId = await newProduct();
    const keys = Array.from({ length: 600 }, (_, at) => `IGUAL-${at}`);
    const added = await Promise.all(
      [keys, keys.toReversed()].map((lines) => addKeys(shop, OWNER, { productId, keys: lines.join('\n') })),
    );

    expect(added.reduce((sum, { created }) => sum + created, 0)).toBe(600);
    expect(await keysOf(productId)).toHaveLength(600);
  });

  test('number the audit trail without gaps, in the order of their commits, and none waits for an entry of another', async () => {
    const last = await lastAudit();
    const begun = await begin(shop.db);
    const undone = await begin(shop.db);
    const done = await begin(shop.db);
    await insertAudit(begun.tx, audit('begun first'));
    await insertAudit(undone.tx, audit('undone'));
    await insertAudit(done.tx, audit('committed first'));
    await done.commit();
    await undone.undo();
    await begun.commit();

    const added = shop.db.selectFrom('audit').select(['id', 'entityId']).where('id', '>', last).orderBy('id');
    expect(await added.execute()).toEqual([
      { id: last + 1, entityId: 'committed first' },
      { id: last + 2, entityId: 'begun first' },
    ]);
  });
});

test('five requests for a receipt at once queue two mails', async () => {
  const purchaseId = await sell(shop, 'lote');
  const asked = await Promise.allSettled(
    Array.from({ length: 5 }, () => resendReceipt(shop, purchaseId, { email: BUYER.customerEmail })),
  );

  expect(refusalsOf(asked)).toEqual(['resend_limit', 'resend_limit', 'resend_limit']);
  expect((await mailOf(purchaseId)).filter(({ kind }) => kind === 'resend')).toHaveLength(2);
});

test('an erasure beside orders, payments, refunds and cancellations of the same person ends, and so do they', async () => {
  const coupon = await newCoupon({ maxUses: null });
  for (let round = 0; round < 8; round += 1) {
    const person = { customerName: 'Vera Paz', customerEmail: `vera${round}@exemplo.com.br` };
    const purchases: PurchaseRow[] = [];
    for (let at = 0; at < 6; at += 1) purchases.push(await newPurchase('lote', coupon.code, person));
    const [paid, cancelled, refunded, ...others] = purchases;
    if (!paid || !cancelled || !refunded) throw new Error('There are six purchases.');
    await complete(refunded);
    await Promise.all([
      removeCustomer(shop, OWNER, paid.customerId),
      complete(paid),
      cancelPurchase(shop, cancelled, 'expired', 'worker'),
      bookRefund(shop, refunded, 'worker'),
      ...others.map((purchase) => complete(purchase)),
      newPurchase('lote', coupon.code, person),
    ]);

    expect(await findPurchase(shop.db, paid.id)).toMatchObject({ status: 'COMPLETED', customerEmail: null });
    expect(await findPurchase(shop.db, cancelled.id)).toMatchObject({ status: 'FAILED', customerEmail: null });
    expect(await findPurchase(shop.db, refunded.id)).toMatchObject({ status: 'REFUNDED', customerEmail: null });
  }
  // Each round leaves one hold of its last order, and five uses of its sales.
  expect(await findCoupon(shop.db, coupon.code)).toMatchObject({ used: 8 * 5 });
});

test('a report is of one moment, whatever is sold meanwhile', async () => {
  const count = async (db: Database) => {
    const { total } = await db
      .selectFrom('purchases')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return total;
  };
  await inTransaction(shop.db, async (tx) => {
    await readAsOfOneMoment(tx);
    const before = await count(tx);
    await newPurchase('lote');
    expect(await count(tx)).toBe(before);
  });
});

/** Stays open until the test ends it. */
async function begin(db: Database) {
  const opened = Promise.withResolvers<Queryable>();
  const end = Promise.withResolvers<void>();
  const ended = inTransaction(db, (tx) => {
    opened.resolve(tx);
    return end.promise;
  });
  return {
    tx: await opened.promise,
    commit() {
      end.resolve();
      return ended;
    },
    async undo() {
      end.reject(new Error('undone'));
      await expect(ended).rejects.toThrow('undone');
    },
  };
}

/** Waits until a transaction waits for a row or a name that another holds. */
async function isWaiting(db: Database): Promise<void> {
  const waiting = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows, { interval: 20 }).toEqual([{ count: 1 }]);
}

async function order(tx: Queryable, productId: string, couponCode?: string): Promise<PurchaseRow> {
  const origin = { keyHash: null, requestHash: '', network: shop.hashNetwork('10.1.1.1') };
  const coupon = couponCode ? await findCoupon(tx, couponCode) : undefined;
  return createPurchase(tx, shop, { ...BUYER, productId, couponCode, coupon }, origin);
}

async function newPurchase(
  productId: string,
  couponCode?: string,
  person: Partial<typeof BUYER> | object = {},
): Promise<PurchaseRow> {
  made += 1;
  const { purchaseId } = await startPayment(
    shop,
    { ...BUYER, ...person, productId, couponCode },
    { ...ORIGIN, clientNetwork: `10.2.${made % 250}.${Math.floor(made / 250)}` },
  );
  const purchase = await findPurchase(shop.db, purchaseId);
  if (!purchase) throw new Error('The purchase was not stored.');
  return purchase;
}

async function complete(purchase: PurchaseRow): Promise<void> {
  const payment = { paidCents: purchase.totalCents, returnedCents: 0, providerPaymentId: `payment ${purchase.id}` };
  expect(await completePurchase(shop, purchase, payment, 'webhook')).toBe('done');
}

async function newProduct({ keys = 0 }: { keys?: number } = {}): Promise<string> {
  made += 1;
  const form = {
    name: `Produto ${made}`,
    price: 5_000,
    downloadUrl: 'https://arquivos.test/a.zip',
    status: 'active',
  } as const;
  const { id } = await createProduct(shop, OWNER, { ...form, requiresActivation: keys > 0 });
  const lines = Array.from({ length: keys }, (_, at) => `CHAVE-${made}-${at}`);
  if (keys > 0) await addKeys(shop, OWNER, { productId: id, keys: lines.join('\n') });
  return id;
}

function nextCode(): string {
  made += 1;
  return `CORRIDA${made}`;
}

function newCoupon({ maxUses }: { maxUses: number | null }) {
  return createCoupon(shop, OWNER, { ...couponFields(nextCode()), maxUses });
}

function couponFields(code: string) {
  const period = { validFrom: '2020-01-01', validTo: '2090-01-01' };
  return { code, name: code, type: 'PERCENT', discount: 1_000, maxUses: null, ...period } as const;
}

async function keysOf(productId: string, purchaseId?: string): Promise<string[]> {
  const keys = await shop.db
    .selectFrom('activationKeys')
    .select('key')
    .where('productId', '=', productId)
    .$if(purchaseId !== undefined, (all) => all.where('itemId', '=', purchaseId ?? ''))
    .orderBy('key')
    .execute();
  return keys.map(({ key }) => key);
}

function mailOf(purchaseId: string) {
  return shop.db.selectFrom('outbox').select('kind').where('purchaseId', '=', purchaseId).execute();
}

async function lastAudit(): Promise<number> {
  const { last } = await shop.db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return last;
}

function audit(entityId: string) {
  const at = shop.clock.now().toISOString();
  return { at, actorId: OWNER.id, action: 'coupon.update', entity: 'coupon', entityId, fields: '[]' };
}

function refusalsOf(outcomes: PromiseSettledResult<unknown>[]): unknown[] {
  return outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [Reflect.get(Object(outcome.reason), 'code') ?? String(outcome.reason)] : [],
  );
}
