import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertActivationKeys } from '#db/queries/keys/activation-keys.ts';
import { BANK_TIME_MS } from '#src/domain/payments/charge.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { type BankSide, openApiPixSide, openMercadoPagoSide } from '../../support/banks/real-banks.ts';
import { type Client, login, openClient } from '../../support/calls/client.ts';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { order, waitForStatus } from '../../support/purchases/buy.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';
import { expectNothingLostOrTwice, pollAll } from '../../support/worlds/expect-nothing-lost.ts';

const PRODUCT = 'lote';
/** An affiliate's: each sale owes a commission. */
const COUPON = 'MARINA10';

const BANKS: [name: string, open: () => Promise<BankSide>][] = [
  ['Mercado Pago', openMercadoPagoSide],
  ['the API Pix', openApiPixSide],
];

// Each bank has its own way to what is unclear, and each engine its own of keeping what it committed: they need no meeting.
describe.each(isOnPostgres() ? BANKS.slice(0, 1) : BANKS)(
  'a store at %s whose process is killed',
  (_name, openSide) => {
    let bank: BankSide;
    let store: Store;
    let client: Client;

    beforeAll(async () => {
      bank = await openSide();
      store = await startStoreProcess({ ...bank.settings, LOG_LEVEL: 'warn' });
      client = openClient(store.url);
      const keys = Array.from({ length: 1_000 }, (_, at) => ({
        id: `key-${at}`,
        productId: PRODUCT,
        key: `KEY-${at}`,
      }));
      const createdAt = new Date().toISOString();
      await insertActivationKeys(
        store.database(),
        keys.map((key) => ({ ...key, createdAt })),
      );
    });
    afterAll(async () => {
      await store.stop();
      await bank.close();
    });

    test.each(['before', 'after'] as const)(
      '%s the bank creates the charge: repeating the order gives one charge',
      async (when) => {
        const before = bank.charges();
        const headers = { 'Idempotency-Key': crypto.randomUUID() };
        const actAtSandbox = bank.hold('create', when);
        const ordering = order(client, { productId: PRODUCT, couponCode: COUPON }, headers).catch(() => null);
        await actAtSandbox;
        await dieAndReturn();
        expect(await ordering).toBeNull();

        const { purchaseId, reference } = await ordered(headers);
        expect(bank.charges()).toBe(before + 1);
        await bank.pay(reference);
        await bank.notify(store.url, reference);
        await waitForStatus(client, purchaseId, 'COMPLETED');
        await expectNothingLostOrTwice(store, bank);
      },
    );

    test.each(['before', 'after'] as const)(
      '%s the bank responds to the poll of a webhook: still settled',
      async (when) => {
        const { purchaseId, reference } = await ordered();
        await bank.pay(reference);
        const actAtSandbox = bank.hold('read', when);
        expect(await bank.notify(store.url, reference)).toBe(200);
        await actAtSandbox;
        await dieAndReturn();
        await waitForStatus(client, purchaseId, 'COMPLETED');
        await expectNothingLostOrTwice(store, bank);
      },
    );

    test('between the payment and its lost webhook: settled without any page', async () => {
      const { purchaseId, reference } = await ordered();
      await bank.pay(reference);
      await dieAndReturn(() => pollAll(store));
      expect(await waitForStatus(client, purchaseId, 'COMPLETED')).toMatchObject({ review: null });
      await expectNothingLostOrTwice(store, bank);
    });

    test.each(['before', 'after'] as const)('%s the bank refunds: refunded once', async (when) => {
      const { purchaseId, reference } = await ordered();
      await bank.pay(reference);
      await bank.notify(store.url, reference);
      await waitForStatus(client, purchaseId, 'COMPLETED');
      const owner = await login(store);
      const actAtSandbox = bank.hold('refund', when);
      const refunding = owner.post(`/api/admin/purchases/${purchaseId}/refund`).catch(() => null);
      await actAtSandbox;
      await dieAndReturn(() => pollAll(store));
      expect(await refunding).toBeNull();
      await waitForStatus(client, purchaseId, 'REFUNDED');
      expect(bank.refunds(reference)).toBe(1);
      await expectNothingLostOrTwice(store, bank);
    });

    /**
     * Ends the store as a power cut would, and starts it once nobody waits for what was on its way, after `meanwhile`. The
     * shop itself asks for an unclear charge later than the buyer does, however long the start takes.
     */
    async function dieAndReturn(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
      await store.kill();
      await store
        .database()
        .updateTable('purchases')
        .set({
          createdAt: new Date(Date.now() - BANK_TIME_MS).toISOString(),
          nextCheckAt: new Date(Date.now() + MINUTE_MS).toISOString(),
        })
        .where('chargeState', '=', 'creating')
        .execute();
      await meanwhile();
      await store.restart();
    }

    /** A buyer who tries the same order again until there is something to pay. */
    async function ordered(headers = { 'Idempotency-Key': crypto.randomUUID() }) {
      let created: PaymentCreated | undefined;
      await again(async () => {
        const response = await order(client, { productId: PRODUCT, couponCode: COUPON }, headers);
        if (response.status === 200) created = response.json<PaymentCreated>();
        return response.status === 200;
      });
      const purchaseId = created?.purchaseId ?? '';
      const { providerReference } = await store
        .database()
        .selectFrom('purchases')
        .select('providerReference')
        .where('id', '=', purchaseId)
        .executeTakeFirstOrThrow();
      return { purchaseId, reference: providerReference };
    }
  },
);

/** Tries until it works: the store may be away, or busy coming back. */
async function again(act: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (!(await act().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('The store did not come back.');
    await wait(100);
  }
}
