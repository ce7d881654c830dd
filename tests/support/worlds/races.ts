import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { type Client, openClient } from '../calls/client.ts';
import { inParallel } from '../calls/in-parallel.ts';
import { orderInTurn, readPurchase, startPurchase } from '../purchases/buy.ts';
import { recordFigure, scaled } from '../scale.ts';
import type { Store } from '../store/store.ts';

const SHELF = { buyers: scaled(90, 500), keys: scaled(30, 100) };
const MIXED = { sales: scaled(60, 1_000), keysEach: scaled(15, 300) };
const COUPON = { buyers: scaled(40, 300), uses: scaled(15, 10) };
const SAME_PAYMENT_TIMES = scaled(100, 1_000);

/** All buyers sit at one address, unless they say otherwise, so the store needs `UNPAID_PER_ADDRESS` and `TRUST_PROXY`. */
export function testRaces(storeOf: () => Store): void {
  let store: Store;
  let visitor: Client;
  beforeAll(() => {
    store = storeOf();
    visitor = openClient(store.url);
  });

  test(`${SHELF.buyers} buyers for ${SHELF.keys} keys: ${SHELF.keys} different keys are handed out, ${SHELF.buyers - SHELF.keys} buyers wait, and all have paid`, {
    timeout: scaled(600_000, 1_800_000),
  }, async () => {
    const { buyers, keys: keysOnTheShelf } = SHELF;
    await givenFreeKeys(store, 'lote', keysOnTheShelf);
    const purchases = await inParallel(buyers, 50, (buyer) =>
      startPurchase(visitor, { productId: 'lote', customerEmail: `comprador${buyer}@exemplo.com.br` }),
    );
    await inParallel(buyers, 100, (buyer) => actInTurn(visitor, purchases[buyer]?.transactionId ?? '', 'pay'));

    const ids = purchases.map(({ purchaseId }) => purchaseId);
    const rows = await store
      .database()
      .selectFrom('purchases')
      .innerJoin('purchaseItems', 'purchaseItems.id', 'purchases.id')
      .leftJoin('activationKeys', 'activationKeys.itemId', 'purchaseItems.id')
      .select(['purchases.status', 'purchaseItems.keyWaitingSince', 'activationKeys.key', 'activationKeys.productId'])
      .where('purchases.id', 'in', ids)
      .execute();
    expect(rows.filter(({ status }) => status === 'COMPLETED')).toHaveLength(buyers);
    const keys = rows.flatMap(({ key }) => (key ? [key] : []));
    expect(keys).toHaveLength(keysOnTheShelf);
    expect(new Set(keys).size).toBe(keysOnTheShelf);
    expect(new Set(rows.flatMap(({ productId }) => productId ?? []))).toEqual(new Set(['lote']));
    expect(rows.filter(({ keyWaitingSince }) => keyWaitingSince)).toHaveLength(buyers - keysOnTheShelf);
  });

  test(`${MIXED.sales} sales of three products at once, with too few keys: nobody holds the key of another product`, async () => {
    const products = ['legenda-ja', 'letra-viva', 'faisca'];
    for (const productId of products) await givenFreeKeys(store, productId, MIXED.keysEach);
    const purchases = await inParallel(MIXED.sales, 30, async (buyer) => {
      const created = await startPurchase(visitor, { productId: products[buyer % 3] ?? '' });
      await actInTurn(visitor, created.transactionId, 'pay');
      return created.purchaseId;
    });

    const rows = await store
      .database()
      .selectFrom('purchases')
      .innerJoin('purchaseItems', 'purchaseItems.id', 'purchases.id')
      .leftJoin('activationKeys', 'activationKeys.itemId', 'purchaseItems.id')
      .select(['purchases.productId as bought', 'activationKeys.productId as given', 'purchaseItems.keyWaitingSince'])
      .where('purchases.id', 'in', purchases)
      .execute();
    expect(rows.filter(({ bought, given }) => given === bought)).toHaveLength(3 * MIXED.keysEach);
    const waiting = rows.filter(({ given, keyWaitingSince }) => given === null && keyWaitingSince);
    expect(waiting).toHaveLength(MIXED.sales - 3 * MIXED.keysEach);
  });

  test(`a coupon of ${COUPON.uses} uses with ${COUPON.buyers} buyers at once: ${COUPON.uses} discounts, and an unpaid one frees its use once`, async () => {
    const { buyers, uses } = COUPON;
    await givenFreeKeys(store, 'onda-audio', 2 * buyers);
    await store
      .database()
      .updateTable('coupons')
      .set({ maxUses: uses, used: 0 })
      .where('code', '=', 'VERAO12')
      .execute();
    await store
      .database()
      .updateTable('coupons')
      .set({ validFrom: '2020-01-01' })
      .where('code', '=', 'VERAO12')
      .execute();
    const responses = await inParallel(buyers, buyers, (buyer) =>
      orderInTurn(
        visitor,
        { productId: 'onda-audio', couponCode: 'VERAO12', customerEmail: `cupom${buyer}@exemplo.com.br` },
        {
          'x-forwarded-for': `198.51.${Math.floor(buyer / 250)}.${buyer % 250}`,
          // An order that is repeated stays one order, and holds one use.
          'Idempotency-Key': crypto.randomUUID(),
        },
      ),
    );

    const accepted = responses
      .filter(({ status }) => status === 200)
      .map((response) => response.json<PaymentCreated>());
    expect(accepted).toHaveLength(uses);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(buyers - uses);
    expect(await usesOf(store, 'VERAO12')).toBe(uses);

    const [first, ...others] = accepted;
    if (!first) throw new Error('nobody got the coupon');
    await inParallel(20, 20, () => actInTurn(visitor, first.transactionId, 'reject'));
    expect(await usesOf(store, 'VERAO12')).toBe(uses - 1);
    await inParallel(others.length, 24, (index) => actInTurn(visitor, others[index]?.transactionId ?? '', 'pay'));
    expect(await usesOf(store, 'VERAO12')).toBe(uses - 1);
  });

  test(`the same payment settled ${SAME_PAYMENT_TIMES} times, 100 of them at once, with polls beside it: one key, one use, one commission, one mail`, async ({
    task,
  }) => {
    await givenFreeKeys(store, 'grade-cinema', 50);
    const before = await usesOf(store, 'MARINA10');
    const created = await startPurchase(visitor, {
      productId: 'grade-cinema',
      couponCode: 'MARINA10',
      customerEmail: 'uma@exemplo.com.br',
    });
    await inParallel(SAME_PAYMENT_TIMES, 100, async (turn) => {
      if (turn % 4 === 0) await visitor.get(`/api/payments/status/${created.transactionId}`);
      await actInTurn(visitor, created.transactionId, 'pay');
    });
    recordFigure(task, { name: 'payments at the sandbox', value: SAME_PAYMENT_TIMES });

    expect(await readPurchase(visitor, created.purchaseId)).toMatchObject({ paymentStatus: 'COMPLETED' });
    const { purchaseId } = created;
    const books = store.database();
    expect(
      await books.selectFrom('activationKeys').select('id').where('itemId', '=', purchaseId).execute(),
    ).toHaveLength(1);
    expect(
      await books.selectFrom('affiliateSales').select('id').where('purchaseId', '=', purchaseId).execute(),
    ).toHaveLength(1);
    expect(await books.selectFrom('outbox').select('id').where('purchaseId', '=', purchaseId).execute()).toHaveLength(
      1,
    );
    expect(await usesOf(store, 'MARINA10')).toBe(before + 1);
    const free = await books
      .selectFrom('activationKeys')
      .select('id')
      .where('productId', '=', 'grade-cinema')
      .where('itemId', 'is', null)
      .execute();
    expect(free).toHaveLength(49);
  });

  test('100 visitors, buyers and waiting pages behind one address are all served', async () => {
    const { transactionId } = await startPurchase(visitor, { productId: 'onda-audio' });
    const statuses = await inParallel(scaled(150, 300), 100, async (turn) => {
      if (turn % 3 === 0) return (await orderInTurn(visitor, { productId: 'onda-audio' })).status;
      return (await visitor.get(turn % 3 === 1 ? '/' : `/api/payments/status/${transactionId}`)).status;
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
}

/** Repeats what a busy store asks to be repeated, as a bank repeats its webhooks. */
async function actInTurn(client: Client, transactionId: string, act: 'pay' | 'reject'): Promise<void> {
  const deadline = Date.now() + 90_000;
  for (;;) {
    const { status } = await client.post(`/api/sandbox/pix/${transactionId}/${act}`);
    if (status === 200) return;
    if (status !== 503 || Date.now() > deadline) throw new Error(`The sandbox answered ${status}.`);
    await wait(1_000);
  }
}

async function usesOf(store: Store, code: string): Promise<number> {
  const row = await store
    .database()
    .selectFrom('coupons')
    .select('used')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return row.used;
}

export async function givenFreeKeys(store: Store, productId: string, count: number): Promise<void> {
  const books = store.database();
  await books.deleteFrom('activationKeys').where('productId', '=', productId).where('itemId', 'is', null).execute();
  const free = { itemId: null, assignedAt: null, revokedAt: null, revokedReason: null, frozenAt: null };
  const rows = Array.from({ length: count }, () => ({
    ...free,
    id: crypto.randomUUID(),
    productId,
    key: `TESTE-${crypto.randomUUID()}`,
    createdAt: new Date().toISOString(),
  }));
  await books.insertInto('activationKeys').values(rows).execute();
}
