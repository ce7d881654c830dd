import { describe, expect, test } from 'vitest';
import { listStrandedPurchases, recordAccounts } from '#src/domain/payments/bank-accounts.ts';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { processDeliveries, receiveWebhook } from '#src/domain/payments/webhooks.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openMemoryBank } from '../../support/banks/memory-bank.ts';
import { OWNER, type World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../support/worlds/world-actions.ts';

let world: World;
const { events, id, order, pay, references, row } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

/** The shop after it went to another account of the same provider. */
function moved(formerBanks: PixProvider[]): Shop {
  const next = {
    ...openMemoryBank(() => new Date(world.now)),
    accountId: 'the-next-account',
    accountName: 'Conta nova',
  };
  return { ...world.shop, pix: next, formerBanks };
}

const looks = async (shop: Shop, afterMs: number) => {
  world.now += afterMs;
  await pollDuePurchases(shop);
};
const allEvents = async () => (await events()).map(({ event }) => event);

describe('a purchase of a former account that can still be polled', () => {
  test('stores the account that charged it', async () => {
    await order('a');
    expect(await row()).toMatchObject({ account: world.bank.accountId, provider: 'memory' });
  });

  test('completes on the response of that account', async () => {
    await order('a');
    pay();
    await looks(moved([world.bank]), 5 * MINUTE);
    expect(await row()).toMatchObject({ status: 'COMPLETED', paidCents: 9_990 });
  });

  test('is refunded at that account', async () => {
    await order('a');
    pay();
    await looks(moved([world.bank]), 5 * MINUTE);
    await refundSale(moved([world.bank]), OWNER, await id());
    expect(await row()).toMatchObject({ status: 'REFUNDED' });
    expect(world.bank.charges.get(references()[0] ?? '')?.state).toBe('refunded');
  });

  test('is canceled at that account when nobody paid', async () => {
    await order('a');
    await looks(moved([world.bank]), 121 * MINUTE);
    expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'expired' });
    expect(world.bank.charges.get(references()[0] ?? '')?.state).toBe('cancelled');
  });

  test('accepts a webhook signed with the secret of that account', async () => {
    await order('a');
    pay();
    const shop = moved([world.bank]);
    shop.pix.readWebhook = () => ({ outcome: 'forged' });
    const call = { url: new URL('http://shop/'), headers: new Headers(), secret: null };
    await receiveWebhook(shop, 'memory', { ...call, body: `told ${references()[0]}` });
    await processDeliveries(shop);
    expect(await row()).toMatchObject({ status: 'COMPLETED' });
  });
});

describe('a purchase of a former account that can no longer be polled', () => {
  test('is neither closed as unpaid nor polled at the new account, but left to the owner', async () => {
    await order('a');
    pay();
    await looks(moved([]), 5 * MINUTE);
    expect(await row()).toMatchObject({ status: 'PENDING', review: null });
    await looks(moved([]), 121 * MINUTE);
    expect(await row()).toMatchObject({ status: 'PENDING', review: 'unknown_account' });
    await looks(moved([]), 48 * 60 * MINUTE);
    expect(await row()).toMatchObject({ status: 'PENDING', review: 'unknown_account' });
    expect((await allEvents()).filter((event) => event === 'account_unknown')).toHaveLength(1);
  });

  test('resumes once the account is configured again', async () => {
    await recordAccounts(world.shop);
    await order('a');
    pay();
    await looks(moved([]), 125 * MINUTE);
    await recordAccounts(moved([world.bank]));
    await looks(moved([world.bank]), 0);
    expect(await row()).toMatchObject({ status: 'COMPLETED', review: null });
    expect(await allEvents()).toContain('account_known');
  });

  test('is counted at startup under the name of its account', async () => {
    await recordAccounts(world.shop);
    await order('a');
    await order('b');
    await recordAccounts(moved([]));
    expect(await listStrandedPurchases(moved([]))).toEqual([
      { account: world.bank.accountId, provider: 'memory', name: 'Banco de memória', purchases: 2 },
    ]);
    expect(await listStrandedPurchases(moved([world.bank]))).toEqual([]);
  });
});

describe('a purchase from before accounts were recorded', () => {
  const forget = () => world.shop.db.updateTable('purchases').set({ account: null }).execute();

  test('is assigned to the account of its provider at the first start, and to no later one', async () => {
    await order('a');
    await forget();
    await recordAccounts(world.shop);
    expect(await row()).toMatchObject({ account: world.bank.accountId });
    await recordAccounts(moved([]));
    expect(await row()).toMatchObject({ account: world.bank.accountId });
  });

  test('stays unassigned while its provider has no account', async () => {
    await order('a');
    await forget();
    const other = { ...moved([]), pix: { ...world.bank, name: 'newbank', accountId: 'another' } };
    await recordAccounts(other);
    expect(await row()).toMatchObject({ account: null });
    expect(await listStrandedPurchases(other)).toMatchObject([
      { account: null, provider: 'memory', name: null, purchases: 1 },
    ]);
  });
});
