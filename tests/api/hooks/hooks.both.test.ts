import { expect, test } from 'vitest';
import type { Delivery } from '#src/wire/hooks/deliveries.ts';
import { type CreatedHook, HOOK_TEXTS, type Hook } from '#src/wire/hooks/hooks.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';

const store = startStoreForFile();
const owner = loginForFile(store);

const PATH = '/api/admin/hooks';
const typed = {
  kind: 'standard',
  description: 'Planilha',
  url: 'https://n8n.exemplo.invalid/vendas',
  events: ['sale.paid'],
};

test('a hook is made, paused, changed and removed, and what it missed is listed', async () => {
  const made = expectStatus(await owner.post(PATH, { ...typed, state: 'paused' }), 201).json<CreatedHook>();
  expect(made).toMatchObject({
    state: 'paused',
    address: typed.url,
    waiting: 0,
    secret: expect.stringMatching(/^whsec_/),
  });
  const paid = await buy(openClient(store.url), { productId: 'grade-cinema' });
  const listed = (await owner.get(PATH)).json<Hook[]>();
  expect(listed).toMatchObject([{ id: made.id, waiting: 1, lastAttempt: null }]);
  expect(JSON.stringify(listed)).not.toContain('whsec_');

  const { items } = (await owner.get(`${PATH}/${made.id}/deliveries?state=waiting`)).json<Page<Delivery>>();
  expect(items).toMatchObject([
    { event: 'sale.paid', state: 'waiting', attempts: [], payload: { data: { id: paid.id } } },
  ]);
  expect((await owner.post(`/api/admin/hook-deliveries/${items[0]?.id}/resend`)).status).toBe(409);
  expect((await owner.post('/api/admin/hook-deliveries/0/resend')).status).toBe(404);

  const changed = { ...typed, description: 'Planilha nova', events: ['sale.paid', 'sale.refunded'], state: 'paused' };
  expect(expectStatus(await owner.put(`${PATH}/${made.id}`, changed), 200).json()).toMatchObject({
    description: 'Planilha nova',
    events: changed.events,
  });
  expect(expectStatus(await owner.post(`${PATH}/${made.id}/secret`), 200).json()).toMatchObject({
    secret: expect.not.stringMatching(made.secret ?? ''),
  });
  // Nobody answers at a name that cannot exist.
  expect(expectStatus(await owner.post(`${PATH}/${made.id}/test`), 200).json()).toMatchObject({ status: null });
  expectStatus(await owner.delete(`${PATH}/${made.id}`), 200);
  expect((await owner.delete(`${PATH}/${made.id}`)).status).toBe(404);
  const log = (await owner.get('/api/admin/event-log?type=sale.paid')).json<Page<unknown>>();
  expect(log).toMatchObject({ total: 1, items: [{ type: 'sale.paid', sentTo: [] }] });
});

test.each([
  [{ ...typed, url: 'http://n8n.exemplo.com.br/' }, 'url', HOOK_TEXTS.url],
  [{ ...typed, url: 'https://192.168.0.2/' }, 'url', HOOK_TEXTS.url],
  [{ ...typed, events: [] }, 'events', HOOK_TEXTS.events],
  [{ ...typed, description: '' }, 'description', HOOK_TEXTS.description],
  [{ ...typed, kind: 'discord', url: 'https://exemplo.com.br/api/webhooks/1/a' }, 'url', HOOK_TEXTS.discord],
  [{ ...typed, kind: 'telegram', chatId: '-1' }, 'token', HOOK_TEXTS.token],
])('%j is refused', async (body, field, sentence) => {
  expect(expectStatus(await owner.post(PATH, body), 422).json()).toMatchObject({ fields: { [field]: sentence } });
});

test('a channel keeps its secret to itself', async () => {
  const url = 'https://discord.com/api/webhooks/123456/segredo-do-canal';
  const made = expectStatus(await owner.post(PATH, { ...typed, kind: 'discord', url, state: 'paused' }), 201);
  expect(made.json()).toMatchObject({ address: 'https://discord.com/api/webhooks/123456/…', secret: null });
  expect((await owner.get(PATH)).text).not.toContain('segredo-do-canal');
  expect(await store.database().selectFrom('hooks').selectAll().execute()).not.toContainEqual(
    expect.objectContaining({ address: url }),
  );
  expect((await openClient(store.url).get(PATH)).status).toBe(401);
});
