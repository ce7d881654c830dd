import { expect } from 'vitest';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import type { BankSide } from '../banks/real-banks.ts';
import { typedBank } from '../banks/typed-bank.ts';
import { type Client, login, openClient } from '../calls/client.ts';
import { inParallel } from '../calls/in-parallel.ts';
import { expectStatus, orderInTurn } from '../purchases/buy.ts';
import { purchaseRow } from '../purchases/purchases.ts';
import type { Store } from '../store/store.ts';
import { expectNothingLostOrTwice, pollAll } from './expect-nothing-lost.ts';
import { givenFreeKeys } from './races.ts';

export const ORDERS = 200;
const PRODUCT = 'onda-audio';

export async function chooseBank(owner: Client, bank: Parameters<typeof typedBank>[0]): Promise<void> {
  expectStatus(await owner.put('/api/admin/bank', typedBank(bank)), 200);
}

/** Payments arrive before, during and after the switch, half of them told by a webhook and half found by a poll. Returns how many buyers were served. */
export async function orderOverSwitch(store: Store, former: BankSide, next: BankSide): Promise<number> {
  await givenFreeKeys(store, PRODUCT, ORDERS);
  const owner = await login(store);
  await chooseBank(owner, former);
  const visitor = openClient(store.url);
  const afterwards: (() => Promise<void>)[] = [];
  let switched: Promise<void> | undefined;

  const ids = await inParallel(ORDERS, 20, async (turn) => {
    if (turn === ORDERS / 4) await pollAll(store);
    if (turn === ORDERS / 2) switched = chooseBank(owner, next);
    const { purchaseId, row } = await orderOnce(store, visitor);
    const bank = row.provider === former.name ? former : next;
    const pay = async () => {
      await bank.pay(row.providerReference);
      if (turn % 2 === 0) expect(await bank.notify(store.url, row.providerReference)).toBe(200);
    };
    if (turn % 3 === 0) afterwards.push(pay);
    else await pay();
    return purchaseId;
  });
  await switched;
  await inParallel(afterwards.length, 20, async (at) => afterwards[at]?.());
  await pollAll(store);

  const served = () =>
    store.database().selectFrom('purchases').select('id').where('id', 'in', ids).where('status', '=', 'COMPLETED');
  const countServed = async () => (await served().execute()).length;
  await expect.poll(countServed).toBe(ORDERS);
  expect(former.charges() + next.charges()).toBe(ORDERS);
  for (const bank of [former, next]) {
    expect(bank.charges()).toBeGreaterThan(0);
    await expectNothingLostOrTwice(store, bank);
  }
  return countServed();
}

/** Says where it was charged. */
export async function orderOnce(store: Store, visitor: Client, productId = PRODUCT) {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const ordered = expectStatus(await orderInTurn(visitor, { productId }, key), 200);
  const { purchaseId } = ordered.json<PaymentCreated>();
  return { purchaseId, row: await purchaseRow(store, purchaseId) };
}
