import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LicenseAnswer } from '#src/wire/purchases.ts';
import { BUYER, buy } from '../support/buy.ts';
import { type Client, openClient } from '../support/client.ts';
import { openPostOffice, type PostOffice } from '../support/smtp.ts';
import { type Store, startStore } from '../support/store.ts';

const FROM = { MAIL_FROM: 'Corte Final <loja@corte.test>', LOG_LEVEL: 'warn' };

let store: Store;
let visitor: Client;

const mailOf = (purchaseId: string) =>
  store.database().selectFrom('outbox').selectAll().where('purchaseId', '=', purchaseId).execute();
/** The pauses between two tries are 15 s and more; a test does not wait for them. */
const endThePause = () =>
  store
    .database()
    .updateTable('outbox')
    .set({ nextAttemptAt: new Date(0).toISOString() })
    .execute();

describe('a mail server that works', () => {
  let office: PostOffice;

  beforeEach(async () => {
    office = await openPostOffice();
    store = await startStore({ ...FROM, SMTP_URL: office.url });
    visitor = openClient(store.url);
  });
  afterEach(async () => {
    await store.stop();
    await office.close();
  });

  test('gets each receipt once, as HTML and as text, with key, page and download', async () => {
    const purchase = await buy(visitor, { productId: 'lote' });
    const { activationKey } = (await visitor.get(`/api/payments/license/${purchase.id}`)).json<LicenseAnswer>();
    const [letter] = await office.waitForLetters(1);
    expect(letter?.envelope.to).toEqual([BUYER.customerEmail]);
    for (const body of [letter?.html, letter?.text]) {
      expect(body).toContain(activationKey);
      expect(body).toContain(`${store.url}/purchase/success/${purchase.id}`);
      expect(body).toContain(`${store.url}/api/payments/download/${purchase.id}`);
      expect(body).toContain('R$ 49,90');
    }
    expect(letter?.html).not.toMatch(/<script|<img[^>]+src="http/i);

    await expect
      .poll(() => mailOf(purchase.id))
      .toMatchObject([{ state: 'sent', attempts: 1, lastError: null, kind: 'receipt' }]);
    await endThePause();
    await store.restart();
    await buy(visitor, { customerEmail: 'proxima@exemplo.com.br' });
    await office.waitForLetters(2);
    expect(office.letters.filter(({ envelope }) => envelope.to[0] === BUYER.customerEmail)).toHaveLength(1);
  });

  test('is told that a key is on its way, and no key, when none is left', async () => {
    await store.database().deleteFrom('activationKeys').where('purchaseId', 'is', null).execute();
    await buy(visitor, { productId: 'lote' });
    const [letter] = await office.waitForLetters(1);
    for (const body of [letter?.html, letter?.text]) expect(body).toContain('Sua chave está a caminho');
    expect(letter?.text).not.toMatch(/CF-[A-Z2-9]{4}-/);
  });

  test('is not asked for a mail whose purchase was refunded meanwhile', async () => {
    office.refuseWith({ code: 451, text: 'busy' });
    const { id } = await buy(visitor, { productId: 'lote' });
    await expect.poll(async () => (await mailOf(id))[0]?.lastError).toBeTypeOf('string');
    const refunded = { status: 'REFUNDED' as const, refundedAt: new Date().toISOString() };
    await store.database().updateTable('purchases').set(refunded).where('id', '=', id).execute();
    office.refuseWith(null);
    await endThePause();
    await expect.poll(() => mailOf(id)).toMatchObject([{ state: 'given_up', lastError: 'nothing_to_send' }]);
    expect(office.letters).toEqual([]);
  });

  test('that refuses is asked again after growing pauses, and its words are kept nowhere', async () => {
    office.refuseWith({ code: 451, text: 'no room for ana@exemplo.com.br' });
    let earliest = Date.now();
    const { id } = await buy(visitor, { productId: 'lote' });
    for (const [attempts, seconds] of [
      [1, 15],
      [2, 30],
      [3, 60],
    ] as const) {
      await expect.poll(async () => (await mailOf(id))[0]).toMatchObject({ attempts, lastError: expect.any(String) });
      const [mail] = await mailOf(id);
      const triedAt = Date.parse(mail?.nextAttemptAt ?? '') - seconds * 1_000;
      expect(triedAt).toBeGreaterThanOrEqual(earliest);
      expect(triedAt).toBeLessThanOrEqual(Date.now());
      expect(mail).toMatchObject({ state: 'waiting', sentAt: null });
      expect(mail?.lastError).not.toContain('@');
      await store.database().updateTable('outbox').set({ lastError: null }).execute();
      earliest = Date.now();
      await endThePause();
    }
    office.refuseWith(null);
    await endThePause();
    await office.waitForLetters(1);
    await expect.poll(() => mailOf(id)).toMatchObject([{ state: 'sent', lastError: null }]);
    expect(office.letters).toHaveLength(1);
    expect(store.output()).not.toContain('@exemplo.com.br');
  });
});

test('a mail server that is silent keeps neither the sale nor the end of the store waiting', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, '127.0.0.1', () => {
      const address = silent.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  store = await startStore({ ...FROM, SMTP_URL: `smtp://127.0.0.1:${port}` });
  visitor = openClient(store.url);
  const { id } = await buy(visitor, { productId: 'lote' });
  await expect.poll(() => sockets.size).toBe(1);
  await buy(visitor, { productId: 'lote' });

  // A mailer would wait for the greeting for 10 s.
  const started = performance.now();
  await store.end();
  expect(performance.now() - started).toBeLessThan(8_000);
  expect(await mailOf(id)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  await store.stop();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});
