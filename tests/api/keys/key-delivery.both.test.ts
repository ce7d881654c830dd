import { describe, expect, test } from 'vitest';
import { withItsItems } from '#src/domain/purchases/purchase-items.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { actAtSandbox, buy, startPurchase } from '../../support/purchases/buy.ts';
import { firstItemOf } from '../../support/purchases/items.ts';
import { handleKeys, newKeys, waitsSince } from '../../support/purchases/keys.ts';
import { buyWithoutKeys, purchaseRow } from '../../support/purchases/purchases.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);
const { added, keyOf, stockOf } = handleKeys(() => ({ store, owner }));

describe('buyers waiting for a key', () => {
  test('get the next keys, the longest wait first, by mail and on their open page', async () => {
    const waiting = [await buyWithoutKeys(store, visitor, 'transita')];
    for (let buyer = 1; buyer < 3; buyer += 1) waiting.push((await buy(visitor, { productId: 'transita' })).id);
    const [first = '', second = '', third = ''] = waiting;
    // Given: the one who bought last has waited longest.
    await waitsSince(store, third, '2020-01-01T00:00:00.000Z');
    expect(await stockOf('transita')).toMatchObject({ keysAvailable: 0, buyersWaiting: 3, isRunningLow: true });
    const mails = (await store.mailbox()).length;
    const page = await listen(first);
    expect(await page.next()).toMatchObject({ isKeyOnItsWay: true, paymentStatus: 'COMPLETED' });

    expect(await added('transita', newKeys(2))).toMatchObject({
      created: 2,
      delivered: 2,
      message: '2 chaves adicionadas. 2 compradores que esperavam já receberam a sua.',
    });

    expect(await page.next()).toMatchObject({ isKeyOnItsWay: false });
    page.close();
    expect((await keyOf(third)).activationKey).toMatch(/^LOJA-/);
    const { activationKey } = await keyOf(first);
    expect(activationKey).toMatch(/^LOJA-/);
    expect((await keyOf(second)).activationKey).toBeNull();
    expect(await stockOf('transita')).toMatchObject({ keysAvailable: 0, buyersWaiting: 1 });
    const events = await store
      .database()
      .selectFrom('purchaseEvents')
      .select(['event', 'source'])
      .where('purchaseId', '=', first)
      .execute();
    expect(events).toContainEqual({ event: 'key_given', source: 'admin' });
    await expect
      .poll(async () =>
        (await store.mailbox()).slice(mails).filter((mail) => mail.text?.includes(activationKey ?? '-')),
      )
      .toHaveLength(1);

    expect(await added('transita', newKeys(3))).toMatchObject({ created: 3, delivered: 1 });
    expect((await keyOf(second)).activationKey).toMatch(/^LOJA-/);
  });

  test('get a key that was inserted by other means, except during a dispute', async () => {
    const served = await buyWithoutKeys(store, visitor, 'lote');
    const disputing = (await buy(visitor, { productId: 'lote' })).id;
    await waitsSince(store, disputing, '2020-01-01T00:00:00.000Z');
    const books = store.database();
    await books.updateTable('purchases').set({ review: 'dispute' }).where('id', '=', disputing).execute();
    const keys = newKeys(2).map((key) => ({ id: key, key, productId: 'lote', createdAt: '2026-01-01' }));
    await books.insertInto('activationKeys').values(keys).execute();

    await expect.poll(async () => (await keyOf(served)).activationKey).toMatch(/^LOJA-/);
    expect((await keyOf(disputing)).activationKey).toBeNull();
    await books.updateTable('purchases').set({ review: null }).where('id', '=', disputing).execute();
    await expect.poll(async () => (await keyOf(disputing)).activationKey).toMatch(/^LOJA-/);
  });

  test('and buyers who come while keys are loaded get every key once, and nobody waits beside a free key', async () => {
    await buyWithoutKeys(store, visitor, 'grade-cinema');
    const open = await Promise.all(
      Array.from({ length: 60 }, () => startPurchase(visitor, { productId: 'grade-cinema' })),
    );
    const pay = open.map(({ transactionId }) => actAtSandbox(visitor, transactionId, 'pay'));
    const load = [newKeys(7), newKeys(20), newKeys(13)].map((keys) => added('grade-cinema', keys));
    await Promise.all([...pay, ...load]);
    // Who is sold to beside a load that neither saw is served by the next turn of the worker.
    await expect.poll(() => stockOf('grade-cinema')).toMatchObject({ keysAvailable: 0, buyersWaiting: 21 });

    const sold = await store
      .database()
      .selectFrom('purchases')
      .innerJoin('purchaseItems', 'purchaseItems.purchaseId', 'purchases.id')
      .leftJoin('activationKeys', 'activationKeys.itemId', 'purchaseItems.id')
      .select(['purchases.status', 'purchaseItems.keyWaitingSince', 'activationKeys.key', 'activationKeys.productId'])
      .where(
        'purchases.id',
        'in',
        open.map(({ purchaseId }) => purchaseId),
      )
      .execute();
    expect(sold.every(({ status }) => status === 'COMPLETED')).toBe(true);
    expect(sold.every(({ key, keyWaitingSince }) => (key === null) === (keyWaitingSince !== null))).toBe(true);
    expect(new Set(sold.flatMap(({ productId }) => productId ?? []))).toEqual(new Set(['grade-cinema']));
    // One of the 40 went to the buyer who waited before.
    expect(sold.filter(({ key }) => key)).toHaveLength(39);
  });

  test('by the hundred are all served at once', async () => {
    const one = await buyWithoutKeys(store, visitor, 'onda-audio');
    await copyPurchase(one, 399);
    expect(await stockOf('onda-audio')).toMatchObject({ buyersWaiting: 400 });

    expect(await added('onda-audio', newKeys(450))).toMatchObject({ created: 450, delivered: 400 });

    expect(await stockOf('onda-audio')).toMatchObject({ buyersWaiting: 0, keysAvailable: 50 });
    const given = await store
      .database()
      .selectFrom('activationKeys')
      .select(({ fn }) => fn.count<number>('itemId').distinct().as('buyers'))
      .where('productId', '=', 'onda-audio')
      .where('key', 'like', 'LOJA-%')
      .executeTakeFirstOrThrow();
    expect(given.buyers).toBeGreaterThanOrEqual(400);
    const queued = store.database().selectFrom('outbox').select('id').where('kind', '=', 'key');
    expect((await queued.execute()).length).toBeGreaterThanOrEqual(400);
  });
});

/** Given: so many more purchases like that one. */
async function copyPurchase(id: string, copies: number): Promise<void> {
  const {
    customerOrder: _customer,
    customerOrderHalfPlain: _customerStep,
    productOrder: _product,
    productOrderHalfPlain: _productStep,
    keptCents: _kept,
    number: _number,
    ...purchase
  } = await purchaseRow(store, id);
  const rows = Array.from({ length: copies }, (_, index) => ({
    ...purchase,
    ...firstItemOf(purchase),
    id: `${index}`.padStart(32, 'a'),
    transactionId: `${index}`.padStart(32, 'b'),
    providerReference: `${index}`.padStart(32, 'c'),
    providerChargeId: null,
    idempotencyKeyHash: null,
    customerEmail: null,
  }));
  for (let start = 0; start < rows.length; start += 100) {
    await store
      .database()
      .insertInto('purchases')
      .values(rows.slice(start, start + 100))
      .execute();
  }
  const { items } = await withItsItems(store.database(), purchase);
  const copied = rows.map((row) => ({ ...items[0], id: row.id, purchaseId: row.id }));
  await store.database().insertInto('purchaseItems').values(copied).execute();
}

/** A purchase page that stays open: `next` answers what the shop tells it next. */
async function listen(purchaseId: string) {
  const closing = new AbortController();
  const response = await visitor.fetch(`/api/payments/purchase/${purchaseId}/events`, { signal: closing.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  return {
    async next(): Promise<Purchase> {
      for (;;) {
        const text = /^data: (.*)\n\n/m.exec(heard);
        if (text?.[1]) {
          heard = heard.slice(text.index + text[0].length);
          return JSON.parse(text[1]);
        }
        const part = await reader?.read();
        if (!part || part.done) throw new Error('The stream ended.');
        heard += part.value;
      }
    },
    close: () => closing.abort(),
  };
}
