import { beforeEach, describe, expect, test } from 'vitest';
import { checkPaymentStatus } from '#src/domain/payments/open-charge.ts';
import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { verifySale } from '#src/domain/sales/sale-actions.ts';
import { OWNER, type World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../support/worlds/world-actions.ts';

let world: World;
const { bankWith, id, order, row, sold } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

describe('all bank requests of one call', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a page that polls an overdue payment', overdueLook],
    ['an owner check that continues a refund', lookAtRefund],
    ['a repeated order', repeatedOrder],
  ])('end within 12 s: %s', async (_name, act) => {
    await act();
    expect(deadlines.length).toBeGreaterThanOrEqual(2);
    for (const deadline of deadlines) expect(deadline).toBe(deadlines[0]);
    expect(restMs).toBeLessThanOrEqual(12_000);
  });

  let deadlines: number[] = [];
  /** The first call to the bank was left so much of it. */
  let restMs: number | undefined;
  beforeEach(() => {
    deadlines = [];
    restMs = undefined;
  });

  function watched(): PixProvider {
    const { bank } = world;
    const noted = <Answer>(deadline: Date | undefined, response: Promise<Answer>) => {
      const endsAt = deadline?.getTime() ?? Number.POSITIVE_INFINITY;
      restMs ??= endsAt - Date.now();
      deadlines.push(endsAt);
      return response;
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

describe('a pause requested by the bank', () => {
  test('is respected by every waiting page', async () => {
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
    await checkPaymentStatus(shop, first.transactionId, '');
    world.now += MINUTE;
    await checkPaymentStatus(shop, second.transactionId, '');
    expect(reads).toBe(1);
  });
});
