import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { findLicense, listLicenses } from '#db/queries/licenses/licenses.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { activate, activateMachine, deactivateMachine } from '#src/domain/licenses/activate-machine.ts';
import { checkLicense, type GoodLicense } from '#src/domain/licenses/check-license-key.ts';
import { validateLicense } from '#src/domain/licenses/licenses.ts';
import { showMachineStatistics } from '#src/domain/licenses/machine-statistics.ts';
import {
  forgetReleasedMachines,
  licenseOfflineMachine,
  limitMachines,
  releaseMachineOfItem,
  releaseMachines,
  showMachinesOfItem,
  showMachinesOfKey,
} from '#src/domain/licenses/manage-machines.ts';
import { bookRefund } from '#src/domain/payments/refunds/book-refund.ts';
import { showLicense } from '#src/domain/purchases/purchases.ts';
import { isRefusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openLimits } from '#src/server/shop/open-limits.ts';
import { dayOf, shiftDay, startOf } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { seenText } from '#src/wire/licenses/machine-text.ts';
import { fullText, OfflineRequest } from '#src/wire/licenses/plugin-calls.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const PRODUCT = 'grade-cinema';
const OWNER = { id: 'owner' };
const START = Date.parse('2026-11-22T15:00:00.000Z');

const opened = openShopForFile();
let shop: Shop;
let now: number;
let license: GoodLicense;
let itemId: string;

/** Given: a key that was just sold, for three computers. */
beforeEach(async () => {
  now = START;
  await opened.shop.db.deleteFrom('machines').execute();
  shop = { ...opened.with({ clock: { now: () => new Date(now) } }), limits: openLimits() };
  await limitProduct(3);
  itemId = await sell(shop, PRODUCT);
  license = await soldLicense(itemId);
});

const limitProduct = (machineLimit: number | null) =>
  shop.db.updateTable('products').set({ machineLimit }).where('id', '=', PRODUCT).execute();

async function soldLicense(id: string): Promise<GoodLicense> {
  const { activationKey } = await showLicense(shop, id);
  const [named] = await listLicenses(shop.db, [activationKey ?? '']);
  const judged = named && checkLicense(named);
  if (!judged?.isGood) throw new Error('The key of a sale is good.');
  return judged.license;
}

const fingerprintOf = (machine: number | string) => `fingerprint of machine ${machine}`;
const start = (machine: number | string, told: { machineName?: string; pluginVersion?: string; host?: string } = {}) =>
  activate(shop, license, { fingerprint: fingerprintOf(machine), ...told });
const stop = (machine: number | string) =>
  deactivateMachine(shop, { key: license.key, fingerprint: fingerprintOf(machine) }, '203.0.113.1');
const validate = (machine: number | string) =>
  validateLicense(shop, { key: license.key, fingerprint: fingerprintOf(machine) }, '203.0.113.1');
const used = async () => (await showMachinesOfKey(shop, license.id)).used;
const machineNamed = async (name: string) => {
  const { machines } = await showMachinesOfKey(shop, license.id);
  const found = machines.find((machine) => machine.name === name);
  if (!found) throw new Error(`${name} holds no place.`);
  return found;
};
const events = async () => {
  const { db } = shop;
  const rows = await db.selectFrom('purchaseEvents').selectAll().where('purchaseId', '=', license.purchaseId).execute();
  return rows.filter(({ event }) => event.startsWith('machine_'));
};

describe('the places of a key', () => {
  test('200 activations at once take three', async () => {
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, at) => start(at)));

    expect(outcomes.filter(({ valid }) => valid)).toHaveLength(3);
    expect(outcomes.filter(({ code }) => code === 'machine_limit')).toHaveLength(197);
    expect(await used()).toBe(3);
  });

  test('leave others their turn at the database while a rush for one key waits', async () => {
    let isOver = false;
    const rush = Promise.all(Array.from({ length: 200 }, (_, at) => start(at))).then(() => {
      isOver = true;
    });
    for (let look = 0; look < 10; look += 1) await findPurchase(shop.db, license.purchaseId);
    const wasOver = isOver;
    await rush;
    expect(wasOver).toBe(false);
  });

  test('the same computer takes one, 100 times at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => start('same')));

    expect(outcomes.filter(({ code }) => code === 'activated')).toHaveLength(1);
    expect(outcomes.filter(({ code }) => code === 'already_active')).toHaveLength(99);
    expect(await used()).toBe(1);
  });

  test('releases and activations that race never leave more than three', async () => {
    await Promise.all([start(0), start(1), start(2)]);

    for (let round = 0; round < 10; round += 1) {
      await Promise.all([0, 1, 2, 3, 4, 5].flatMap((machine) => [stop(machine), start(machine)]));
      expect(await used()).toBeLessThanOrEqual(3);
    }
    await Promise.all([0, 1, 2, 3, 4, 5].map((machine) => start(machine)));
    expect(await used()).toBe(3);
  });

  test('whatever happens, the used ones are never more than the limit', async () => {
    const machine = fc.integer({ min: 0, max: 7 });
    const step = fc.oneof(
      { weight: 6, arbitrary: machine.map((at) => ({ run: () => start(at) })) },
      { weight: 2, arbitrary: machine.map((at) => ({ run: () => stop(at) })) },
      { weight: 1, arbitrary: fc.constant({ run: () => releaseMachines(shop, OWNER, license.id, {}) }) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(1, 2, 3, 5, null).map((machineLimit) => ({ run: () => limit(machineLimit) })),
      },
      { weight: 1, arbitrary: fc.integer({ min: -40, max: 120 }).map((days) => ({ run: () => passDays(days) })) },
      { weight: 2, arbitrary: machine.map((at) => ({ run: () => releaseAsBuyer(at) })) },
    );
    const limit = (machineLimit: number | null) =>
      unlessRefused(limitMachines(shop, OWNER, license.id, { machineLimit }));
    const passDays = async (days: number) => {
      now += days * DAY_MS;
    };
    const releaseAsBuyer = async (at: number) => {
      const { machines } = await showMachinesOfItem(shop, itemId);
      const chosen = machines[at % Math.max(1, machines.length)];
      if (chosen) await unlessRefused(releaseMachineOfItem(shop, itemId, { machineId: chosen.id }));
    };

    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
        shop = { ...shop, limits: openLimits() };
        for (const together of rounds) {
          await Promise.all(together.map(({ run }) => run()));
          const { machineLimit } = (await findLicense(shop.db, license.id)) ?? license;
          expect(await used()).toBeLessThanOrEqual(machineLimit ?? Number.POSITIVE_INFINITY);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('are those of the day of the sale', async () => {
    await limitProduct(1);

    expect(await start(1)).toMatchObject({ valid: true, machines: { used: 1, limit: 3 } });
  });

  test('are not counted where the product has no limit', async () => {
    await limitProduct(null);
    license = await soldLicense(await sell(shop, PRODUCT));

    for (let at = 0; at < 12; at += 1) expect(await start(at)).toMatchObject({ code: 'activated' });
    expect(await start(12)).toMatchObject({ machines: { used: 13, limit: null } });
  });
});

describe('a full key', () => {
  beforeEach(async () => {
    await start(1, { machineName: 'MacBook da Ana' });
    await start(2, { machineName: 'Ilha 2' });
    await start(3, { machineName: 'Notebook' });
  });

  test('says who holds its places and where to free one', async () => {
    now += DAY_MS;

    const refused = await start(4);

    expect(refused).toMatchObject({
      valid: false,
      code: 'machine_limit',
      machines: { used: 3, limit: 3 },
      manageUrl: `${shop.settings.siteUrl}/minhas-compras`,
    });
    expect(refused).toHaveProperty(
      'message',
      expect.stringContaining('Esta chave já está em uso em 3 de 3 computadores'),
    );
    for (const name of ['MacBook da Ana (visto ontem)', 'Ilha 2 (visto ontem)', 'Notebook (visto ontem)']) {
      expect(refused).toHaveProperty('message', expect.stringContaining(name));
    }
    expect(refused).not.toHaveProperty('ticket');
  });

  test('gives the place of a computer that nobody saw for ninety days, and tells it', async () => {
    now += 89 * DAY_MS;
    await validate(2);
    await validate(3);
    expect(await start(4)).toMatchObject({ code: 'machine_limit' });
    now += DAY_MS;

    expect(await start(4, { machineName: 'Ilha 4' })).toMatchObject({ code: 'activated', machines: { used: 3 } });

    expect(await validate(1)).toMatchObject({ valid: false, code: 'not_activated' });
    expect(await events()).toMatchObject([{ event: 'machine_idle', source: 'worker', detail: 'MacBook da Ana' }]);
  });

  test('lets its buyer free one, and tells it', async () => {
    const { id } = await machineNamed('Ilha 2');

    const left = await releaseMachineOfItem(shop, itemId, { machineId: id });

    expect(left).toMatchObject({ used: 2, limit: 3, offlineDays: 30 });
    expect(left.machines.map(({ name }) => name).sort()).toEqual(['MacBook da Ana', 'Notebook']);
    expect(await start(4)).toMatchObject({ code: 'activated' });
    expect(await events()).toMatchObject([{ event: 'machine_released', source: 'buyer', detail: 'Ilha 2' }]);
    await expect(releaseMachineOfItem(shop, itemId, { machineId: id })).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('lets its buyer move five times in thirty days, and its owner always', async () => {
    const move = async (to: number) => {
      const { machines } = await showMachinesOfItem(shop, itemId);
      await releaseMachineOfItem(shop, itemId, { machineId: machines[0]?.id ?? '' });
      await start(to);
    };
    for (let to = 10; to < 15; to += 1) await move(to);

    await expect(move(15)).rejects.toMatchObject({
      code: 'too_many_moves',
      message: 'Você já trocou de computador 5 vezes nos últimos 30 dias. Fale com o suporte e a gente resolve.',
    });
    expect(await releaseMachines(shop, OWNER, license.id, {})).toMatchObject({ used: 0 });
    await start(16);
    now += 30 * DAY_MS + MINUTE_MS;
    await expect(move(17)).resolves.toBeUndefined();
  });

  test('shows nothing of it to the buyer of another', async () => {
    const { id } = await machineNamed('Ilha 2');
    const another = await sell(shop, PRODUCT);

    await expect(releaseMachineOfItem(shop, another, { machineId: id })).rejects.toMatchObject({ kind: 'not_found' });
    expect(await showMachinesOfItem(shop, another)).toMatchObject({ used: 0, machines: [] });
    expect(await used()).toBe(3);
  });

  test('takes a higher limit from its owner, but none below what is used', async () => {
    await expect(limitMachines(shop, OWNER, license.id, { machineLimit: 2 })).rejects.toMatchObject({
      code: 'machines_in_use',
    });
    expect(await limitMachines(shop, OWNER, license.id, { machineLimit: 4 })).toMatchObject({ used: 3, limit: 4 });
    expect(await start(4)).toMatchObject({ code: 'activated', machines: { used: 4, limit: 4 } });
  });
});

describe('a machine', () => {
  test('is seen once an hour, and again when a clock that ran ahead is right', async () => {
    await start(1, { machineName: 'Ilha 1' });
    const seenAt = async () => (await machineNamed('Ilha 1')).lastSeenAt;
    now += HOUR_MS - 1;
    await validate(1);
    expect(await seenAt()).toBe(new Date(START).toISOString());
    now += 1;
    await validate(1);
    expect(await seenAt()).toBe(new Date(START + HOUR_MS).toISOString());

    now += 400 * DAY_MS;
    await validate(1);
    now -= 400 * DAY_MS;
    expect(await validate(1)).toMatchObject({ valid: true });
    expect(await seenAt()).toBe(new Date(now).toISOString());
    expect(await start(1)).toMatchObject({ code: 'already_active' });
  });

  test('tells its new name and version at once, and keeps what it leaves out', async () => {
    await start(1, { machineName: 'Ilha 1', pluginVersion: '1.0', host: 'Premiere Pro 26.1' });
    await start(1, { pluginVersion: '1.1' });

    expect(await machineNamed('Ilha 1')).toMatchObject({ pluginVersion: '1.1', host: 'Premiere Pro 26.1' });
    await start(1, { machineName: 'Ilha nova' });
    expect(await machineNamed('Ilha nova')).toMatchObject({ pluginVersion: '1.1' });
  });

  test('comes back after it left, and leaves no trail of rows', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect(await start(1)).toMatchObject({ code: 'activated' });
      expect(await stop(1)).toEqual({ success: true, released: true });
    }

    expect(await stop(1)).toEqual({ success: true, released: false });
    const rows = await shop.db.selectFrom('machines').selectAll().where('keyId', '=', license.id).execute();
    expect(rows).toHaveLength(1);
  });

  test('is forgotten thirty days after its release', async () => {
    await start(1);
    await start(2);
    await stop(1);
    now += 31 * DAY_MS;

    await forgetReleasedMachines(shop);

    const rows = await shop.db.selectFrom('machines').selectAll().where('keyId', '=', license.id).execute();
    expect(rows).toMatchObject([{ releasedAt: null }]);
  });

  test('is kept as a hash that the shop alone can make', async () => {
    await start(1);

    const [row] = await shop.db.selectFrom('machines').selectAll().where('keyId', '=', license.id).execute();
    expect(row?.fingerprintHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(fingerprintOf(1));
  });
});

test('whatever its computers were called, an erased buyer leaves the sale and not one of their names', async () => {
  const name = fc.string({ minLength: 8, maxLength: 40, unit: fc.constantFrom(...'ABCDEFGHIJKLMNÇÃ 0123456789') });
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 6 }), async (names) => {
      itemId = await sell(shop, PRODUCT);
      license = await soldLicense(itemId);
      const called = names.map((each) => `Ilha${each}`.trim());
      for (const [at, machineName] of called.entries()) await start(at, { machineName });
      await releaseMachines(shop, OWNER, license.id, { machineId: (await machineNamed(called[0] ?? '')).id });
      expect(await namesKept(called)).not.toEqual([]);

      await removeCustomer(shop, OWNER, license.customerId ?? '');

      expect(await namesKept(called)).toEqual([]);
      expect(await used()).toBe(0);
      expect(await findPurchase(shop.db, license.purchaseId)).toMatchObject({
        status: 'COMPLETED',
        customerName: null,
      });
      expect(await start('later', { machineName: called[0] ?? '' })).toMatchObject({ code: 'activated' });
      expect(await namesKept(called)).toEqual([]);
    }),
    { numRuns: 6 },
  );
});

/** These tables take names of machines. */
async function namesKept(names: string[]): Promise<string[]> {
  const machines = await shop.db.selectFrom('machines').selectAll().execute();
  const told = await shop.db.selectFrom('purchaseEvents').selectAll().where('detail', 'is not', null).execute();
  const audit = await shop.db.selectFrom('audit').selectAll().execute();
  const kept = JSON.stringify([machines, told, audit]);
  return names.filter((name) => kept.includes(name));
}

test('a refunded key gives no ticket, not even to a machine that is active', async () => {
  await start(1);
  const purchase = await findPurchase(shop.db, license.purchaseId);
  if (!purchase) throw new Error('The sale is there.');
  await bookRefund(shop, purchase, 'admin');

  expect(await validate(1)).toMatchObject({ valid: false, code: 'refunded' });
  expect(await start(1)).toMatchObject({ valid: false, code: 'refunded' });
  expect(await start(2)).not.toHaveProperty('ticket');
  expect(await stop(1)).toMatchObject({ released: true });
});

test('a frozen or revoked key gives no ticket', async () => {
  await start(1);
  const change = (changes: object) =>
    shop.db.updateTable('activationKeys').set(changes).where('id', '=', license.id).execute();
  const at = new Date(now).toISOString();

  await change({ frozenAt: at });
  expect([await validate(1), await start(1)]).toMatchObject([{ code: 'frozen' }, { code: 'frozen' }]);
  await change({ frozenAt: null, revokedAt: at, revokedReason: 'deleted' });
  expect([await validate(1), await start(1)]).toMatchObject([{ code: 'revoked' }, { code: 'revoked' }]);
});

test('a key for a hundred computers lets all of them begin at once, and each key has its end', async () => {
  const { db } = shop;
  await db.updateTable('activationKeys').set({ machineLimit: 100 }).where('id', '=', license.id).execute();
  for (let machine = 0; machine < 100; machine += 1) {
    const request = { key: license.key, fingerprint: fingerprintOf(machine) };
    expect(await activateMachine(shop, request, '203.0.113.1')).toMatchObject({ code: 'activated' });
    expect(await validate(machine)).toMatchObject({ valid: true });
  }
  const callsOf = async (machineLimit: number | null, most: number) => {
    shop = { ...shop, limits: openLimits() };
    await db.updateTable('activationKeys').set({ machineLimit }).where('id', '=', license.id).execute();
    for (let call = 0; call < most; call += 1) await validate(1);
    await expect(validate(1)).rejects.toMatchObject({ code: 'too_many_checks' });
  };
  await callsOf(1, 60);
  await callsOf(7, 70);
});

describe('the code of a computer without internet', () => {
  const codeOf = (told: object) => ({ request: `CF1.${Buffer.from(JSON.stringify(told)).toString('base64url')}` });
  const read = (told: object) => OfflineRequest.parse(codeOf(told));

  test('brings a ticket in a file: for a year once the purchase can no longer be given up', async () => {
    const request = read({ k: license.key, p: PRODUCT, f: fingerprintOf('sem rede'), n: 'Ilha sem rede' });

    const [early, later] = [shop, { ...shop, clock: { now: () => new Date(START + 10 * DAY_MS) } }];
    const termEnd = startOf(shiftDay(dayOf(new Date(START)), 8)).toISOString();
    expect(await licenseOfflineMachine(early, itemId, request, '203.0.113.1')).toMatchObject({ expiresAt: termEnd });
    const given = await licenseOfflineMachine(later, itemId, request, '203.0.113.1');

    expect(given).toMatchObject({
      fileName: 'licenca.lic',
      expiresAt: new Date(START + 375 * DAY_MS).toISOString(),
      machine: { name: 'Ilha sem rede' },
      machines: { used: 1 },
    });
    expect(given.ticket.split('.')).toHaveLength(3);
  });

  test('of another key is refused, and takes no place', async () => {
    const other = await soldLicense(await sell(shop, PRODUCT));
    const request = read({ k: other.key, f: fingerprintOf('sem rede') });

    await expect(licenseOfflineMachine(shop, itemId, request, '203.0.113.1')).rejects.toMatchObject({
      fields: { request: 'Este código foi feito com outra chave. Confira a chave digitada no plugin.' },
    });
    expect((await showMachinesOfKey(shop, other.id)).used).toBe(0);
  });

  test('is read through spaces and line breaks, and refused when it is not whole', () => {
    const whole = codeOf({ k: 'CF-1', f: fingerprintOf(1), n: 'Ilha Ç' }).request;
    const broken = `  ${whole.slice(0, 20)}\n ${whole.slice(20)}\t`;
    expect(OfflineRequest.parse({ request: broken }).request).toMatchObject({ key: 'CF-1', machineName: 'Ilha Ç' });
    for (const wrong of ['', 'CF1.', 'CF2.e30', whole.slice(0, -5), `${whole}!`, 'CF1.bnVsbA', 'CF1.MQ', 'CF1.____']) {
      const { error } = OfflineRequest.safeParse({ request: wrong });
      expect(error?.issues[0]?.message, wrong).toMatch(/CF1\.|Informe|Envie/);
    }
  });
});

test('the statistics count versions and hosts of machines seen in ninety days', async () => {
  await start(1, { pluginVersion: '1.0', host: 'Premiere Pro 26.1' });
  now += 91 * DAY_MS;
  await start(2, { pluginVersion: '2.0', host: 'Premiere Pro 26.1' });
  await start(3, { pluginVersion: '2.0' });

  const { machines, products } = await showMachineStatistics(shop);

  const product = products.find(({ id }) => id === PRODUCT);
  expect([machines, product?.machines]).toEqual([2, 2]);
  expect(product?.versions).toEqual([{ name: '2.0', machines: 2 }]);
  expect(product?.hosts).toEqual([
    { name: null, machines: 1 },
    { name: 'Premiere Pro 26.1', machines: 1 },
  ]);
});

test('the words of a full key say days, months and years', () => {
  const at = new Date('2026-11-22T02:00:00.000Z');
  const seen = (iso: string) => seenText(iso, at);
  // Three hours behind UTC it is still the day before.
  expect(seen('2026-11-21T04:00:00.000Z')).toBe('visto hoje');
  expect(seen('2026-11-21T02:00:00.000Z')).toBe('visto ontem');
  expect(seen('2026-11-18T12:00:00.000Z')).toBe('visto há 3 dias');
  expect(seen('2026-08-15T12:00:00.000Z')).toBe('visto há 3 meses');
  expect(seen('2024-08-15T12:00:00.000Z')).toBe('visto há 2 anos');
  expect(seen('2026-12-24T12:00:00.000Z')).toBe('visto hoje');
  const list = Array.from({ length: 7 }, (_, n) => ({
    name: `Ilha ${n + 1}`,
    lastSeenAt: at.toISOString(),
    releasedAt: null,
    offlineUntil: null,
  }));
  expect(fullText({ used: 7, limit: 7, list }, 'https://loja.exemplo.com.br/minhas-compras', at)).toBe(
    'Esta chave já está em uso em 7 de 7 computadores: Ilha 1 (visto hoje), Ilha 2 (visto hoje), Ilha 3 (visto hoje), ' +
      'Ilha 4 (visto hoje), Ilha 5 (visto hoje) e mais 2. Libere um em loja.exemplo.com.br/minhas-compras.',
  );
});

async function unlessRefused(promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
