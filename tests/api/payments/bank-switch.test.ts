import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCurrentBank } from '#db/queries/payments/chosen-banks.ts';
import { type BankSide, openApiPixSide, openMercadoPagoSide } from '../../support/banks/real-banks.ts';
import { typedBank } from '../../support/banks/typed-bank.ts';
import { login, openClient } from '../../support/calls/client.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';
import { ORDERS, orderOnce, orderOverSwitch } from '../../support/worlds/switch-bank.ts';

let apiPix: BankSide;
let mercadoPago: BankSide;
let store: Store;

beforeAll(async () => {
  [apiPix, mercadoPago] = await Promise.all([openApiPixSide(), openMercadoPagoSide()]);
  // The server says no bank, so that the screen does.
  store = await startStoreProcess({ PAYMENT_PROVIDER: '', UNPAID_PER_ADDRESS: '5000', LOG_LEVEL: 'warn' });
});
afterAll(async () => {
  await store.stop();
  await Promise.all([apiPix.close(), mercadoPago.close()]);
});

test('a bank that is exchanged while 200 orders are under way loses no payment, and charges nobody twice', async () => {
  expect(await orderOverSwitch(store, apiPix, mercadoPago)).toBe(ORDERS);
});

test.each([
  ['as soon as its owner has sent the next bank', async () => wait(5)],
  ['between the save of the next bank and its switch', untilSaved],
])('a process that is killed %s charges at one of the two, and goes on', async (_, moment) => {
  const before = await currentBank();
  const next = before === 'pix' ? mercadoPago : apiPix;
  const open = await orderOnce(store, openClient(store.url));
  const owner = await login(store);
  const saving = owner.put('/api/admin/bank', typedBank(next)).catch(() => null);
  await moment(before);
  await store.kill();
  await saving;
  await store.restart();

  const current = await currentBank();
  expect(moment === untilSaved ? [next.name] : [before, next.name]).toContain(current);
  const { row } = await orderOnce(store, openClient(store.url));
  expect(row).toMatchObject({ provider: current, chargeState: 'open' });
  const former = open.row.provider === 'pix' ? apiPix : mercadoPago;
  await former.pay(open.row.providerReference);
  await former.notify(store.url, open.row.providerReference);
  await expect.poll(() => statusOf(open.purchaseId)).toBe('COMPLETED');
});

/** The commit is seen from outside before the process itself goes by it. */
async function untilSaved(before: string): Promise<void> {
  while ((await currentBank()) === before) await wait(1);
}

async function currentBank(): Promise<string> {
  const current = await findCurrentBank(store.database());
  if (!current) throw new Error('The shop has no bank.');
  return current.provider;
}

async function statusOf(id: string): Promise<string> {
  const purchase = store.database().selectFrom('purchases').select('status').where('id', '=', id);
  return (await purchase.executeTakeFirstOrThrow()).status;
}
