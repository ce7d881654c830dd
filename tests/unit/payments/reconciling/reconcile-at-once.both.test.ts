import { expect, onTestFinished, test } from 'vitest';
import {
  reconcileAccounts,
  reconcileNow,
  showReconciliation,
} from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { fillMonth } from '../../../support/banks/bank-month.ts';
import { openFakeMercadoPago } from '../../../support/banks/fake-mercado-pago.ts';
import { openShopSide } from '../../../support/banks/mercado-pago.ts';
import { isOnPostgres } from '../../../support/postgres/postgres-databases.ts';
import type { World } from '../../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../../support/worlds/fresh-worlds.ts';

let world: World;

beginEachAnew((fresh) => {
  world = fresh;
});

test('the owner asks ten times for a comparison that runs, whose windows are split by all at once', async () => {
  const fake = await openFakeMercadoPago();
  onTestFinished(() => fake.close());
  const pix = openShopSide(fake, { clock: world.shop.clock });
  // A day on which the older month of a comparison is the one before the latest. It alone is split, and has the last window.
  world.now += DAY_MS;
  const latest = await fillMonth(fake, { orders: 20, paidOneIn: 1, end: world.now });
  const older = await fillMonth(fake, { orders: 200, paidOneIn: 1, end: world.now - 30 * DAY_MS });
  const paid = [...latest, ...older];
  Object.assign(fake.habits, { pageSize: 30, isOffsetIgnored: true });
  const inMonths = { ...pix, listing: { ...pix.listing, longestDays: 30 } };
  if (isOnPostgres()) await world.openSecondProcess();
  const [worker, screen = worker] = world.processes.map((shop) => ({ ...shop, pix: inMonths }));
  if (!worker || !screen) throw new Error('There is no shop.');
  await Promise.all([reconcileAccounts(worker), ...Array.from({ length: 10 }, () => reconcileNow(screen))]);
  while (await reconcileAccounts(worker));

  expect(await showReconciliation(screen)).toMatchObject({ payments: paid.length, progress: null, unseen: [] });
  expect((await world.shop.db.selectFrom('bankWindows').select('id').execute()).length).toBeGreaterThan(4);
  const listed = (await world.shop.db.selectFrom('bankDifferences').select('subject').execute()).map(
    ({ subject }) => subject,
  );
  expect(listed.toSorted()).toEqual(paid.toSorted());
});
