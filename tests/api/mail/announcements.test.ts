import { expect, test } from 'vitest';
import { unsubscribeUrl } from '#src/domain/releases/unsubscribe.ts';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { buy } from '../../support/purchases/buy.ts';

const store = startStoreForFile();

test('one click in a mail program declines, without Origin and without a session', async () => {
  const path = await linkOf('clique@exemplo.com.br');
  expect((await openClient(store.url).get(path)).status, 'mail scanners open links').toBe(200);
  expect(await wantsUpdates('clique@exemplo.com.br')).toBe(1);
  const answer = await fetch(new URL(path, store.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Pronto, sem avisos de versões');
  expect(await wantsUpdates('clique@exemplo.com.br')).toBe(0);
});

test('a link that the shop did not make changes nothing', async () => {
  const path = await linkOf('outra@exemplo.com.br');
  const wrong = `${path.slice(0, -2)}zz`;
  for (const method of ['GET', 'POST']) {
    expect((await fetch(new URL(wrong, store.url), { method })).status).toBe(404);
  }
  expect(await wantsUpdates('outra@exemplo.com.br')).toBe(1);
});

async function linkOf(customerEmail: string): Promise<string> {
  await buy(openClient(store.url), { productId: 'lote', customerEmail });
  const db = store.database();
  const { id } = await db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', customerEmail)
    .executeTakeFirstOrThrow();
  const settings = { siteUrl: store.url } as Parameters<typeof unsubscribeUrl>[0]['settings'];
  return new URL(await unsubscribeUrl({ db, settings }, id)).pathname;
}

async function wantsUpdates(email: string): Promise<number> {
  const row = await store
    .database()
    .selectFrom('customers')
    .select('wantsUpdates')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return row.wantsUpdates;
}
