import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/transactions.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { announceEvent } from '#src/domain/hooks/announce-event.ts';
import { listDeliveryPage, sendAgain, sendAllAgain } from '#src/domain/hooks/deliveries.ts';
import { listEventPage, readEventsAfter } from '#src/domain/hooks/event-log.ts';
import { changeHook, createHook, removeHook, rotateSecret, showHooks, testHook } from '#src/domain/hooks/hooks.ts';
import { forgetOldEvents, sendDueHooks } from '#src/domain/hooks/send-hooks.ts';
import { cancelPurchase } from '#src/domain/payments/cancel.ts';
import { bookRefund } from '#src/domain/payments/refunds/book-refund.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import type { Shop } from '#src/domain/shop.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { TRIES_AFTER_SECONDS } from '#src/wire/hooks/deliveries.ts';
import { EVENT_LIST } from '#src/wire/hooks/event-log.ts';
import { HOOK_EVENT_NAMES } from '#src/wire/hooks/hook-events.ts';
import { MOST_HOOKS, type SaveHook } from '#src/wire/hooks/hooks.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';
import { callsToTests, openReceiver, type Receiver, verify } from '../../support/hooks/receiver.ts';
import { sell } from '../../support/store/shop.ts';

const OWNER = { id: 'owner', showsKeys: true };

const opened = openShopForEachTest();
let receiver: Receiver;
let shop: Shop;
let now: number;

beforeEach(async () => {
  receiver = await openReceiver();
  now = Date.now();
  shop = { ...opened.with({ clock: { now: () => new Date(now) } }), hookCalls: callsToTests() };
});
afterEach(async () => {
  await shop.hookCalls.close();
  await receiver.close();
});

type Changes = Partial<Pick<SaveHook, 'events' | 'includeKeys' | 'state' | 'description'>>;

function hookTo(url: string, changes: Changes = {}): SaveHook {
  return { kind: 'standard', description: 'Planilha', events: [...HOOK_EVENT_NAMES], url, ...changes };
}

const listen = (changes?: Changes) => createHook(shop, OWNER, hookTo(receiver.url, changes));
const deliveriesOf = async (id: string) =>
  (await listDeliveryPage(shop, id, new URLSearchParams('pageSize=100'))).items;
const refuse = (status: number) => receiver.answer((response) => response.writeHead(status).end('não'));

describe('what happens in the shop', () => {
  test('reaches who listens, signed, without the key', async () => {
    const { secret } = await listen();
    const id = await sell(shop, 'lote');
    await sendDueHooks(shop);

    expect(receiver.types().toSorted()).toEqual(['key.delivered', 'sale.created', 'sale.paid']);
    for (const letter of receiver.letters) {
      expect(verify(secret ?? '', letter)).toEqual(letter.event);
      expect(letter.headers['webhook-id']).toBe(letter.event.id);
    }
    const { number } = await shop.db
      .selectFrom('purchases')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const paid = receiver.letters.find(({ event }) => event.type === 'sale.paid')?.event.data;
    expect(paid).toMatchObject({ id, number, paymentStatus: 'COMPLETED', customerEmail: 'ana@exemplo.com.br' });
    expect(paid).toMatchObject({ totalCents: paid?.['paidCents'], items: [{ id, productId: 'lote' }] });
    const { key } = await shop.db
      .selectFrom('activationKeys')
      .select('key')
      .where('itemId', '=', id)
      .executeTakeFirstOrThrow();
    expect(receiver.letters.map(({ body }) => body).join()).not.toContain(key);
    expect((await deliveriesOf((await showHooks(shop))[0]?.id ?? '')).map(({ state }) => state)).toEqual([
      'done',
      'done',
      'done',
    ]);
  });

  test('goes with the key to who asked for keys, and only where its events are wanted', async () => {
    await listen({ events: ['key.delivered'], includeKeys: true });
    const id = await sell(shop, 'lote');
    await sendDueHooks(shop);
    const { key } = await shop.db
      .selectFrom('activationKeys')
      .select('key')
      .where('itemId', '=', id)
      .executeTakeFirstOrThrow();
    expect(receiver.letters.map(({ event }) => event.data['keys'])).toEqual([[{ itemId: id, productId: 'lote', key }]]);
    const { items } = await readAll();
    expect(JSON.stringify(items)).not.toContain(key);
  });

  test('is told of an order that ends, and of a refund', async () => {
    await listen();
    const order = {
      productId: 'lote',
      customerName: 'Ana',
      customerEmail: 'ana@exemplo.com.br',
      paymentMethod: 'pix',
    } as const;
    const open = await startPayment(shop, order, { idempotencyKey: null, clientNetwork: '' });
    const rowOf = (id: string) =>
      shop.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await cancelPurchase(shop, await rowOf(open.purchaseId), 'expired', 'worker');
    const sold = await sell(shop, 'grade-cinema', 'EDITA10');
    await bookRefund(shop, await rowOf(sold), 'admin');
    await bookRefund(shop, await rowOf(sold), 'admin');
    await sendDueHooks(shop);
    expect(receiver.types().filter((type) => type === 'sale.refunded')).toHaveLength(1);
    expect(receiver.letters.find(({ event }) => event.type === 'sale.expired')?.event.data).toMatchObject({
      id: open.purchaseId,
      failureReason: 'expired',
    });
  });

  test('is told to nobody where it is undone', async () => {
    await listen();
    const undone = inTransaction(shop.db, async (tx) => {
      await announceEvent(tx, shop, { type: 'keys.low', subjectId: 'lote', data: {} });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await sendDueHooks(shop);
    expect(receiver.letters).toEqual([]);
    expect((await readAll()).items).toEqual([]);
  });

  test('is told once, by whichever process', async () => {
    await listen({ events: ['sale.paid'] });
    for (let sales = 0; sales < 6; sales += 1) await sell(shop, 'grade-cinema');
    await Promise.all([sendDueHooks(shop), sendDueHooks(shop), sendDueHooks(shop)]);
    expect(receiver.letters).toHaveLength(6);
    expect(new Set(receiver.letters.map(({ event }) => event.id)).size).toBe(6);
  });
});

describe('a receiver that fails', () => {
  test('is tried eight times, later and later, and the owner reads of it', async () => {
    const { id } = await listen({ events: ['sale.paid'] });
    refuse(500);
    await sell(shop, 'lote');
    await sendDueHooks(shop);
    expect((await showAttention(shop, 'owner')).items).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ kind: 'hook', title: 'O webhook Planilha está falhando' })]),
    );
    for (const seconds of TRIES_AFTER_SECONDS.slice(1)) {
      now += seconds * SECOND_MS - 1;
      await sendDueHooks(shop);
      const tried = receiver.letters.length;
      now += 1;
      await sendDueHooks(shop);
      expect(receiver.letters).toHaveLength(tried + 1);
    }
    const [given] = await deliveriesOf(id);
    expect(given).toMatchObject({ state: 'given_up', tries: 8, nextAttemptAt: null });
    expect(given?.attempts.map(({ status, answer }) => [status, answer])).toEqual(Array(8).fill([500, 'não']));
    expect(new Set(receiver.letters.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

    receiver.answer((response) => response.writeHead(204).end());
    await sendAgain(shop, OWNER, String(given?.id));
    await sendDueHooks(shop);
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'done' });
    expect((await showHooks(shop))[0]).toMatchObject({ failingSince: null, lastAttempt: { status: 204 } });
  });

  test('is switched off after three days of failures only, with a mail to the owner', async () => {
    const { id } = await listen({ events: ['sale.paid'] });
    refuse(503);
    await sell(shop, 'lote');
    await sendDueHooks(shop);
    now += 3 * DAY_MS - 1;
    await sendDueHooks(shop);
    expect((await showHooks(shop))[0]?.state).toBe('active');
    now += MINUTE_MS;
    await sell(shop, 'lote');
    await sendDueHooks(shop);
    expect((await showHooks(shop))[0]).toMatchObject({ state: 'disabled', stateBy: null });
    const mail = shop.db.selectFrom('outbox').select('payload').where('kind', '=', 'hook_disabled');
    expect((await mail.execute()).map(({ payload }) => JSON.parse(payload ?? '')['hookId'])).toEqual([id]);
    await expect(sendAllAgain(shop, OWNER, id)).rejects.toMatchObject({ code: 'asleep' });
    const told = receiver.letters.length;
    await sell(shop, 'lote');
    await sendDueHooks(shop);
    expect(receiver.letters).toHaveLength(told);
  });

  test('that says it is gone is switched off at once', async () => {
    await listen({ events: ['sale.created'] });
    refuse(410);
    await sell(shop, 'lote');
    await sendDueHooks(shop);
    expect((await showHooks(shop))[0]?.state).toBe('disabled');
  });

  test('holds no other, and what hangs is tried one by one', async () => {
    const hanging = await openReceiver();
    hanging.answer(() => undefined);
    shop = { ...shop, hookCalls: callsToTests(10_000) };
    await createHook(shop, OWNER, hookTo(hanging.url, { events: ['sale.paid'] }));
    await listen({ events: ['sale.paid'] });
    for (let sales = 0; sales < 12; sales += 1) await sell(shop, 'grade-cinema');
    await sendDueHooks(shop);
    expect(receiver.letters).toHaveLength(12);
    const held = (await showHooks(shop)).find(({ address }) => address === hanging.url);
    expect(held).toMatchObject({ waiting: 12, lastAttempt: { status: null, failure: 'late' } });
    await hanging.close();
  });
});

describe('the owner', () => {
  test('changes the secret, and the former one signs beside it for a day', async () => {
    const { id, secret } = await listen({ events: ['sale.paid'] });
    const rotated = await rotateSecret(shop, OWNER, id);
    await sell(shop, 'lote');
    await sendDueHooks(shop);
    now += DAY_MS + 1;
    await testHook(shop, OWNER, id);
    const [both, ping] = receiver.letters;
    if (!both || !ping) throw new Error('Two letters were awaited.');
    for (const each of [secret, rotated.secret]) expect(verify(each ?? '', both)).toBeTruthy();
    expect(ping.event.type).toBe('ping');
    expect(String(ping.headers['webhook-signature']).split(' ')).toHaveLength(1);
    const kept = JSON.stringify([await showHooks(shop), await shop.db.selectFrom('audit').selectAll().execute()]);
    for (const each of [secret, rotated.secret]) expect(kept).not.toContain(each);
  });

  test('pauses a hook, which then gets what happened meanwhile', async () => {
    const { id } = await listen({ events: ['sale.paid'] });
    await changeHook(shop, OWNER, id, hookTo(receiver.url, { events: ['sale.paid'], state: 'paused' }));
    await sell(shop, 'lote');
    await sendDueHooks(shop);
    expect(receiver.letters).toEqual([]);
    await changeHook(shop, OWNER, id, hookTo(receiver.url, { events: ['sale.paid'], state: 'active' }));
    await sendDueHooks(shop);
    expect(receiver.types()).toEqual(['sale.paid']);
    await removeHook(shop, OWNER, id);
    expect(await showHooks(shop)).toEqual([]);
    expect(await shop.db.selectFrom('hookDeliveries').selectAll().execute()).toEqual([]);
    expect(
      await shop.db.selectFrom('encryptedSettings').select('name').where('name', 'like', 'hook:%').execute(),
    ).toEqual([]);
  });

  test('has at most twenty, at addresses of the open internet', async () => {
    for (let hooks = 0; hooks < MOST_HOOKS; hooks += 1) await listen();
    await expect(listen()).rejects.toMatchObject({ code: 'too_many_hooks' });
    await expect(
      createHook(shop, { ...OWNER, showsKeys: false }, hookTo(receiver.url, { includeKeys: true })),
    ).rejects.toMatchObject({ fields: { includeKeys: expect.any(String) } });
    const real = { ...shop, hookCalls: opened.shop.hookCalls };
    for (const url of [
      'http://loja.com.br/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'https://[::ffff:10.0.0.1]/',
      'nada',
    ]) {
      await expect(createHook(real, OWNER, hookTo(url)), url).rejects.toMatchObject({
        kind: 'invalid',
        fields: { url: expect.stringContaining('https público') },
      });
    }
  });
});

describe('the event log', () => {
  test('is read on by its cursor, without a gap, and forgets after thirty days', async () => {
    for (let sales = 0; sales < 2; sales += 1) {
      await sell(shop, 'grade-cinema');
      now += SECOND_MS;
    }
    expect((await readEventsAfter(shop, null)).items).toEqual([]);
    const { items, next } = await readAll();
    const ofOne = ['key.delivered', 'sale.created', 'sale.paid'];
    expect(
      items
        .slice(0, 3)
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(ofOne);
    expect(items).toHaveLength(6);
    expect((await readEventsAfter(shop, next)).items).toEqual([]);
    await sell(shop, 'grade-cinema');
    now += MINUTE_MS;
    const later = await readEventsAfter(shop, next);
    expect(later.items).toHaveLength(3);
    await expect(readEventsAfter(shop, 'ontem')).rejects.toMatchObject({ fields: { after: expect.any(String) } });
    const found = await listEventPage(
      shop,
      readListRequest(new URLSearchParams(`type=sale.paid&q=%23${later.items[0]?.saleNumber}`), EVENT_LIST),
    );
    expect(found).toMatchObject({ total: 1, items: [{ type: 'sale.paid', saleNumber: later.items[0]?.saleNumber }] });
    now += 31 * DAY_MS;
    await forgetOldEvents(shop);
    expect((await readEventsAfter(shop, null)).items).toEqual([]);
  });

  test('loses the person with an erasure, of which receivers are told', async () => {
    await listen({ events: ['sale.paid', 'customer.erased'] });
    receiver.answer((response) => response.writeHead(200).end('recebi ana@exemplo.com.br'));
    const purchaseId = await sell(shop, 'lote');
    await sendDueHooks(shop);
    const { customerId } = await shop.db
      .selectFrom('purchases')
      .select('customerId')
      .where('id', '=', purchaseId)
      .executeTakeFirstOrThrow();
    await removeCustomer(shop, OWNER, customerId);
    await sendDueHooks(shop);
    expect(receiver.letters.at(-1)?.event).toMatchObject({
      type: 'customer.erased',
      data: { customerId, purchaseIds: [purchaseId] },
    });
    const left = JSON.stringify([
      await shop.db.selectFrom('shopEvents').selectAll().execute(),
      await shop.db.selectFrom('hookDeliveries').selectAll().orderBy('id').limit(1).execute(),
    ]);
    expect(left).not.toMatch(/ana@exemplo|Conceição/);
  });
});

/** All that has settled by now. */
async function readAll() {
  now += MINUTE_MS;
  return readEventsAfter(shop, null);
}
