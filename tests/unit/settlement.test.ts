import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPurchase } from '#db/queries/purchases.ts';
import { compareWithBank } from '#src/domain/comparison.ts';
import { takeNotice, workOffNotices } from '#src/domain/notices.ts';
import { startPayment } from '#src/domain/payments.ts';
import type { ChargeReading, PixProvider } from '#src/domain/pix.ts';
import { checkPaymentStatus } from '#src/domain/purchases.ts';
import { settleDuePayments } from '#src/domain/reconciliation.ts';
import { refundSale } from '#src/domain/refunds.ts';
import { verifySale } from '#src/domain/sale-actions.ts';
import { settlePayment } from '#src/domain/settlement.ts';
import { OWNER, openWorlds, type World } from '../support/payment-world.ts';

const MINUTE = 60_000;
let worlds: Awaited<ReturnType<typeof openWorlds>>;
let world: World;

beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());
beforeEach(async () => {
  world = await worlds.begin();
});
afterEach(() => world.close());

describe('a charge that the bank is slow to show', () => {
  test('is not given up by the look that did not see it, once another try has handed out its code', async () => {
    await expect(order('a', 'away')).rejects.toMatchObject({ code: 'bank_unclear' });
    for (let look = 1; look <= 2; look += 1) await workerLooks(5 * MINUTE);
    expect(await row()).toMatchObject({ status: 'PENDING', chargeState: 'unclear', checkCount: 2 });

    // The third look finds nothing; before it is believed, the buyer tries again and gets a code.
    await workerLooks(
      5 * MINUTE,
      bankWith({
        async readCharge() {
          await order('a');
          return { outcome: 'missing' };
        },
      }),
    );
    expect(await row()).toMatchObject({ status: 'PENDING', chargeState: 'open' });

    await pay();
    await workerLooks(20 * MINUTE);
    expect(await row()).toMatchObject({ status: 'COMPLETED' });
  });

  test('is believed when it has money after all, although it was given up', async () => {
    await expect(order('a', 'lost')).rejects.toMatchObject({ code: 'bank_unclear' });
    const blind = bankWith({ readCharge: async () => ({ outcome: 'missing' }) });
    for (let look = 1; look <= 3; look += 1) await workerLooks(5 * MINUTE, blind);
    expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'provider' });
    await pay();
    await settlePayment(world.shop, await id(), 'webhook');
    expect(await row()).toMatchObject({ status: 'COMPLETED', failureReason: null });
  });

  test('is refused to one of two that try at once, and handed out to both where the other got it', async () => {
    await expect(order('a', 'away')).rejects.toMatchObject({ code: 'bank_unclear' });
    const refusing = bankWith({
      async createCharge() {
        await order('a');
        return { outcome: 'refused', reason: 'token' };
      },
    });
    expect(await order('a', 'fine', refusing)).toMatchObject({ success: true });
    expect(await row()).toMatchObject({ status: 'PENDING', chargeState: 'open' });
  });

  test('opens once the bank has its code, and not before', async () => {
    await expect(order('a', 'lost')).rejects.toMatchObject({ code: 'bank_unclear' });
    const codeless = bankWith({
      async readCharge(charge) {
        const reading = await world.bank.readCharge(charge);
        if (reading.outcome !== 'found') return reading;
        const { snapshot } = reading;
        return { outcome: 'found', snapshot: { ...snapshot, charge: { ...snapshot.charge, copyPaste: '' } } };
      },
    });
    await workerLooks(5 * MINUTE, codeless);
    expect(await row()).toMatchObject({ status: 'PENDING', chargeState: 'unclear', pixCopyPaste: null });
    await expect(order('a', 'fine', codeless)).rejects.toMatchObject({ code: 'bank_unclear' });
    await workerLooks(5 * MINUTE);
    expect(await row()).toMatchObject({ chargeState: 'open', pixCopyPaste: expect.stringMatching(/^pix-/) });
  });
});

describe('the same order again', () => {
  test('gives no code that nobody can pay any more', async () => {
    await order('a');
    world.now += 121 * MINUTE;
    await settleDuePayments(world.shop);
    await expect(order('a')).rejects.toMatchObject({ kind: 'conflict', code: 'purchase_closed' });
  });

  test('gives the purchase that was paid with it', async () => {
    const { purchaseId } = await order('a');
    await pay();
    await settlePayment(world.shop, purchaseId, 'webhook');
    expect(await order('a')).toMatchObject({ purchaseId });
  });
});

describe('all that one call asks of the bank', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a page that looks at an overdue payment', overdueLook],
    ['a look of the owner that goes on with a refund', lookAtRefund],
    ['an order that is repeated', repeatedOrder],
  ])('is done within 12 s: %s', async (_name, act) => {
    const startedAt = Date.now();
    await act();
    expect(deadlines.length).toBeGreaterThanOrEqual(2);
    for (const deadline of deadlines) expect(deadline).toBe(deadlines[0]);
    expect((deadlines[0] ?? Number.POSITIVE_INFINITY) - startedAt).toBeLessThan(13_000);
  });

  let deadlines: number[] = [];
  beforeEach(() => {
    deadlines = [];
  });

  function watched(): PixProvider {
    const { bank } = world;
    const noted = <Answer>(deadline: Date | undefined, answer: Promise<Answer>) => {
      deadlines.push(deadline?.getTime() ?? Number.POSITIVE_INFINITY);
      return answer;
    };
    return bankWith({
      createCharge: (request, deadline) => noted(deadline, bank.createCharge(request, deadline)),
      readCharge: (charge, deadline) => noted(deadline, bank.readCharge(charge, deadline)),
      cancelCharge: (charge, deadline) => noted(deadline, bank.cancelCharge(charge, deadline)),
      refundPayment: (refund, deadline) => noted(deadline, bank.refundPayment(refund, deadline)),
    });
  }

  async function overdueLook() {
    await order('a');
    world.now += 121 * MINUTE;
    await settlePayment({ ...world.shop, pix: watched() }, await id(), 'page');
  }

  async function lookAtRefund() {
    await sold();
    world.bank.next.refund = 'away';
    await refundSale(world.shop, OWNER, await id());
    world.now += 10 * MINUTE;
    await verifySale({ ...world.shop, pix: watched() }, OWNER, await id());
    expect(await row()).toMatchObject({ status: 'REFUNDED' });
  }

  async function repeatedOrder() {
    await expect(order('a', 'away')).rejects.toMatchObject({ code: 'bank_unclear' });
    await order('a', 'fine', watched());
  }
});

test.each(['PENDING', 'FAILED'] as const)(
  'a look that began while the purchase was %s, and ends after the money went back, changes nothing',
  async (before) => {
    await order('a');
    if (before === 'FAILED') await workerLooks(121 * MINUTE);
    await pay();
    const late = bankWith({
      async readCharge(asked) {
        const reading = await world.bank.readCharge(asked);
        await settlePayment(world.shop, await id(), 'webhook');
        await refundSale(world.shop, OWNER, await id());
        return reading;
      },
    });
    await settlePayment({ ...world.shop, pix: late }, await id(), 'page');
    expect(await row()).toMatchObject({ status: 'REFUNDED' });
    expect((await events()).filter(({ event }) => /^paid/.test(event))).toHaveLength(1);
  },
);

test('a look that saw no money, and ends after another one saw too little, leaves that to the owner', async () => {
  await order('a');
  world.now += 121 * MINUTE;
  const late = bankWith({
    async readCharge(asked) {
      const reading = await world.bank.readCharge(asked);
      await pay(4_000);
      await settlePayment(world.shop, await id(), 'webhook');
      return reading;
    },
  });
  await settlePayment({ ...world.shop, pix: late }, await id(), 'worker');
  expect(await row()).toMatchObject({ status: 'PENDING', review: 'short_payment', paidCents: 4_000 });
});

test.each([
  ['another charge', { reference: 'f'.repeat(32) }, 'BRL'],
  ['another currency', { currency: 'ARS' }, 'ARS'],
  ['another receiver', { isOurs: false }, 'receiver'],
])('money of %s is none of ours: no sale, no key, and the time line says so once', async (_name, change, detail) => {
  await order('a');
  await pay();
  const other = bankWith({
    async readCharge(asked) {
      const reading = await world.bank.readCharge(asked);
      if (reading.outcome !== 'found') return reading;
      return { outcome: 'found', snapshot: { ...reading.snapshot, ...change } };
    },
  });
  for (let look = 1; look <= 3; look += 1) await workerLooks(10 * MINUTE, other);
  expect(await row()).toMatchObject({ status: 'PENDING', paidCents: null });
  expect((await events()).filter(({ event }) => event === 'mismatch')).toMatchObject([{ detail }]);
  await workerLooks(121 * MINUTE, other);
  expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'expired' });
});

describe('a sum that is not the price', () => {
  test('completes the sale where it is more, and the time line says so', async () => {
    await order('a');
    await pay(12_000);
    await settlePayment(world.shop, await id(), 'webhook');
    expect(await row()).toMatchObject({ status: 'COMPLETED', paidCents: 12_000 });
    expect(await events()).toContainEqual(expect.objectContaining({ event: 'paid', detail: 'too_much' }));
  });

  test('is shown as it stands when more of it arrives, until it is enough', async () => {
    await order('a');
    for (const [cents, status] of [
      [4_000, 'PENDING'],
      [6_000, 'PENDING'],
      [9_990, 'COMPLETED'],
    ] as const) {
      await pay(cents);
      await settlePayment(world.shop, await id(), 'webhook');
      expect(await row()).toMatchObject({ status, paidCents: cents });
    }
  });

  test('stays the owner’s to look at, whatever the bank calls the charge, and is not asked for without end', async () => {
    await order('a');
    await pay(4_000);
    await settlePayment(world.shop, await id(), 'webhook');
    for (const state of ['cancelled', 'expired', 'rejected', 'waiting'] as const) {
      world.now += 60 * MINUTE;
      charge().state = state;
      await settleDuePayments(world.shop);
      const { status, review, nextCheckAt } = await row();
      expect({ state, status, review }).toEqual({ state, status: 'PENDING', review: 'short_payment' });
      expect(Date.parse(nextCheckAt ?? '')).toBeGreaterThan(world.now);
    }
  });
});

describe('a shop that has changed its bank', () => {
  const elsewhere = () => bankWith({ name: 'newbank', readCharge: async () => ({ outcome: 'missing' }) });

  test('takes the silence of the new one about an old charge for nothing', async () => {
    await expect(order('a', 'lost')).rejects.toMatchObject({ code: 'bank_unclear' });
    for (let look = 1; look <= 4; look += 1) await workerLooks(5 * MINUTE, elsewhere());
    expect(await row()).toMatchObject({ status: 'PENDING' });
    await workerLooks(121 * MINUTE, elsewhere());
    expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'expired' });
  });

  test('asks no refund of it that it cannot make, and says where it can be made', async () => {
    await sold();
    const shop = { ...world.shop, pix: elsewhere() };
    await expect(refundSale(shop, OWNER, await id())).rejects.toMatchObject({ kind: 'conflict', code: 'other_bank' });
    expect(await row()).toMatchObject({ status: 'COMPLETED', refundRequestedAt: null });
  });
});

describe('a bank that wants a pause', () => {
  test('gets it from every page that waits', async () => {
    let reads = 0;
    const busy = bankWith({
      name: 'memory',
      minimumReadIntervalMs: 1,
      async readCharge() {
        reads += 1;
        return { outcome: 'unavailable', reason: '429', retryAfterMs: 30_000 };
      },
    });
    const first = await order('a');
    const second = await order('b');
    const shop = { ...world.shop, pix: { ...busy, name: 'memory' } };
    await checkPaymentStatus(shop, first.transactionId);
    world.now += MINUTE;
    await checkPaymentStatus(shop, second.transactionId);
    expect(reads).toBe(1);
  });
});

test('a notice that cannot be worked off keeps none of those behind it waiting', async () => {
  const broken = await order('a');
  await order('b');
  await Promise.all([pay(), pay(undefined, 1)]);
  for (const at of [0, 1]) await notify(at);
  const brittle = bankWith({
    async readCharge(asked): Promise<ChargeReading> {
      if (asked.reference === references()[0]) throw new Error('a disk that is full');
      return world.bank.readCharge(asked);
    },
  });
  await workOffNotices({ ...world.shop, pix: brittle });
  expect(await row(1)).toMatchObject({ status: 'COMPLETED' });
  expect(await findPurchase(world.shop.db, broken.purchaseId)).toMatchObject({ status: 'PENDING' });
  world.now += MINUTE;
  await workOffNotices(world.shop);
  expect(await row()).toMatchObject({ status: 'COMPLETED' });
});

test('a difference that was mended and comes back is told again', async () => {
  await sold();
  const tell = async (paidCents: number) => {
    await world.shop.db
      .updateTable('purchases')
      .set({ paidCents })
      .where('id', '=', await id())
      .execute();
    world.now += 25 * 60 * MINUTE;
    await compareWithBank(world.shop);
    return world.shop.db.selectFrom('bankDifferences').select('kind').where('resolvedAt', 'is', null).execute();
  };
  expect(await tell(1)).toEqual([{ kind: 'other_amount' }]);
  expect(await tell(9_990)).toEqual([]);
  expect(await tell(1)).toEqual([{ kind: 'other_amount' }]);
});

function order(key: string, fate: World['bank']['next']['create'] = 'fine', pix: PixProvider = world.bank) {
  world.now += 20_000;
  world.bank.next.create = fate;
  const buyer = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
  const wanted = { ...buyer, productId: 'with-keys', couponCode: null };
  return startPayment({ ...world.shop, pix }, wanted, { idempotencyKey: key, address: '' });
}

test('money that went back months after it came, and of which nobody told us, is found within days', async () => {
  await sold();
  world.now += 160 * 24 * 60 * MINUTE;
  charge().state = 'refunded';
  for (let day = 1; day <= 5; day += 1) {
    world.now += 25 * 60 * MINUTE;
    await compareWithBank(world.shop);
  }
  expect(await row()).toMatchObject({ status: 'REFUNDED' });
  expect(await world.shop.db.selectFrom('bankDifferences').selectAll().execute()).toEqual([]);
});

/** Given: a sale that was paid in full. */
async function sold(): Promise<void> {
  await order('a');
  await pay();
  await settlePayment(world.shop, await id(), 'webhook');
}

/** The bank of the world, which does some things its own way. */
function bankWith(changes: Partial<PixProvider>): PixProvider {
  return { ...world.bank, ...changes };
}

async function workerLooks(afterMs: number, pix: PixProvider = world.bank): Promise<void> {
  world.now += afterMs;
  await settleDuePayments({ ...world.shop, pix });
}

async function pay(cents?: number, at = 0): Promise<void> {
  const paid = charge(at);
  const paidAt = new Date(world.now);
  Object.assign(paid, { state: 'paid', paidCents: cents ?? paid.request.amountCents, paidAt });
}

async function notify(at: number): Promise<void> {
  const call = { url: new URL('http://shop/'), headers: new Headers(), secret: null };
  const reference = references()[at] ?? '';
  await takeNotice(world.shop, 'memory', { ...call, body: `${reference}-told ${reference}` });
}

/** In the order in which they were made. */
function references(): string[] {
  return [...world.bank.charges.keys()];
}

function charge(at = 0) {
  const found = world.bank.charges.get(references()[at] ?? '');
  if (!found) throw new Error('The bank has no such charge.');
  return found;
}

function row(at = 0) {
  return world.shop.db
    .selectFrom('purchases')
    .selectAll()
    .orderBy('createdAt')
    .offset(at)
    .limit(1)
    .executeTakeFirstOrThrow();
}

async function id(): Promise<string> {
  return (await row()).id;
}

function events() {
  return world.shop.db.selectFrom('purchaseEvents').selectAll().execute();
}
