import { describe, expect, test } from 'vitest';
import type { ChargeReading, ChargeSnapshot } from '#src/domain/payments/pix-provider.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import type { World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../support/worlds/world-actions.ts';

let world: World;
const { bankWith, events, id, order, pay, row, sold, workerLooks } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

/** The bank of the world, with a word of its own for the state of every charge. */
const wordy = (text: Partial<ChargeSnapshot> = {}) =>
  bankWith({
    async readCharge(asked): Promise<ChargeReading> {
      const reading = await world.bank.readCharge(asked);
      if (reading.outcome !== 'found') return reading;
      const snapshot = { ...reading.snapshot, state: 'unknown', bankWord: 'processed/sort_of', ...text } as const;
      return { outcome: 'found', snapshot };
    },
  });

describe('a charge in an unknown state', () => {
  test('stays payable while no money shows, and is held for review at expiry, never closed as unpaid', async () => {
    await order('a');
    await workerLooks(MINUTE, wordy());
    expect(await row()).toMatchObject({ status: 'PENDING', review: null });
    await workerLooks(121 * MINUTE, wordy());
    expect(await row()).toMatchObject({ status: 'PENDING', review: 'unknown_state', paidCents: null });
    for (let day = 0; day < 3; day += 1) await workerLooks(24 * 60 * MINUTE, wordy());
    expect(await row()).toMatchObject({ status: 'PENDING', review: 'unknown_state' });
    expect((await row()).nextCheckAt).not.toBeNull();
    expect((await events()).filter(({ event }) => event === 'state_unknown').length).toBeLessThanOrEqual(2);
  });

  test('is held for review at once when money shows', async () => {
    await order('a');
    await workerLooks(MINUTE, wordy({ paidCents: 9_990 }));
    expect(await row()).toMatchObject({ status: 'PENDING', review: 'unknown_state', paidCents: null });
  });

  test.each([
    ['a payment', () => pay(), { status: 'COMPLETED', failureReason: null }],
    ['no payment', () => {}, { status: 'FAILED', failureReason: 'expired' }],
  ])('proceeds once the bank reports %s', async (_, befall, expected) => {
    await order('a');
    await workerLooks(121 * MINUTE, wordy());
    befall();
    await workerLooks(10 * MINUTE);
    expect(await row()).toMatchObject({ ...expected, review: null });
  });

  test('changes nothing for a buyer who has paid', async () => {
    await sold();
    await settlePayment({ ...world.shop, pix: wordy() }, await id(), 'admin');
    expect(await row()).toMatchObject({ status: 'COMPLETED', review: null });
    expect(await events()).toContainEqual(
      expect.objectContaining({ event: 'state_unknown', detail: 'processed/sort_of' }),
    );
  });
});
