import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { type BankSide, openApiPixSide, openMercadoPagoSide } from '../../support/banks/real-banks.ts';
import { type Client, login, openClient } from '../../support/calls/client.ts';
import { inParallel } from '../../support/calls/in-parallel.ts';
import {
  expectStatus,
  order,
  pickProduct,
  readPurchase,
  startPurchase,
  waitForStatus,
} from '../../support/purchases/buy.ts';
import { recordFigure, scaled } from '../../support/scale.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';

describe.each([
  ['Mercado Pago', openMercadoPagoSide],
  ['the API Pix', openApiPixSide],
])('a store at %s', (name, openSide) => {
  let bank: BankSide;
  let store: Store;
  let client: Client;
  let owner: Client;

  beforeAll(async () => {
    bank = await openSide();
    store = await startStoreProcess(bank.settings);
    client = openClient(store.url);
    owner = await login(store);
  });
  afterAll(async () => {
    await store.stop();
    await bank.close();
  });

  test('completes on the bank’s webhook, with key and receipt', async () => {
    const { purchaseId, reference } = await open();
    expect((await licenseOf(purchaseId)).status).toBe(409);
    // The worker does not look before the notice comes.
    await lookAt(purchaseId, '2099-01-01T00:00:00.000Z');
    await bank.pay(reference);
    expect(await bank.notify(store.url, reference)).toBe(200);

    await waitForStatus(client, purchaseId, 'COMPLETED');
    expect((await licenseOf(purchaseId)).json<LicenseResponse>().activationKey).toEqual(expect.any(String));
    expect(await eventsOf(purchaseId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'paid', source: 'webhook' }),
        expect.objectContaining({ event: 'key_given', source: 'webhook' }),
      ]),
    );
  });

  test('trusts no webhook content, and rejects forged webhooks', async () => {
    const { reference } = await open();
    expect(await bank.notify(store.url, reference)).toBe(200);
    expect(await bank.forge(store.url, reference)).toBe(bank.name === 'pix' ? 404 : 401);
    await bank.pay(reference);
    expect(await bank.forge(store.url, reference)).toBe(bank.name === 'pix' ? 404 : 401);
    await webhooksProcessed();
    // The API Pix only ever tells of money: before any came there was nothing to keep.
    expect(await noticesOf(reference)).toBe(bank.name === 'pix' ? 0 : 1);
  });

  test('settles once, however often webhooks arrive', async ({ task }) => {
    const { purchaseId, reference } = await open();
    await bank.pay(reference);
    const calls = scaled(100, 1_500);
    const statuses = await inParallel(calls, 100, async (turn) =>
      turn % 3 === 0
        ? (await client.get(`/api/payments/purchase/${purchaseId}`)).status
        : bank.notify(store.url, reference),
    );
    recordFigure(task, { name: `notices of ${name}`, value: calls - Math.ceil(calls / 3) });
    expect(new Set(statuses)).toEqual(new Set([200]));
    await waitForStatus(client, purchaseId, 'COMPLETED');
    await webhooksProcessed();
    const keys = await store
      .database()
      .selectFrom('activationKeys')
      .where('itemId', '=', purchaseId)
      .selectAll()
      .execute();
    expect(keys).toHaveLength(1);
    const events = await eventsOf(purchaseId);
    expect(events.filter(({ event }) => event === 'paid')).toHaveLength(1);
  });

  test('finds a payment whose webhook was lost when the buyer polls', async () => {
    const { purchaseId, reference, transactionId } = await open();
    await bank.pay(reference);
    const response = expectStatus(await client.get(`/api/payments/status/${transactionId}`), 200);
    expect(response.json<{ data: { status: string } }>().data.status).toBe('approved');
    expect((await readPurchase(client, purchaseId)).paymentStatus).toBe('COMPLETED');
  });

  test('finds it without any page too', async () => {
    const { purchaseId, reference } = await open();
    await bank.pay(reference);
    await dueNow(purchaseId);
    expect(await waitForStatus(client, purchaseId, 'COMPLETED')).toMatchObject({ review: null });
  });

  test('honors a payment after the two hours', async () => {
    const { purchaseId, reference } = await open();
    const past = new Date(Date.now() - 1_000).toISOString();
    await store.database().updateTable('purchases').set({ expiresAt: past }).where('id', '=', purchaseId).execute();
    await dueNow(purchaseId);
    await waitForStatus(client, purchaseId, 'FAILED');
    await bank.pay(reference);
    expect(await bank.notify(store.url, reference)).toBe(200);
    await waitForStatus(client, purchaseId, 'COMPLETED');
    expect((await eventsOf(purchaseId)).map(({ event }) => event)).toContain('paid_late');
  });

  test('holds a short payment for review and gives out no key', async () => {
    const { purchaseId, reference } = await open();
    await bank.pay(reference, 100);
    await bank.notify(store.url, reference);
    await webhooksProcessed();
    expect(await readPurchase(client, purchaseId)).toMatchObject({ paymentStatus: 'PENDING', review: 'short_payment' });
    expect((await licenseOf(purchaseId)).status).toBe(409);
  });

  test('rejects payments in another currency or to another receiver', async () => {
    const { purchaseId, reference } = await open();
    await bank.pay(reference);
    bank.falsify(reference);
    expect(await bank.notify(store.url, reference)).toBe(200);
    await webhooksProcessed();
    expect((await readPurchase(client, purchaseId)).paymentStatus).toBe('PENDING');
    expect((await eventsOf(purchaseId)).map(({ event }) => event)).toContain('mismatch');
    const past = new Date(Date.now() - 1_000).toISOString();
    await store.database().updateTable('purchases').set({ expiresAt: past }).where('id', '=', purchaseId).execute();
    await dueNow(purchaseId);
    expect(await waitForStatus(client, purchaseId, 'FAILED')).toMatchObject({ failureReason: 'expired' });
    expect((await licenseOf(purchaseId)).status).toBe(409);
  });

  test('freezes the key during a dispute and restores it when the shop wins', async () => {
    const { purchaseId, reference } = await paid();
    await bank.dispute(reference, 'opened');
    await bank.notify(store.url, reference);
    await webhooksProcessed();
    expect(await readPurchase(client, purchaseId)).toMatchObject({ paymentStatus: 'COMPLETED', review: 'dispute' });
    expect((await licenseOf(purchaseId)).json<LicenseResponse>().activationKey).toBeNull();
    await bank.dispute(reference, 'won');
    await bank.notify(store.url, reference);
    await webhooksProcessed();
    expect(await readPurchase(client, purchaseId)).toMatchObject({ paymentStatus: 'COMPLETED', review: null });
    expect((await licenseOf(purchaseId)).json<LicenseResponse>().activationKey).toEqual(expect.any(String));
  });

  test('reverses the sale when the payer wins', async () => {
    const { purchaseId, reference } = await paid();
    await bank.dispute(reference, 'opened');
    await bank.notify(store.url, reference);
    await webhooksProcessed();
    await bank.dispute(reference, 'lost');
    await bank.notify(store.url, reference);
    await waitForStatus(client, purchaseId, 'REFUNDED');
    expect((await licenseOf(purchaseId)).status).toBe(410);
  });

  test('reverses the sale when the bank returned the money', async () => {
    const { purchaseId, reference } = await paid();
    await bank.giveBack(reference);
    await bank.notify(store.url, reference);
    await waitForStatus(client, purchaseId, 'REFUNDED');
    expect((await licenseOf(purchaseId)).status).toBe(410);
  });

  test('refunds once, however often the owner clicks', async () => {
    const { purchaseId, reference } = await paid();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => owner.post(`/api/admin/purchases/${purchaseId}/refund`)),
    );
    expect(responses.every(({ status }) => [200, 202, 409].includes(status))).toBe(true);
    await waitForStatus(client, purchaseId, 'REFUNDED');
    expect(bank.refunds(reference)).toBe(1);
  });

  test('completes a slow refund in the background', async () => {
    const { purchaseId, reference } = await paid();
    bank.holdRefunds();
    const response = expectStatus(await owner.post(`/api/admin/purchases/${purchaseId}/refund`), 202);
    expect(response.json<{ refundPending: boolean }>().refundPending).toBe(true);
    expect((await readPurchase(client, purchaseId)).paymentStatus).toBe('COMPLETED');
    await bank.finishRefund(reference);
    await dueNow(purchaseId);
    await waitForStatus(client, purchaseId, 'REFUNDED');
    expect(bank.refunds(reference)).toBe(1);
  });

  test('reuses a charge whose response was lost when the buyer retries', async () => {
    const before = bank.charges();
    bank.breakDown('lost');
    const productId = (await pickProduct(client)).id;
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = expectStatus(await order(client, { productId }, key), 200);
    const second = expectStatus(await order(client, { productId }, key), 200);
    expect(second.json()).toEqual(first.json());
    expect(bank.charges()).toBe(before + 1);
  });

  test.for(['slow', 'broken'] as const)(
    'answers within 15 s while the bank is %s, serves everybody else, and charges nobody twice',
    async (how, { task }) => {
      const before = bank.charges();
      bank.breakDown(how);
      const productId = (await pickProduct(client)).id;
      const key = { 'Idempotency-Key': crypto.randomUUID() };
      const startedAt = Date.now();
      const ordering = order(client, { productId }, key);
      const others = await Promise.all(Array.from({ length: 20 }, () => client.get('/')));
      expect(others.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const refused = expectStatus(await ordering, 502);
      const answeredMs = Date.now() - startedAt;
      recordFigure(task, { name: `${name}, ${how}: answered after`, value: answeredMs, unit: 'ms', under: 15_000 });
      expect(refused.json<{ message: string }>().message).toMatch(/você não pagará duas vezes|Nada foi cobrado/);
      bank.repair();
      expectStatus(await order(client, { productId }, key), 200);
      expect(bank.charges()).toBe(before + 1);
    },
  );

  test('reconciles the bank’s list with the books and reports differences', async () => {
    const untold = await open();
    await bank.pay(untold.reference);
    const { purchaseId } = await paid();
    await store.database().updateTable('purchases').set({ paidCents: 1 }).where('id', '=', purchaseId).execute();
    const { differences } = expectStatus(await owner.post('/api/admin/bank/comparison'), 200).json<{
      differences: { id: string; kind: string; purchaseId: string | null }[];
    }>();
    // The payment that nobody told of was settled by the reconciliation itself.
    expect(differences.filter(({ purchaseId: id }) => id === purchaseId)).toMatchObject([{ kind: 'other_amount' }]);
    expect(differences.filter(({ purchaseId: id }) => id === untold.purchaseId)).toEqual([]);
    expect((await readPurchase(client, untold.purchaseId)).paymentStatus).toBe('COMPLETED');
    const [difference] = differences;
    expectStatus(await owner.delete(`/api/admin/bank/comparison/${difference?.id}`), 200);
    expectStatus(await owner.delete(`/api/admin/bank/comparison/${difference?.id}`), 404);
  });

  test('describes the bank setup and makes a test charge that is no sale', async () => {
    const { text, headers } = expectStatus(await owner.get('/api/admin/bank', { 'accept-encoding': 'gzip' }), 200);
    const lines = text.trimEnd().split('\n');
    expect(lines).toContain('{"asking":"Acesso à API"}');
    expect(lines).toContainEqual(expect.stringContaining('{"found":{"name":"Acesso à API","state":"right"'));
    expect([headers.get('x-accel-buffering'), headers.get('content-encoding')]).toEqual(['no', null]);
    const before = await countPurchases();
    const charge = expectStatus(await owner.post('/api/admin/bank/test-charge'), 201).json<{ reference: string }>();
    const path = `/api/admin/bank/test-charge/${charge.reference}`;
    expect((await owner.get(path)).json()).toEqual({ state: 'waiting' });
    await bank.pay(charge.reference);
    expect((await owner.get(path)).json()).toEqual({ state: 'paid' });
    expect(await countPurchases()).toBe(before);
    for (const call of ['/api/admin/bank', '/api/admin/bank/comparison']) expectStatus(await client.get(call), 401);
  });

  test('resumes unsettled purchases after a restart', async () => {
    const { purchaseId, reference } = await open();
    await store.kill();
    await bank.pay(reference);
    await store.restart();
    await dueNow(purchaseId);
    expect(await waitForStatus(client, purchaseId, 'COMPLETED')).toMatchObject({ review: null });
  });

  test('never reveals its secrets', async () => {
    const secrets = Object.entries(bank.settings).filter(([name]) => /TOKEN|SECRET/.test(name));
    expect(secrets.length).toBeGreaterThan(0);
    for (const [name, secret] of secrets) expect(store.output().includes(secret), name).toBe(false);
  });

  async function open() {
    const created = await startPurchase(client);
    const { providerReference } = await store
      .database()
      .selectFrom('purchases')
      .select('providerReference')
      .where('id', '=', created.purchaseId)
      .executeTakeFirstOrThrow();
    return { ...created, reference: providerReference };
  }

  async function paid() {
    const opened = await open();
    await bank.pay(opened.reference);
    await bank.notify(store.url, opened.reference);
    await waitForStatus(client, opened.purchaseId, 'COMPLETED');
    return opened;
  }

  function licenseOf(purchaseId: string) {
    return client.get(`/api/payments/license/${purchaseId}`);
  }

  function eventsOf(purchaseId: string) {
    return store.database().selectFrom('purchaseEvents').selectAll().where('purchaseId', '=', purchaseId).execute();
  }

  async function webhooksProcessed() {
    await expect
      .poll(() => store.database().selectFrom('webhookInbox').select('id').where('state', '=', 'waiting').execute())
      .toEqual([]);
  }

  /** Counts the notices of a charge that were kept. */
  async function noticesOf(reference: string) {
    const { providerChargeId } = await store
      .database()
      .selectFrom('purchases')
      .select('providerChargeId')
      .where('providerReference', '=', reference)
      .executeTakeFirstOrThrow();
    const kept = await store
      .database()
      .selectFrom('webhookInbox')
      .select('id')
      .where('resourceId', 'in', [reference, providerChargeId ?? reference])
      .execute();
    return kept.length;
  }

  /** Brings about the time of the next look at the bank. */
  async function dueNow(purchaseId: string) {
    await lookAt(purchaseId, new Date(0).toISOString());
  }

  async function lookAt(purchaseId: string, nextCheckAt: string) {
    await store.database().updateTable('purchases').set({ nextCheckAt }).where('id', '=', purchaseId).execute();
  }

  async function countPurchases() {
    return (await store.database().selectFrom('purchases').select('id').execute()).length;
  }
});
