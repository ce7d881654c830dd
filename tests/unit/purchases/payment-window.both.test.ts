import { expect, test } from 'vitest';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { paymentWindowText } from '#src/wire/purchases/payment-window.ts';
import type { World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';
import { actIn, MINUTE } from '../../support/worlds/world-actions.ts';

const DAY = 24 * 60 * MINUTE;

let world: World;
const { charge, order, pay, row, workerLooks } = actIn(() => world);

beginEachAnew((fresh) => {
  world = fresh;
});

function allow(paymentMinutes: number): void {
  world.shop = { ...world.shop, settings: { ...world.shop.settings, paymentMinutes } };
}

test('a purchase keeps the time to pay that it was made with, at the bank too', async () => {
  allow(30);
  const short = await order('short');
  allow(1_440);
  await order('long');
  allow(60);

  const [first, second] = [await row(0), await row(1)];
  expect(Date.parse(first.expiresAt) - Date.parse(first.createdAt)).toBe(30 * MINUTE);
  expect(Date.parse(second.expiresAt) - Date.parse(second.createdAt)).toBe(DAY);
  expect([charge(0), charge(1)].map(({ request }) => request.expiresAt.toISOString())).toEqual([
    first.expiresAt,
    second.expiresAt,
  ]);
  const again = await order('short');
  expect(again).toEqual(short);
  expect(again).toMatchObject({ createdAt: first.createdAt, expiresAt: first.expiresAt });

  await workerLooks(31 * MINUTE);
  expect(await row(0)).toMatchObject({ status: 'FAILED', failureReason: 'expired' });
  expect(charge(0).state).toBe('cancelled');
  expect(await row(1)).toMatchObject({ status: 'PENDING', chargeState: 'open' });

  await workerLooks(23 * 60 * MINUTE);
  pay(undefined, 1);
  await settlePayment(world.shop, second.id, 'webhook');
  expect(await row(1)).toMatchObject({ status: 'COMPLETED' });
});

test('a purchase that may be paid for a day is looked at every nine minutes, closed at its end, and honored when paid late', async () => {
  allow(1_440);
  await order('a');
  const { expiresAt } = await row();
  for (let look = 0; look < 12; look += 1) {
    await workerLooks(look < 5 ? MINUTE : 9 * MINUTE);
    const { status, nextCheckAt } = await row();
    expect(status).toBe('PENDING');
    expect(Date.parse(nextCheckAt ?? '') - world.now).toBeLessThanOrEqual(9 * MINUTE);
  }
  await workerLooks(Date.parse(expiresAt) - world.now);
  expect(await row()).toMatchObject({ status: 'FAILED', failureReason: 'expired' });

  pay();
  await workerLooks(5 * MINUTE);
  expect(await row()).toMatchObject({ status: 'COMPLETED' });
});

test.each([
  [30, '30 minutos'],
  [60, '1 hora'],
  [61, '1 hora e 1 minuto'],
  [90, '1 hora e 30 minutos'],
  [120, '2 horas'],
  [1_440, '24 horas'],
])('%i minutes are %s', (minutes, text) => {
  expect(paymentWindowText(minutes)).toBe(text);
});
