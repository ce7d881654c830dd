import { createECDH } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declineSummariesUrl } from '#src/domain/upkeep/weekly-summary.ts';
import {
  MANIFEST_PATH,
  OWN_DEVICES_PATH,
  OWN_NOTIFICATIONS_PATH,
  type OwnNotifications,
  SUMMARY_PREVIEW_PATH,
} from '#src/wire/notifications/own-notifications.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { addPartner, PARTNER } from '../../support/calls/logins.ts';

const store = startStoreForFile();
const owner = loginForFile(store);
const visitor = openClientForFile(store);

const KEYS = { publicKey: createECDH('prime256v1').generateKeys('base64url'), authSecret: 'A'.repeat(22) };
/** Nothing listens there, and the shop would not ask it either. */
const DEVICE = { endpoint: 'https://127.0.0.1:9/push/dona', ...KEYS };
const shown = async (client = owner) => (await client.get(OWN_NOTIFICATIONS_PATH)).json<OwnNotifications>();

describe('notifications', () => {
  test('have a mail of Monday that an administrator sees as a page, in which nothing runs', async () => {
    expect((await visitor.get(SUMMARY_PREVIEW_PATH)).status).toBe(401);
    const { status, headers, text } = await owner.get(SUMMARY_PREVIEW_PATH);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline';.*; sandbox$/,
    );
    expect(text).toContain('/avisos/resumo/');
  });

  test('are each administrator’s own, and nobody else’s', async () => {
    expect((await visitor.get(OWN_NOTIFICATIONS_PATH)).status).toBe(401);
    expect((await visitor.post(OWN_DEVICES_PATH, DEVICE)).status).toBe(401);
    expect(await shown()).toMatchObject({ fromHour: 22, untilHour: 8, wantsWeeklySummary: true, devices: [] });
    expect((await owner.post(OWN_DEVICES_PATH, DEVICE, { 'user-agent': 'Firefox/140 Android' })).status).toBe(201);
    const choices = { kinds: ['sale'], fromHour: 0, untilHour: 7, wantsWeeklySummary: false };
    expect((await owner.put(OWN_NOTIFICATIONS_PATH, choices)).status).toBe(200);

    await addPartner(store);
    const partner = openClient(store.url);
    await partner.post('/api/auth/login', PARTNER);
    expect(await shown(partner)).toMatchObject({ fromHour: 22, devices: [] });
    const [device] = (await shown()).devices;
    expect(await shown()).toMatchObject({ ...choices, devices: [{ name: 'Firefox no Android', isFailing: false }] });
    expect((await partner.delete(`${OWN_DEVICES_PATH}/${device?.id}`)).status).toBe(404);

    // The real connections refuse the address of the own network.
    const sent = await owner.post(`${OWN_NOTIFICATIONS_PATH}/test`);
    expect(sent.json()).toEqual({ sent: 0, removed: 0, failed: 1 });
    expect((await owner.delete(`${OWN_DEVICES_PATH}/${device?.id}`)).status).toBe(200);
    expect((await owner.post(`${OWN_NOTIFICATIONS_PATH}/test`)).status).toBe(409);
    const deeds = await store
      .database()
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'access.%')
      .execute();
    expect(deeds.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['access.add_device', 'access.save_notifications', 'access.remove_device']),
    );
  });

  test.each([
    [{ endpoint: 'http://push.exemplo/1' }, 'endpoint'],
    [{ endpoint: `https://push.exemplo/${'x'.repeat(2_100)}` }, 'endpoint'],
    [{ publicKey: 'curta' }, 'publicKey'],
    [{ authSecret: '' }, 'authSecret'],
  ])('are not taken for %j', async (wrong, field) => {
    const refused = await owner.post(OWN_DEVICES_PATH, { ...DEVICE, ...wrong });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test.each([{ fromHour: 24 }, { kinds: ['festa'] }, { untilHour: 7.5 }])('are not saved with %j', async (wrong) => {
    const choices = { kinds: [], fromHour: 1, untilHour: 2, wantsWeeklySummary: true, ...wrong };
    expect((await owner.put(OWN_NOTIFICATIONS_PATH, choices)).status).toBe(422);
  });
});

test('the back-office installs as an app of the shop’s name, and its worker answers no request', async () => {
  const manifest = (await visitor.get(MANIFEST_PATH)).json<{ icons: { src: string; sizes: string }[] }>();
  expect(manifest).toMatchObject({
    name: 'Corte Final Admin',
    start_url: '/admin',
    scope: '/admin',
    display: 'standalone',
  });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
  for (const { src } of manifest.icons) expect((await visitor.get(src)).headers.get('content-type')).toBe('image/png');
  expect((await owner.get('/admin/conta')).text).toContain(`<link rel="manifest" href="${MANIFEST_PATH}"`);
  expect((await visitor.get('/')).text).not.toContain('manifest');

  const worker = await visitor.get('/admin-notifications.js');
  expect(worker.headers.get('content-type')).toMatch(/javascript/);
  const listened = [...worker.text.matchAll(/addEventListener\('(\w+)'/g)].map(([, event]) => event);
  expect(listened).toEqual(['push', 'notificationclick']);
  const client = await readFile(join(import.meta.dirname, '../../../src/client/admin/notified-device.ts'), 'utf8');
  expect(client).toContain("register('/admin-notifications.js', { scope: '/admin' })");
});

test('one click in the summary of the week declines it', async () => {
  const database = store.database();
  const who = database.selectFrom('users').select('id').where('isAdmin', '=', 1).orderBy('createdAt');
  const { id } = await who.executeTakeFirstOrThrow();
  const url = await declineSummariesUrl({ db: database, settings: { siteUrl: store.url } } as never, id);
  const path = new URL(url).pathname;
  expect((await visitor.get(path)).text).toContain('Não quero resumos da semana');
  expect((await visitor.get(`${path}x`)).status).toBe(404);
  const posted = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  expect((await visitor.fetch(path, posted)).status).toBe(200);
  expect(
    await database.selectFrom('declinedNotifications').selectAll().where('kind', '=', 'weekly_summary').execute(),
  ).toEqual(expect.arrayContaining([{ userId: id, kind: 'weekly_summary' }]));
});
