import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Done, LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { type Client, openClient } from '../../support/calls/client.ts';
import { type MailServer, openMailServer } from '../../support/calls/smtp.ts';
import { BUYER, buy, expectStatus, pickProduct } from '../../support/purchases/buy.ts';
import { type Store, startStore, startStoreProcess } from '../../support/store/store.ts';

const resend = (client: Client, purchaseId: string, email: string) =>
  client.post(`/api/payments/resend-email/${purchaseId}`, { email, customerName: BUYER.customerName });

describe('the mail of a sale', () => {
  let store: Store;
  let visitor: Client;

  beforeAll(async () => {
    store = await startStore();
    visitor = openClient(store.url);
  });
  afterAll(() => store.stop());

  /** Each test buys under an address of its own, so that it finds its letters among all others. */
  async function waitForMailTo(address: string, count: number) {
    const deadline = Date.now() + 40_000;
    for (;;) {
      const mails = (await store.mailbox()).filter(({ to }) => to?.some((mailbox) => mailbox.address === address));
      if (mails.length >= count) return mails;
      if (Date.now() > deadline) throw new Error(`${count} letters were expected, ${mails.length} came.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('contains the key of the page and a working download', async () => {
    const product = await pickProduct(visitor, ({ requiresActivation }) => requiresActivation);
    const purchase = await buy(visitor, { productId: product.id, customerEmail: 'chave@exemplo.com.br' });
    const license = expectStatus(
      await visitor.get(`/api/payments/license/${purchase.id}`),
      200,
    ).json<LicenseResponse>();

    const [mail] = await waitForMailTo('chave@exemplo.com.br', 1);
    const address = `${store.url}/api/payments/download/${purchase.id}`;
    expect(license.activationKey).toMatch(/\S{8}/);
    for (const body of [mail?.html, mail?.text]) {
      expect(body).toContain(license.activationKey);
      expect(body).toContain(address);
      expect(body).toContain(`${store.url}/purchase/success/${purchase.id}`);
      expect(body?.replaceAll('\u00a0', ' ')).toContain(product.price);
    }
    expect(mail?.html).not.toMatch(/<script/i);
    const pictures = [...(mail?.html ?? '').matchAll(/<img[^>]+src="([^"]*)"/gi)].map(([, from = '']) => from);
    expect(pictures.filter((from) => !from.startsWith(`${store.url}/`))).toEqual([]);
    expect([200, 302]).toContain((await visitor.get(new URL(address).pathname)).status);
  });

  it('says that the key is on its way when none is left', async () => {
    const product = await pickProduct(visitor, ({ requiresActivation }) => requiresActivation);
    await store
      .database()
      .deleteFrom('activationKeys')
      .where('productId', '=', product.id)
      .where('itemId', 'is', null)
      .execute();
    await buy(visitor, { productId: product.id, customerEmail: 'espera@exemplo.com.br' });

    const [mail] = await waitForMailTo('espera@exemplo.com.br', 1);
    expect(mail?.text).toContain('Sua chave está a caminho');
    expect(mail?.text).not.toContain('Sua chave:');
  });

  it('mentions no key for a product that needs none', async () => {
    const product = await pickProduct(visitor, ({ requiresActivation }) => !requiresActivation);
    await buy(visitor, { productId: product.id, customerEmail: 'sem-chave@exemplo.com.br' });

    const [mail] = await waitForMailTo('sem-chave@exemplo.com.br', 1);
    expect(mail?.text).not.toMatch(/chave/i);
    expect(mail?.text).toContain('Seu download está liberado.');
  });

  it('is sent again only to the address of the purchase, at most twice an hour', async () => {
    const email = 'de-novo@exemplo.com.br';
    const { id } = await buy(visitor, { customerEmail: email });
    await waitForMailTo(email, 1);

    expect((await resend(visitor, id, 'outra@exemplo.com.br')).status).toBe(403);
    for (const _ of ['first', 'second']) {
      expect(expectStatus(await resend(visitor, id, email), 200).json<Done>().success).toBe(true);
    }
    const third = await resend(visitor, id, email);
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);

    const mails = await waitForMailTo(email, 3);
    expect(mails).toHaveLength(3);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3);
    expect(mails.filter(({ subject }) => subject?.endsWith('de novo'))).toHaveLength(2);
    expect(
      (await store.mailbox()).some(({ to }) => to?.some(({ address }) => address === 'outra@exemplo.com.br')),
    ).toBe(false);
  });

  it('leaves no address, name or key in the log', async () => {
    const { id } = await buy(visitor, {
      productId: 'onda-audio',
      customerName: 'Zuleica Testemunha',
      customerEmail: 'zuleica@exemplo.com.br',
    });
    const { activationKey } = (await visitor.get(`/api/payments/license/${id}`)).json<LicenseResponse>();
    await waitForMailTo('zuleica@exemplo.com.br', 1);

    expect(store.output()).not.toMatch(/zuleica/i);
    expect(activationKey).toMatch(/\S{8}/);
    expect(store.output()).not.toContain(activationKey);
  });
});

describe('mail by SMTP', () => {
  let office: MailServer;
  let store: Store;
  let visitor: Client;

  beforeEach(async () => {
    office = await openMailServer();
    store = await startStoreProcess({ SMTP_URL: office.url, MAIL_FROM: 'Corte Final <loja@corte.test>' });
    visitor = openClient(store.url);
  });
  afterEach(async () => {
    await store.stop();
    await office.close();
  });

  /** The pause between two tries is 15 s and more; a test does not wait for it. */
  const endThePause = () =>
    store
      .database()
      .updateTable('outbox')
      .set({ nextAttemptAt: new Date(0).toISOString() })
      .execute();
  const stateOfMail = (purchaseId: string) =>
    store
      .database()
      .selectFrom('outbox')
      .select(['state', 'lastError'])
      .where('purchaseId', '=', purchaseId)
      .executeTakeFirstOrThrow();

  it('is sent through SMTP_URL and written to no file', async () => {
    await buy(visitor);

    const [letter] = await office.waitForMails(1, { to: BUYER.customerEmail });
    expect(letter?.envelope).toEqual({ from: 'loja@corte.test', to: [BUYER.customerEmail] });
    expect(await store.mailbox()).toEqual([]);
  });

  it('is retried after a refusal and a restart, and arrives once', async () => {
    office.refuseWith({ code: 451, text: `no room for ${BUYER.customerEmail}` });
    const { id } = await buy(visitor);
    await expect.poll(async () => (await stateOfMail(id)).lastError).not.toBeNull();
    expect(store.output()).not.toContain(BUYER.customerEmail);
    await store.kill();

    office.refuseWith(null);
    await endThePause();
    await store.restart();
    await office.waitForMails(1, { to: BUYER.customerEmail });
    await expect.poll(() => stateOfMail(id)).toMatchObject({ state: 'sent' });

    await endThePause();
    await buy(visitor, { customerEmail: 'proxima@exemplo.com.br' });
    await office.waitForMails(1, { to: 'proxima@exemplo.com.br' });
    expect(await office.waitForMails(1, { to: BUYER.customerEmail })).toHaveLength(1);
  });
});

it('a silent mail server delays neither the sale nor the shutdown', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, '127.0.0.1', () => {
      const address = silent.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const store = await startStore({ MAIL_FROM: 'loja@corte.test', SMTP_URL: `smtp://127.0.0.1:${port}` });
  const visitor = openClient(store.url);
  const { id } = await buy(visitor, { productId: 'lote' });
  const mail = store.database().selectFrom('outbox').select(['state', 'attempts']).where('purchaseId', '=', id);
  await expect.poll(() => mail.execute()).toEqual([{ state: 'waiting', attempts: 1 }]);
  await expect.poll(() => sockets.size).toBeGreaterThan(0);
  await buy(visitor, { productId: 'lote' });

  // A mailer would wait for the greeting for 10 s.
  const started = performance.now();
  await store.end();
  expect(performance.now() - started).toBeLessThan(8_000);
  expect(await mail.execute()).toEqual([{ state: 'waiting', attempts: 1 }]);
  await store.stop();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});
