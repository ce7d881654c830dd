import { describe, expect, test } from 'vitest';
import { BUYER_TEXTS, type BuyerPurchase } from '#src/wire/buyers/buyer.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { openMailServer } from '../../support/calls/smtp.ts';
import { buy, expectStatus, startPurchase } from '../../support/purchases/buy.ts';
import { actAsBuyers, askForLink } from '../../support/purchases/buyers.ts';
import { startStore } from '../../support/store/store.ts';

const store = startStoreForFile();
const owner = loginForFile(store);
const visitor = openClientForFile(store);
const { buyAs, idOf, nextAddress } = actAsBuyers(() => ({ owner, visitor }));

const codeOf = (response: { json<T>(): T }) => response.json<{ code: string }>().code;

describe('a buyer with the mailed link', () => {
  test('signs in once, sees every purchase with its key, and leaves', async () => {
    const email = nextAddress();
    const first = await buyAs(email);
    const second = await buyAs(email, 'lote');
    const { token } = await askForLink(store, email);
    const client = openClient(store.url);

    const opened = expectStatus(await client.post('/api/buyer/session', { token }), 200);
    expect(opened.json()).toEqual({ customer: { name: 'Pessoa de Teste', email } });
    expect(opened.headers.get('set-cookie')).toMatch(/^cliente=[\w-]{43};.*HttpOnly.*SameSite=Lax/i);

    const list = expectStatus(await client.get('/api/buyer/purchases'), 200);
    expect(list.headers.get('cache-control')).toBe('no-store');
    const purchases = list.json<BuyerPurchase[]>();
    expect(purchases.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(purchases.every(({ items }) => items[0]?.image?.startsWith('/'))).toBe(true);
    expect(purchases[1]?.items[0]?.activationKey).toBe(
      (await visitor.get(`/api/payments/license/${first.id}`)).json<{ activationKey: string }>().activationKey,
    );
    const again = await openClient(store.url).post('/api/buyer/session', { token });
    expect([again.status, codeOf(again)]).toEqual([401, 'invalid_code']);

    expectStatus(await client.delete('/api/buyer/session'), 200);
    expect((await client.get('/api/buyer/purchases')).status).toBe(401);
  });

  test('or with its code, from another device', async () => {
    const email = nextAddress();
    await buyAs(email);
    const { code } = await askForLink(store, email);
    const spelled = `${code.slice(0, 3)} ${code.slice(3)}`;
    const response = await openClient(store.url).post('/api/buyer/session', { email, code: spelled });
    expect(expectStatus(response, 200).json()).toMatchObject({ customer: { email } });
  });

  test('gets a new session, whatever cookie the browser had', async () => {
    const email = nextAddress();
    await buyAs(email);
    const { token } = await askForLink(store, email);
    const client = openClient(store.url);
    client.cookies.set('cliente', 'escolhido-por-outra-pessoa');
    expectStatus(await client.post('/api/buyer/session', { token }), 200);
    expect(client.cookies.get('cliente')).not.toBe('escolhido-por-outra-pessoa');
    const other = openClient(store.url);
    other.cookies.set('cliente', 'escolhido-por-outra-pessoa');
    expect((await other.get('/api/buyer/purchases')).status).toBe(401);
  });

  test('is not signed in by what a mail scanner opens', async () => {
    const email = nextAddress();
    await buyAs(email);
    const { token } = await askForLink(store, email);
    for (let look = 0; look < 3; look += 1) {
      const page = await openClient(store.url).get(`/minhas-compras/entrar?t=${token}`);
      expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
    expectStatus(await openClient(store.url).post('/api/buyer/session', { token }), 200);
  });
});

describe('codes', () => {
  test('are dead after five guesses, but not the link of the same mail', async () => {
    const email = nextAddress();
    await buyAs(email);
    const { code, token } = await askForLink(store, email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess += 1) {
      const response = await visitor.post('/api/buyer/session', { email, code: wrong });
      expect([response.status, codeOf(response)]).toEqual([401, 'invalid_code']);
    }
    expect((await visitor.post('/api/buyer/session', { email, code })).status).toBe(401);
    expectStatus(await openClient(store.url).post('/api/buyer/session', { token }), 200);
  });

  test('and links are worth nothing after a quarter of an hour', async () => {
    const email = nextAddress();
    await buyAs(email);
    const { code, token } = await askForLink(store, email);
    const id = await idOf(email);
    const late = store.database().updateTable('buyerTokens').set({ expiresAt: new Date().toISOString() });
    await late.where('customerId', '=', id).execute();
    expect((await visitor.post('/api/buyer/session', { email, code })).status).toBe(401);
    expect((await visitor.post('/api/buyer/session', { token })).status).toBe(401);
  });
});

describe('an address', () => {
  test('gets the same answer whether or not it buys here', async () => {
    const known = nextAddress();
    await buyAs(known);
    const [one, other] = [
      await visitor.post('/api/buyer/link', { email: known }),
      await visitor.post('/api/buyer/link', { email: nextAddress() }),
    ];
    expect([one.status, one.text]).toEqual([202, other.text]);
    expect(other.status).toBe(202);
    expect(headersOf(one.headers)).toEqual(headersOf(other.headers));
    expect(one.json()).toEqual({ success: true, message: BUYER_TEXTS.linkAsked });
  });

  test('gets three mails an hour, and never learns of a fourth', async () => {
    const email = nextAddress();
    await buyAs(email);
    for (let turn = 0; turn < 5; turn += 1) expectStatus(await visitor.post('/api/buyer/link', { email }), 202);
    const queued = store.database().selectFrom('outbox').select('state').where('kind', '=', 'sign_in');
    const ofBuyer = queued.where('customerId', '=', await idOf(email));
    await expect.poll(() => ofBuyer.execute()).toEqual([{ state: 'sent' }, { state: 'sent' }, { state: 'sent' }]);
  });

  test('that only ordered, without paying, gets none', async () => {
    const email = nextAddress();
    const { purchaseId } = await startPurchase(visitor, { customerName: 'Pessoa de Teste', customerEmail: email });
    const failed = { status: 'FAILED', failureReason: 'expired', chargeState: 'closed' } as const;
    await store.database().updateTable('purchases').set(failed).where('id', '=', purchaseId).execute();
    expectStatus(await visitor.post('/api/buyer/link', { email }), 202);
    const tokens = store
      .database()
      .selectFrom('buyerTokens')
      .select('id')
      .where('customerId', '=', await idOf(email));
    expect(await tokens.execute()).toEqual([]);
  });
});

describe('without the mail', () => {
  test('a purchase is found by its number, and gives no session', async () => {
    const email = nextAddress();
    const { id } = await buyAs(email);
    const client = openClient(store.url);
    const found = await client.post('/api/buyer/recover', { email: email.toUpperCase(), reference: ` ${id} ` });
    expect(found.json()).toEqual({ purchaseUrl: `${store.url}/purchase/success/${id}` });
    expect([...client.cookies.keys()]).toEqual([]);
  });

  test("by the Pix id of the bank's receipt, but only with its own address", async () => {
    const email = nextAddress();
    const { id } = await buyAs(email);
    const reference = 'E1234567820261121140212345678901';
    const paid = store.database().updateTable('purchases').set({ providerPaymentId: reference });
    await paid.where('id', '=', id).execute();
    const found = await visitor.post('/api/buyer/recover', { email, reference });
    expect(found.json()).toEqual({ purchaseUrl: `${store.url}/purchase/success/${id}` });
    for (const wrong of [
      { email: nextAddress(), reference },
      { email, reference: 'E0000000020261121140212345678901' },
    ]) {
      const refused = await visitor.post('/api/buyer/recover', wrong);
      expect([refused.status, refused.json<{ message: string }>().message]).toEqual([404, BUYER_TEXTS.notFound]);
    }
  });
});

test('with a mail server that is dead a purchase is recovered all the same', async () => {
  const office = await openMailServer();
  await office.close();
  const lonely = await startStore({ SMTP_URL: office.url, LOG_LEVEL: 'fatal' });
  try {
    const client = openClient(lonely.url);
    const email = nextAddress();
    const { id } = await buy(client, { customerEmail: email, productId: 'grade-cinema' });
    expectStatus(await client.post('/api/buyer/link', { email }), 202);
    const outbox = lonely.database().selectFrom('outbox').select(['kind', 'state', 'lastError']);
    const mails = async () =>
      (await outbox.execute()).filter(({ lastError }) => lastError).map(({ kind, state }) => [kind, state]);
    await expect.poll(mails).toEqual(
      expect.arrayContaining([
        ['receipt', 'waiting'],
        ['sign_in', 'waiting'],
      ]),
    );
    const found = await client.post('/api/buyer/recover', { email, reference: id });
    const { purchaseUrl } = expectStatus(found, 200).json<{ purchaseUrl: string }>();
    const page = await client.get(new URL(purchaseUrl).pathname);
    expect([page.status, /CF-[\w-]+/.test(page.text)]).toEqual([200, true]);
  } finally {
    await lonely.stop();
  }
});

/** Those that tell one response from another anyway. */
function headersOf(headers: Headers) {
  return [...headers].filter(([name]) => name !== 'date');
}
