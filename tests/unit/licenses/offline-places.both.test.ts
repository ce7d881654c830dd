import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { listLicenses } from '#db/queries/licenses/licenses.ts';
import { exportCustomer } from '#src/domain/customers/customer-export.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { listKeyPage } from '#src/domain/keys/key-list.ts';
import { activate, deactivateMachine } from '#src/domain/licenses/activate-machine.ts';
import { checkLicense, type GoodLicense } from '#src/domain/licenses/check-license-key.ts';
import { validateLicense } from '#src/domain/licenses/licenses.ts';
import { showMachineStatistics } from '#src/domain/licenses/machine-statistics.ts';
import {
  forgetReleasedMachines,
  limitMachines,
  releaseMachineOfItem,
  releaseMachines,
  showMachinesOfKey,
} from '#src/domain/licenses/manage-machines.ts';
import { showLicense } from '#src/domain/purchases/purchases.ts';
import { isRefusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openLimits } from '#src/server/shop/open-limits.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { scaled } from '../../support/scale.ts';
import { sell } from '../../support/store/shop.ts';

const PRODUCT = 'grade-cinema';
const OWNER = { id: 'owner' };
const START = Date.parse('2026-11-22T15:00:00.000Z');
/** The purchase can no longer be given up, so that a license file runs for a year. */
const OLD = START + 10 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

const opened = openShopForFile();
let shop: Shop;
let now: number;
let license: GoodLicense;
let itemId: string;

/** Given: a key for two computers that was sold ten days ago. */
beforeEach(async () => {
  await opened.shop.db.deleteFrom('machines').execute();
  shop = { ...opened.with({ clock: { now: () => new Date(now) } }), limits: openLimits() };
  await given(2);
});

async function given(machineLimit: number | null): Promise<void> {
  now = START;
  await shop.db.updateTable('products').set({ machineLimit }).where('id', '=', PRODUCT).execute();
  itemId = await sell(shop, PRODUCT);
  const { activationKey } = await showLicense(shop, itemId);
  const [named] = await listLicenses(shop.db, [activationKey ?? '']);
  const judged = named && checkLicense(named);
  if (!judged?.isGood) throw new Error('The key of a sale is good.');
  license = judged.license;
  now = OLD;
}

const fingerprintOf = (machine: number | string) => `fingerprint of machine ${machine}`;
const requestOf = (machine: number | string) => ({
  fingerprint: fingerprintOf(machine),
  machineName: `Ilha ${machine}`,
});
const start = (machine: number | string) => activate(shop, license, requestOf(machine));
const carry = (machine: number | string) => activate(shop, license, { ...requestOf(machine), isOffline: true });
const stop = (machine: number | string) =>
  deactivateMachine(shop, { key: license.key, fingerprint: fingerprintOf(machine) }, '203.0.113.1');
const validate = (machine: number | string) =>
  validateLicense(shop, { key: license.key, fingerprint: fingerprintOf(machine) }, '203.0.113.1');
const shown = () => showMachinesOfKey(shop, license.id);
const used = async () => (await shown()).used;
const machineNamed = async (machine: number | string) => {
  const found = (await shown()).machines.find(({ name }) => name === `Ilha ${machine}`);
  if (!found) throw new Error(`Ilha ${machine} holds no place.`);
  return found;
};
const release = async (machine: number | string) =>
  releaseMachineOfItem(shop, itemId, { machineId: (await machineNamed(machine)).id });
const rows = () => shop.db.selectFrom('machines').selectAll().where('keyId', '=', license.id).execute();

describe('the place of a computer that took a license file', () => {
  test('is kept after its buyer released it, and comes back by itself with the end of the file', async () => {
    const given = await carry(1);
    await start(2);
    expect(given).toMatchObject({ expiresAt: new Date(OLD + YEAR_MS).toISOString() });

    const left = await release(1);

    expect(left).toMatchObject({ used: 2, limit: 2 });
    expect(await machineNamed(1)).toMatchObject({
      releasedAt: new Date(OLD).toISOString(),
      offlineUntil: new Date(OLD + YEAR_MS).toISOString(),
    });
    expect(await start(3)).toMatchObject({ code: 'machine_limit', machines: { used: 2 } });
    now = OLD + YEAR_MS - SECOND_MS;
    await validate(2);
    await forgetReleasedMachines(shop);
    expect(await start(3)).toMatchObject({ code: 'machine_limit' });

    now += SECOND_MS;

    expect(await shown()).toMatchObject({ used: 1, machines: [{ name: 'Ilha 2' }] });
    expect(await start(3)).toMatchObject({ code: 'activated', machines: { used: 2 } });
    await forgetReleasedMachines(shop);
    expect(await rows()).toHaveLength(2);
  });

  test('is kept after the plugin gave it up, though others come and go', async () => {
    await carry(1);
    expect(await stop(1)).toEqual({ success: true, released: true });

    for (let round = 0; round < 3; round += 1) {
      expect(await start(2)).toMatchObject({ code: 'activated', machines: { used: 2 } });
      expect(await start(3)).toMatchObject({ code: 'machine_limit' });
      await stop(2);
    }

    expect(await used()).toBe(1);
    expect(await rows()).toHaveLength(2);
    now = OLD + YEAR_MS;
    expect(await used()).toBe(0);
  });

  test('is taken again by the same computer, which holds no second one', async () => {
    await carry(1);
    await start(2);
    await release(1);
    expect(await validate(1)).toMatchObject({ valid: false, code: 'not_activated' });

    expect(await start(1)).toMatchObject({ code: 'activated', machines: { used: 2 } });

    expect(await validate(1)).toMatchObject({ valid: true });
    expect(await machineNamed(1)).toMatchObject({
      releasedAt: null,
      offlineUntil: new Date(OLD + YEAR_MS).toISOString(),
    });
    await stop(1);
    expect(await carry(1)).toMatchObject({ code: 'activated', machines: { used: 2 } });
    expect(await rows()).toHaveLength(2);
  });

  test('is held until the later of two files ends, whichever was given last', async () => {
    await carry(1);
    now -= 5 * DAY_MS;
    // Given five days earlier by a clock that was set right, within the term in which the purchase can be given up.
    const shorter = await carry(1);
    expect(shorter).toHaveProperty('expiresAt', expect.stringMatching(/^2026-11-30T/));

    expect(await machineNamed(1)).toMatchObject({ offlineUntil: new Date(OLD + YEAR_MS).toISOString() });
    now = OLD + DAY_MS;
    await carry(1);
    expect(await machineNamed(1)).toMatchObject({ offlineUntil: new Date(OLD + DAY_MS + YEAR_MS).toISOString() });
  });

  test('comes back with the term in which the purchase can be given up, where its file ends then', async () => {
    now = START + HOUR_MS;
    const given = await carry(1);
    const end = given.valid ? given.expiresAt : '';
    await release(1);
    expect(await used()).toBe(1);

    now = Date.parse(end);

    expect(end).toBe('2026-11-30T03:00:00.000Z');
    expect(await used()).toBe(0);
  });

  test('is no longer its own where it only asked over the internet', async () => {
    await start(1);

    expect(await release(1)).toMatchObject({ used: 0, machines: [] });
  });

  test('is free at once when the owner says so, before and after the buyer released it', async () => {
    await carry(1);
    await carry(2);
    await release(1);
    const { id } = await machineNamed(1);
    await expect(releaseMachineOfItem(shop, itemId, { machineId: id })).rejects.toMatchObject({ kind: 'not_found' });

    expect(await releaseMachines(shop, OWNER, license.id, { machineId: id })).toMatchObject({ used: 1 });
    expect(await releaseMachines(shop, OWNER, license.id, {})).toMatchObject({ used: 0, machines: [] });

    const { db } = shop;
    const events = await db.selectFrom('purchaseEvents').selectAll().where('event', '=', 'machine_released').execute();
    expect(events.filter(({ purchaseId }) => purchaseId === license.purchaseId)).toMatchObject([
      { source: 'buyer', detail: 'Ilha 1' },
      { source: 'admin', detail: 'Ilha 1' },
      { source: 'admin', detail: null },
    ]);
    await expect(releaseMachines(shop, OWNER, license.id, { machineId: id })).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await start(3)).toMatchObject({ code: 'activated', machines: { used: 1 } });
    // A computer that the buyer released still counts as a move.
    const releases = await rows();
    expect(releases.find(({ name }) => name === 'Ilha 1')).toMatchObject({ releasedBy: 'buyer' });
    expect(releases.find(({ name }) => name === 'Ilha 2')).toMatchObject({ releasedBy: 'admin' });
  });
});

describe('a computer that nobody saw', () => {
  test('keeps its place for as long as its file runs, and gives it away with its end', async () => {
    await carry(1);
    await start(2);
    now = OLD + YEAR_MS - SECOND_MS;
    expect(await start(3)).toMatchObject({ code: 'activated' });
    expect(await machineNamed(1)).toMatchObject({ releasedAt: null });
    expect(await start(4)).toMatchObject({ code: 'machine_limit' });

    now += SECOND_MS;

    expect(await start(4)).toMatchObject({ code: 'activated', machines: { used: 2 } });
    expect(await validate(1)).toMatchObject({ code: 'not_activated' });
  });

  test('waits its idle days where it was seen after that, or may have a ticket of the internet', async () => {
    await carry(1);
    await start(2);
    now = OLD + YEAR_MS - 20 * DAY_MS;
    await validate(1);
    await validate(2);
    now = OLD + YEAR_MS;
    await validate(2);
    expect(await start(3)).toMatchObject({ code: 'machine_limit' });
    now += 11 * DAY_MS;
    expect(await start(3)).toMatchObject({ code: 'activated' });

    await releaseMachines(shop, OWNER, license.id, {});
    await carry(4);
    await start(5);
    now += YEAR_MS;
    await validate(4);
    await validate(5);
    now += 40 * DAY_MS;
    expect(await start(6)).toMatchObject({ code: 'machine_limit' });
    now += 50 * DAY_MS;
    expect(await start(6)).toMatchObject({ code: 'activated' });
  });
});

describe('places that are counted', () => {
  test('have one winner where two computers want the last, and a release beside them frees none', async () => {
    await carry(1);
    for (let round = 0; round < 10; round += 1) {
      await releaseMachines(shop, OWNER, license.id, {});
      await carry(1);
      const [, first, second] = await Promise.all([stop(1), carry(2), carry(3), start(1)]);

      expect([first.valid, second.valid].filter(Boolean).length).toBeLessThanOrEqual(1);
      expect(await used()).toBe(2);
    }
  });

  test('are the same in the list of keys, in the refusal of a lower limit and in the statistics', async () => {
    await carry(1);
    await start(2);
    await release(1);
    const listOf = (machines: 'full' | null) =>
      listKeyPage(shop, {
        ...{ q: license.key, status: null, productId: null, machines, sort: 'createdAt', order: 'desc' },
        ...{ page: 1, pageSize: 10 },
      });

    expect((await listOf('full')).items).toMatchObject([{ id: license.id, machines: { used: 2, limit: 2 } }]);
    await expect(limitMachines(shop, OWNER, license.id, { machineLimit: 1 })).rejects.toMatchObject({
      code: 'machines_in_use',
    });
    // Whoever was released is not in use.
    const ofProduct = (await showMachineStatistics(shop)).products.find(({ id }) => id === PRODUCT);
    expect(ofProduct?.machines).toBe(1);

    now = OLD + YEAR_MS;
    expect((await listOf('full')).items).toEqual([]);
    expect((await listOf(null)).items).toMatchObject([{ machines: { used: 1, limit: 2 } }]);
    expect(await limitMachines(shop, OWNER, license.id, { machineLimit: 1 })).toMatchObject({ used: 1, limit: 1 });
  });

  test('are none where the product has no limit: what was released is gone', async () => {
    await given(null);
    await carry(1);
    await carry(2);

    expect(await release(1)).toMatchObject({ used: 1, limit: null, machines: [{ name: 'Ilha 2' }] });

    expect(await carry(1)).toMatchObject({ code: 'activated', machines: { used: 2 } });
    expect(await rows()).toHaveLength(2);
    await stop(1);
    // Places are counted from now on; what works without internet is seen again, so that the owner can free it.
    await carry(1);
    await release(1);
    expect(await limitMachines(shop, OWNER, license.id, { machineLimit: 1 })).toMatchObject({ used: 2, limit: 1 });
    expect(await start(3)).toMatchObject({ code: 'machine_limit' });
    const { id } = await machineNamed(1);
    expect(await releaseMachines(shop, OWNER, license.id, { machineId: id })).toMatchObject({ used: 1, limit: 1 });
  });
});

describe('a full key', () => {
  const messageOf = (outcome: object) => ('message' in outcome ? outcome.message : '');
  const day = formatDay(new Date(OLD + YEAR_MS));

  test('names who holds a place without being used, and sends to the one that can be freed', async () => {
    await carry(1);
    await start(2);
    await release(1);

    const refused = await start(3);

    expect(messageOf(refused)).toContain(`Ilha 1 (liberado, o lugar volta em ${day})`);
    expect(messageOf(refused)).toMatch(/Ilha 2 \(visto hoje\).*\. Libere um em .*\/minhas-compras\.$/);
    expect(refused).toMatchObject({
      machines: {
        list: expect.arrayContaining([
          expect.objectContaining({ name: 'Ilha 1', releasedAt: expect.any(String), offlineUntil: expect.any(String) }),
          expect.objectContaining({ name: 'Ilha 2', releasedAt: null, offlineUntil: null }),
        ]),
      },
    });
  });

  test('says when the first place comes back, where a release would free none', async () => {
    await carry(1);
    now += DAY_MS;
    await carry(2);
    await release(1);

    const message = messageOf(await start(3));

    expect(message).toContain(`Ilha 2 (licença sem internet até ${formatDay(new Date(now + YEAR_MS))})`);
    expect(message).toMatch(
      new RegExp(`Nenhum lugar volta antes de ${day}, quando termina uma licença sem internet: fale com o suporte`),
    );
    expect(message).not.toContain('Libere um');
  });
});

test('an erased buyer leaves the places that license files hold, without a word about the computers', async () => {
  await activate(shop, license, {
    ...requestOf('da Zuleika'),
    ...{ platform: 'Windows', pluginVersion: '9.8.7', host: 'Editor Zê', isOffline: true },
  });
  await start(2);
  const exported = await exportCustomer(shop, OWNER, license.customerId ?? '');
  const machines = exported.purchases.flatMap(({ activationKeys }) => activationKeys.flatMap((key) => key.machines));
  expect(machines.find(({ name }) => name === 'Ilha da Zuleika')).toMatchObject({
    offlineUntil: new Date(OLD + YEAR_MS).toISOString(),
  });

  await removeCustomer(shop, OWNER, license.customerId ?? '');

  expect(await rows()).toMatchObject([
    { name: 'Computador sem nome', platform: null, pluginVersion: null, host: null },
  ]);
  expect(await start(3)).toMatchObject({ code: 'activated', machines: { used: 2 } });
  expect(await start(4)).toMatchObject({ code: 'machine_limit' });
  expect(await start('da Zuleika')).toMatchObject({ code: 'already_active' });
});

test('however often computers come and go, no more license files run than the key has places', async () => {
  const machine = fc.integer({ min: 0, max: 9 });
  type Step = { run: () => Promise<unknown> };
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: machine.map((at) => ({ run: () => take(at) })) },
    { weight: 3, arbitrary: machine.map((at) => ({ run: () => start(at) })) },
    { weight: 3, arbitrary: machine.map((at) => ({ run: () => stop(at) })) },
    { weight: 3, arbitrary: machine.map((at) => ({ run: () => unlessRefused(release(at)) })) },
    { weight: 1, arbitrary: machine.map((at) => ({ run: () => validate(at) })) },
    { weight: 1, arbitrary: fc.constant({ run: () => forgetReleasedMachines(shop) }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(1, 2, 3).map((machineLimit) => ({ run: () => limit(machineLimit) })),
    },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 200 }).map((days) => ({ run: () => passDays(days) })) },
  );
  let running: Map<number, number>;
  let places: number;
  const take = async (at: number) => {
    const outcome = await carry(at);
    if (outcome.valid) running.set(at, Math.max(running.get(at) ?? 0, Date.parse(outcome.expiresAt)));
  };
  const limit = async (machineLimit: number) => {
    await unlessRefused(
      limitMachines(shop, OWNER, license.id, { machineLimit }).then(() => {
        places = machineLimit;
      }),
    );
  };
  const passDays = async (days: number) => {
    now += days * DAY_MS;
  };

  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 20 }), async (rounds) => {
      shop = { ...shop, limits: openLimits() };
      await shop.db.deleteFrom('machines').execute();
      await limitMachines(shop, OWNER, license.id, { machineLimit: 2 });
      now = OLD;
      running = new Map();
      places = 2;
      for (const together of rounds) {
        await Promise.all(together.map(({ run }) => run()));
        const good = [...running.values()].filter((end) => end > now);
        expect(good.length).toBeLessThanOrEqual(places);
        expect(await used()).toBeLessThanOrEqual(places);
      }
    }),
    { numRuns: scaled(25, 60) },
  );
});

async function unlessRefused(promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof Error && error.message.endsWith('holds no place.'))) throw error;
  }
}
