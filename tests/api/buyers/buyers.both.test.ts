import { describe, expect, test } from 'vitest';
import { BUYER_TEXTS, type BuyerPurchase } from '#src/wire/buyers/buyer.ts';
import type { CustomerExport } from '#src/wire/customers/customer-export.ts';
import type { Customer, CustomerSummary } from '#src/wire/customers/customers.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { type Client, openClient } from '../../support/calls/client.ts';
import { expectStatus, startPurchase } from '../../support/purchases/buy.ts';
import { actAsBuyers, enterAsBuyer, mailTo } from '../../support/purchases/buyers.ts';
import { receiptSent } from '../../support/purchases/purchases.ts';

const store = startStoreForFile();
const owner = loginForFile(store);
const visitor = openClientForFile(store);
const { boughtBy, buyAs, idOf, nextAddress } = actAsBuyers(() => ({ owner, visitor }));

const codeOf = (response: { json<T>(): T }) => response.json<{ code: string }>().code;

describe('a form of Minhas compras', () => {
  const post = async (client: Client, fields: Record<string, string>) => {
    const response = await client.fetch('/minhas-compras', { method: 'POST', body: new URLSearchParams(fields) });
    return { status: response.status, location: response.headers.get('location'), text: await response.text() };
  };
  const wrongFieldsIn = (text: string) =>
    [...text.matchAll(/<(?:input|textarea)[^>]*aria-invalid="true"[^>]*>/g)].map(
      ([tag]) => /name="(\w+)"/.exec(tag)?.[1],
    );

  test.each([
    [{ intent: 'link', email: 'sem-arroba' }, 422, 'email', 'Email inválido'],
    [
      { intent: 'code', email: 'ana@exemplo.com.br', code: '' },
      422,
      'code',
      'Digite o código de seis números do e-mail.',
    ],
    [{ intent: 'code', email: 'ana@exemplo.com.br', code: '000000' }, 401, 'code', BUYER_TEXTS.invalidCode],
    [{ intent: 'recover', email: 'ana@exemplo.com.br', reference: 'nenhum' }, 404, 'reference', BUYER_TEXTS.notFound],
    [{ intent: 'recover', email: 'ana@exemplo.com.br', reference: '#1048' }, 422, 'reference', BUYER_TEXTS.shortNumber],
    [{ intent: 'recover', email: 'ana@exemplo.com.br', reference: '1048' }, 422, 'reference', BUYER_TEXTS.shortNumber],
  ])('tells at the field what is wrong with %j, and keeps what was typed', async (fields, status, field, sentence) => {
    const refused = await post(openClient(store.url), fields);
    expect(refused.status).toBe(status);
    expect(wrongFieldsIn(refused.text)).toEqual([field]);
    expect(refused.text.split(sentence)).toHaveLength(2);
    expect(refused.text).toContain(`value="${fields.email}"`);
    expect(refused.text.match(/ autofocus=/gi)).toHaveLength(1);
  });

  test('activates a computer without internet, with the key of an own purchase alone', async () => {
    expectStatus(await owner.put('/api/admin/products/grade-cinema', { machineLimit: 2 }), 200);
    const email = nextAddress();
    const [own, other] = [await buyAs(email), await buyAs(nextAddress())];
    const client = await enterAsBuyer(store, email);
    const keyOf = async (id: string) =>
      (await visitor.get(`/api/payments/license/${id}`)).json<{ activationKey: string }>().activationKey;
    const codeFor = (k: string) =>
      `CF1.${Buffer.from(JSON.stringify({ k, f: 'um-computador-sem-internet', n: 'Ilha 3' })).toString('base64url')}`;
    const ask = (itemId: string, request: string) => post(client, { intent: 'offline-license', itemId, request });

    const broken = await ask(own.id, 'CF1.nada');
    expect([broken.status, wrongFieldsIn(broken.text)]).toEqual([422, ['request']]);
    expect((await ask(other.id, codeFor(await keyOf(other.id)))).location).toBe('/minhas-compras?aviso=falhou');
    const given = await ask(own.id, codeFor(await keyOf(own.id)));
    expect(given.status).toBe(200);
    expect(given.text).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(
      (await post(openClient(store.url), { intent: 'offline-license', itemId: own.id, request: 'x' })).location,
    ).toBe('/minhas-compras?aviso=entre');

    const page = async () => (await client.get('/minhas-compras')).text;
    expect(await page()).toMatch(/dele vale até \d\d\/\d\d\/\d{4} e não será renovada\. O lugar volta nesse dia\./);
    const machine = /name="machine" value="([^"]+)"/.exec(await page())?.[1] ?? '';
    const released = await post(client, { intent: 'release', machine });
    expect(released.location).toBe('/minhas-compras?aviso=liberado-depois');
    expect(await page()).toMatch(
      /Liberado · o lugar volta em \d\d\/\d\d\/\d{4}, quando termina a licença sem internet/,
    );
    expect(await page()).not.toContain('Liberar Ilha 3');
  });
});

describe('a new address', () => {
  test('counts once its own link was used, and takes the receipts along', async () => {
    const [email, wanted] = [nextAddress(), nextAddress()];
    const { id } = await buyAs(email);
    const client = await enterAsBuyer(store, email);
    expectStatus(await client.post('/api/buyer/email', { email: wanted }), 202);
    const mail = await mailTo(store, wanted, /^Confirme este e-mail/);
    await mailTo(store, email, /^Troca de e-mail/);
    const [path = ''] = /\/minhas-compras\/novo-email\?t=[\w-]+/.exec(mail.text ?? '') ?? [];

    expect((await visitor.get(path)).status).toBe(200);
    expect(await idOf(wanted)).toBe('');
    expect((await submit(path, client)).status).toBe(303);

    expect(await idOf(wanted)).not.toBe('');
    expect(await idOf(email)).toBe('');
    expect((await client.get('/api/buyer/purchases')).json<BuyerPurchase[]>()).toMatchObject([
      { id, customerEmail: wanted },
    ]);
    expect((await visitor.post(`/api/payments/resend-email/${id}`, { email: wanted })).status).toBe(200);
    expect((await visitor.post(`/api/payments/resend-email/${id}`, { email })).status).toBe(403);
  });

  test('that has purchases is joined only by its own link, and the sessions of who asked end', async () => {
    const [email, wanted] = [nextAddress(), nextAddress()];
    const [mine, theirs] = [await buyAs(email), await buyAs(wanted)];
    const client = await enterAsBuyer(store, email);
    const other = await enterAsBuyer(store, wanted);
    const asked = await client.post('/api/buyer/email', { email: wanted });
    expect([asked.status, asked.json()]).toEqual([202, { success: true, message: BUYER_TEXTS.newEmailAsked }]);
    const own = async () => (await client.get('/api/buyer/purchases')).json<BuyerPurchase[]>().map(({ id }) => id);
    expect(await own()).toEqual([mine.id]);

    const mail = await mailTo(store, wanted, /^Confirme este e-mail/);
    const [path = ''] = /\/minhas-compras\/novo-email\?t=[\w-]+/.exec(mail.text ?? '') ?? [];
    expect((await submit(path)).status).toBe(303);

    const shown = (await other.get('/api/buyer/purchases')).json<BuyerPurchase[]>();
    expect(shown.map(({ id }) => id).toSorted()).toEqual([mine.id, theirs.id].toSorted());
    expect((await client.get('/api/buyer/purchases')).status).toBe(401);
    const customer = (await owner.get(`/api/admin/customers/${await idOf(wanted)}`)).json<Customer>();
    expect(customer.purchases).toHaveLength(2);
    const summary = (await owner.get(`/api/admin/customers?q=${wanted}&page=1`)).json<Page<CustomerSummary>>();
    expect(summary.items).toMatchObject([{ purchaseCount: 2 }]);
  });

  test('is stopped from the old one, also afterwards, and every session ends', async () => {
    const [email, wanted] = [nextAddress(), nextAddress()];
    await buyAs(email);
    const client = await enterAsBuyer(store, email);
    expectStatus(await client.post('/api/buyer/email', { email: wanted }), 202);
    const confirmation = await mailTo(store, wanted, /^Confirme este e-mail/);
    const news = await mailTo(store, email, /^Troca de e-mail/);
    const [confirm = ''] = /\/minhas-compras\/novo-email\?t=[\w-]+/.exec(confirmation.text ?? '') ?? [];
    const [stop = ''] = /\/minhas-compras\/parar-troca\?t=[\w-]+/.exec(news.text ?? '') ?? [];
    expect((await submit(confirm)).status).toBe(303);
    expect(await idOf(email)).toBe('');

    expect((await submit(stop)).status).toBe(303);

    expect(await idOf(email)).not.toBe('');
    expect((await client.get('/api/buyer/purchases')).status).toBe(401);
  });
});

describe('personal data', () => {
  test('are chosen, exported and erased by the buyer, with all sessions', async () => {
    const email = nextAddress();
    const { id } = await buyAs(email);
    await receiptSent(store, id);
    const client = await enterAsBuyer(store, email);
    const chosen = await client.fetch('/api/buyer', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"wantsUpdates":false}',
    });
    expect(await chosen.json()).toEqual({
      name: 'Pessoa de Teste',
      email,
      wantsUpdates: false,
      wantsReminders: true,
      wantsReviewNotices: true,
    });
    const file = (await client.get('/api/buyer/export')).json<CustomerExport>();
    expect(file).toMatchObject({ customer: { email }, purchases: [{ id }], emails: [{ kind: 'sign_in' }] });

    const erase = (confirm: string) =>
      client.fetch('/api/buyer', {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ confirm }),
      });
    expect((await erase('sim')).status).toBe(422);
    const { purchaseId } = await startPurchase(visitor, { customerName: 'Pessoa', customerEmail: email });
    const refused = await erase('APAGAR');
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'open_purchase' }]);
    const failed = { status: 'FAILED', failureReason: 'expired', chargeState: 'closed' } as const;
    await store.database().updateTable('purchases').set(failed).where('id', '=', purchaseId).execute();

    const customerId = await idOf(email);
    expect((await erase('APAGAR')).status).toBe(200);
    expect((await client.get('/api/buyer/purchases')).status).toBe(401);
    for (const table of ['buyerSessions', 'buyerTokens'] as const) {
      const left = store.database().selectFrom(table).select('id').where('customerId', '=', customerId);
      expect(await left.execute()).toEqual([]);
    }
    const trail = store.database().selectFrom('audit').select('actorId').where('entityId', '=', customerId);
    expect(await trail.where('action', '=', 'customer.delete').execute()).toEqual([{ actorId: 'buyer' }]);
  });

  test.each(['purchases', 'export'])('GET /api/buyer/%s needs the cookie', async (call) => {
    const refused = await openClient(store.url).get(`/api/buyer/${call}`);
    expect([refused.status, codeOf(refused)]).toEqual([401, 'unauthenticated']);
  });

  test("and another buyer's computer cannot be released", async () => {
    const [mine, theirs] = [await boughtBy(), await boughtBy()];
    const [client, other] = [await enterAsBuyer(store, mine), await enterAsBuyer(store, theirs)];
    const [purchase] = (await other.get('/api/buyer/purchases')).json<BuyerPurchase[]>();
    const key = purchase?.items[0]?.activationKey ?? '';
    const machine = { key, fingerprint: 'a-fingerprint-of-a-machine', machineName: 'Ilha 2' };
    expectStatus(await visitor.post('/api/licenses/activate', machine), 200);
    const [shown] = (await other.get('/api/buyer/purchases')).json<BuyerPurchase[]>();
    const id = shown?.items[0]?.machines?.machines[0]?.id ?? '';
    expect((await client.post(`/api/buyer/machines/${id}/release`)).status).toBe(404);
    expect(expectStatus(await other.post(`/api/buyer/machines/${id}/release`), 200).json()).toMatchObject({ used: 0 });
  });

  test('are not changed from another site', async () => {
    const client = await enterAsBuyer(store, await boughtBy());
    const foreign = await client.post('/api/buyer/email', { email: nextAddress() }, { origin: 'https://outro.test' });
    expect([foreign.status, codeOf(foreign)]).toEqual([403, 'bad_origin']);
  });
});

describe('the owner', () => {
  test('corrects a typed address, so that the receipt reaches it', async () => {
    const [wrong, right] = [nextAddress(), nextAddress()];
    const { id } = await buyAs(wrong);
    await receiptSent(store, id);
    const customerId = await idOf(wrong);
    const corrected = await owner.post(`/api/admin/customers/${customerId}/email`, { email: right });
    expect(expectStatus(corrected, 200).json()).toMatchObject({ id: customerId, email: right });
    expectStatus(await owner.post(`/api/admin/purchases/${id}/resend-email`), 200);
    await mailTo(store, right, /^Seu recibo/);
  });

  test('joins two customers only when asked to, and it is in the audit', async () => {
    const [one, other] = [nextAddress(), nextAddress()];
    await buyAs(one);
    await buyAs(other);
    const id = await idOf(one);
    const correct = (body: object) => owner.post(`/api/admin/customers/${id}/email`, body);
    const taken = await correct({ email: other });
    expect([taken.status, taken.json()]).toMatchObject([
      409,
      { code: 'email_taken', fields: { email: expect.any(String) } },
    ]);
    expect(expectStatus(await correct({ email: other, merge: true }), 200).json<Customer>().purchases).toHaveLength(2);
    const trail = store.database().selectFrom('audit').select(['action', 'fields']).where('entityId', '=', id);
    expect(await trail.execute()).toEqual([{ action: 'customer.merge', fields: '["email"]' }]);
  });
});

/** Presses the button of the page behind a link. */
function submit(path: string, as = visitor) {
  const body = new URLSearchParams({ t: new URL(path, store.url).searchParams.get('t') ?? '' });
  return as.fetch(path, { method: 'POST', body });
}
