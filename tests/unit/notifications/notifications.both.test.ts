import { createECDH, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unveilIds } from '#src/domain/access/veiled-ids.ts';
import { announceEvent } from '#src/domain/hooks/announce-event.ts';
import { deliverNotifications } from '#src/domain/notifications/deliver-notifications.ts';
import {
  addOwnDevice,
  removeOwnDevice,
  saveOwnNotifications,
  showOwnNotifications,
  testOwnDevices,
} from '#src/domain/notifications/own-notifications.ts';
import { holdForReview } from '#src/domain/payments/review.ts';
import type { Shop } from '#src/domain/shop.ts';
import { withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import { openPushServices } from '#src/gateways/push/push-services.ts';
import { readPushKey } from '#src/server/shop/push-key.ts';
import type { Role } from '#src/wire/access/roles.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { HookEvent } from '#src/wire/hooks/hook-events.ts';
import { ALL_NOTIFICATION_KINDS } from '#src/wire/notifications/notification-kinds.ts';
import { QUIET_HOURS } from '#src/wire/notifications/own-notifications.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { decrypt, openPushService, REMOTE_AUTHORITY } from '../../support/push/push-service.ts';
import { sell } from '../../support/store/shop.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36';
const BUYER = ['Ana', 'Conceição', 'ana@exemplo.com.br'];
/** Noon in São Paulo. */
const NOON = Date.parse('2031-06-03T15:00:00.000Z');

const opened = openShopForFile();
let service: Awaited<ReturnType<typeof openPushService>>;
let shop: Shop;
let owner: { id: string; role: Role | null };
let now = NOON;

beforeAll(async () => {
  service = await openPushService(() => new Date(now));
  return () => service.close();
});
beforeEach(async () => {
  now = NOON;
  service.answerWith(201);
  shop = openProcess();
  for (const table of ['notifications', 'notifiedDevices', 'declinedNotifications', 'quietHours'] as const) {
    await shop.db.deleteFrom(table).execute();
  }
  const owners = shop.db.selectFrom('users').select(['id', 'role']).where('isAdmin', '=', 1);
  owner = await owners.executeTakeFirstOrThrow();
});
afterAll(() => shop.push.close());

/** Another process signs with the key of the database. */
function openProcess(mayConnect: (address: string) => boolean = () => true): Shop {
  const clock = { now: () => new Date(now) };
  const contact = 'https://loja.test';
  const push = openPushServices({
    readKey: () => readPushKey(opened.shop.db),
    contact,
    clock,
    mayConnect,
    ca: REMOTE_AUTHORITY,
  });
  return { ...opened.with({ clock }), push };
}

async function add(userAgent: string | null = ANDROID) {
  const browser = service.subscribe();
  await addOwnDevice(shop, owner, browser.device, userAgent);
  return browser;
}

/** Banks and buyers go by the clock of today, phones by that of the test. */
async function during<Result>(deed: Promise<Result>): Promise<Result> {
  const result = await deed;
  const createdAt = new Date(now).toISOString();
  await shop.db.updateTable('notifications').set({ createdAt }).where('createdAt', '<', '2031').execute();
  return result;
}

const announce = (type: HookEvent, subjectId: string) =>
  announceEvent(shop.db, shop, { type, subjectId, which: randomUUID(), data: {} });
const sellOne = () => during(sell(opened.shop, 'grade-cinema'));
const tell = async (...processes: Shop[]) =>
  void (await Promise.all((processes.length > 0 ? processes : [shop]).map((each) => deliverNotifications(each))));
const waiting = async () => (await shop.db.selectFrom('notifications').selectAll().execute()).length;
const choose = (change: object) =>
  saveOwnNotifications(shop, owner, {
    ...{ kinds: ALL_NOTIFICATION_KINDS, ...QUIET_HOURS, wantsWeeklySummary: true },
    ...change,
  });

describe('a sale', () => {
  test('is told once to each device, signed and encrypted, whichever processes look', async () => {
    const [phone, desk] = [await add(), await add(null)];
    const id = await sellOne();
    await tell(shop, openProcess(), openProcess());
    await tell();

    const { number } = await shop.db
      .selectFrom('purchases')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const { arrived } of [phone, desk]) {
      expect(arrived).toHaveLength(1);
      expect(arrived[0]).toMatchObject({
        title: 'Venda de R$ 189,90 · Grade Cinema',
        body: `Pedido #${number}`,
        path: expect.stringMatching(/^\/admin\/sales\?id=x[0-9a-f]{32}$/),
        contact: 'https://loja.test',
        headers: { ttl: String(DAY_MS / 1_000), urgency: 'normal' },
      });
      expect(JSON.stringify(arrived)).not.toMatch(new RegExp(BUYER.join('|')));
      expect(arrived[0]?.headers['topic']).toBe(arrived[0]?.tag);
    }
    const { publicKey, devices } = await showOwnNotifications(shop, owner);
    expect(phone.arrived[0]?.signedBy).toBe(publicKey);
    expect(devices.map(({ name }) => name).toSorted()).toEqual(['Chrome no Android', 'Navegador desconhecido']);
    expect(await waiting()).toBe(0);
  });

  test('waits with the others through the night, and all come as one sum', async () => {
    const { arrived } = await add();
    now += 11 * HOUR_MS;
    await sellOne();
    await sellOne();
    await announce('keys.low', 'grade-cinema');
    await tell();
    now += 9 * HOUR_MS - 1;
    await tell();
    expect(arrived).toEqual([]);

    now += 1;
    await tell(shop, openProcess());
    expect(arrived).toEqual([
      expect.objectContaining({
        title: '3 novidades da loja',
        body: '2 vendas: R$ 379,80\n1 produto com poucas chaves',
        path: '/admin',
      }),
    ]);
  });

  test('rings at night where the person wants it, and not at noon where noon is quiet', async () => {
    const { arrived } = await add();
    await choose({ fromHour: 0, untilHour: 0 });
    now += 11 * HOUR_MS;
    await sellOne();
    await tell();
    expect(arrived).toHaveLength(1);

    await choose({ fromHour: 11, untilHour: 13 });
    now = NOON;
    await sellOne();
    await tell();
    expect(arrived).toHaveLength(1);
  });

  test('is told to nobody who declined it, and orders nothing where no device is', async () => {
    await sellOne();
    expect(await waiting()).toBe(0);
    await add();
    await choose({ kinds: ['review'] });
    await sellOne();
    expect(await waiting()).toBe(0);
    expect(await showOwnNotifications(shop, owner)).toMatchObject({ kinds: ['review'], wantsWeeklySummary: true });
  });
});

test('what else the owner wants to know is told when it happens', async () => {
  const { arrived } = await add();
  const id = await sellOne();
  await tell();
  const purchase = await shop.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const flag = { status: 'COMPLETED', review: 'dispute', paidCents: 18_990 } as const;
  await during(holdForReview(opened.shop, purchase, flag, 'worker'));
  await tell();
  const other = await sellOne();
  await tell();
  await during(withdraw(opened.shop, other, { email: BUYER[2] ?? '', reason: '' }));
  await tell();
  await announce('file.damaged', 'grade-cinema');
  await tell();
  await announce('keys.low', 'grade-cinema');
  await tell();
  await announce('invoice.failed', other);
  await tell();
  expect(arrived.map(({ title }) => title)).toEqual([
    'Venda de R$ 189,90 · Grade Cinema',
    'Pix em análise: R$ 189,90 · Grade Cinema',
    'Venda de R$ 189,90 · Grade Cinema',
    'Desistência: R$ 189,90 · Grade Cinema',
    'Arquivo com problema · Grade Cinema',
    expect.stringMatching(/^Restam? \d+ chaves? · Grade Cinema$/),
    'Nota fiscal com problema · Grade Cinema',
  ]);
  expect(arrived[1]?.headers['urgency']).toBe('high');
  // The id itself would open the buyer's page, for roles that see no key.
  const { path = '' } = arrived.at(-1) ?? {};
  expect([path.includes(other), unveilIds(shop, path)]).toEqual([false, `/admin/notas-fiscais?id=${other}`]);
});

describe('a device', () => {
  test('that is gone is removed, with what waits for it', async () => {
    const { unsubscribe } = await add();
    const other = await add();
    unsubscribe();
    await sellOne();
    await tell();
    expect(await waiting()).toBe(0);
    expect((await showOwnNotifications(shop, owner)).devices).toHaveLength(1);

    service.answerWith(410);
    expect(await testOwnDevices(shop, owner)).toEqual({ sent: 0, removed: 1, failed: 0 });
    expect(other.arrived).toHaveLength(1);
    await expect(testOwnDevices(shop, owner)).rejects.toThrow('Ligue os avisos em um aparelho primeiro.');
  });

  test('whose service fails is told later, and after a day no more', async () => {
    const { arrived } = await add();
    await sellOne();
    service.answerWith(503);
    await tell();
    service.answerWith(201);
    await tell();
    expect(arrived).toEqual([]);
    expect((await showOwnNotifications(shop, owner)).devices).toMatchObject([{ isFailing: true }]);
    now += MINUTE_MS;
    await tell();
    expect(arrived).toHaveLength(1);
    expect(arrived[0]?.headers['ttl']).toBe(String((DAY_MS - MINUTE_MS) / 1_000));

    await sellOne();
    now += DAY_MS + 1;
    await tell();
    expect(arrived).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  test('is its person’s alone, and no more than twenty are', async () => {
    const { device, arrived } = await add();
    await addOwnDevice(shop, owner, device, ANDROID);
    const { devices } = await showOwnNotifications(shop, owner);
    expect(devices).toHaveLength(1);
    const id = devices[0]?.id ?? '';
    await expect(removeOwnDevice(shop, { id: 'outra' }, id)).rejects.toThrow('Este aparelho já foi tirado.');
    expect(await testOwnDevices(shop, owner)).toEqual({ sent: 1, removed: 0, failed: 0 });
    expect(arrived).toMatchObject([{ title: 'Os avisos chegam neste aparelho', icon: '/icons/orange-192.png' }]);
    await announce('sale.paid', 'x');
    await removeOwnDevice(shop, owner, id);
    expect(await waiting()).toBe(0);

    for (let added = 0; added < 20; added += 1) await add();
    await expect(add()).rejects.toThrow('Você já tem 20 aparelhos.');
    const wrong = { ...service.subscribe().device, publicKey: 'A'.repeat(87) };
    await expect(addOwnDevice(shop, owner, wrong, null)).rejects.toThrow('A chave deste navegador não vale.');
  });

  test('at an address of the own network is never asked', async () => {
    const { device } = service.subscribe();
    const before = service.connections();
    const { isPublicIp } = await import('#src/gateways/files/remote/public-ip.ts');
    const guarded = openProcess(isPublicIp);
    const message = { text: '{}', lastsMs: 0, urgency: 'normal', topic: 'x' } as const;
    for (const endpoint of [device.endpoint, device.endpoint.replace('127.0.0.1', 'localhost'), 'http://example.com']) {
      expect(await guarded.push.send({ ...device, endpoint }, message)).toBe('failed');
    }
    expect(service.connections()).toBe(before);
    await guarded.push.close();
  });
});

test('the browsers of these tests read the example of RFC 8291', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  expect(decrypt(Buffer.from(body, 'base64url'), { pair, authSecret: 'BTBZMqHH6r4Tts7J_aSIgg' })).toBe(
    'When I grow up, I want to be a watermelon',
  );
});
