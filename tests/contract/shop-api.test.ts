import { describe, expect, test } from 'vitest';
import document from '#src/http/openapi.json' with { type: 'json' };
import { SCOPES } from '#src/wire/access/scopes.ts';
import { type ApiDocument, callsByGroup, canBeTried, parametersOf } from '#src/wire/api/api-document.ts';
import { makeTypedClient } from '../support/api-document/typed-client.ts';
import { type WatchedBank, watchCalls } from '../support/banks/official-document.ts';
import { forFile } from '../support/before-tests/for-file.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../support/before-tests/store.ts';
import { type ApiResponse, type Client, openClient } from '../support/calls/client.ts';
import { buy, expectStatus } from '../support/purchases/buy.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);
const api = document as unknown as ApiDocument;

/** Prism judges every request and every response by the document. */
const watched = forFile<WatchedBank>(
  () => watchCalls('openapi.json', JSON.stringify(api), store.url),
  (prism) => prism.close(),
);

describe('a token with every scope, with the document between it and the shop', () => {
  test('reads all that the document says can be read', async () => {
    const call = await openCaller();
    const bought = await buy(visitor, { productId: 'grade-cinema' });
    const ids = await findIds(bought.id);
    const reads = callsByGroup(api).flatMap((group) => group.calls.filter(canBeTried));

    for (const { path } of reads) {
      const id = ids[path.split('/')[3] ?? ''];
      const response = await call.get(path.replace(/\{\w+\}/, id ?? 'nao-existe'));
      expect(`${path} ${response.status}`).toBe(`${path} ${path.includes('{') && !id ? 404 : 200}`);
    }
    for (const { path, operation } of reads) {
      const names = parametersOf({ method: 'GET', path, scope: null, operation }).map(({ name }) => name);
      const id = ids[path.split('/')[3] ?? ''];
      if (!names.includes('cursor') || (path.includes('{') && !id)) continue;
      const address = path.replace(/\{\w+\}/, id ?? '');
      expectStatus(await call.get(`${address}?page=1&pageSize=2`), 200);
      expectStatus(await call.get(`${address}?cursor=&pageSize=2`), 200);
    }

    expect(reads.length).toBeGreaterThan(30);
    expect(watched.violations).toEqual([]);
  });

  test('writes, and is refused, as the document says', async () => {
    const call = await openCaller();
    await walkWrites(call);
    expectStatus(await call.post('/api/admin/coupons', COUPON, { 'idempotency-key': 'once' }), 201);
    expectStatus(await call.post('/api/admin/coupons', COUPON, { 'idempotency-key': 'once' }), 201);
    expectStatus(await call.post('/api/admin/coupons', COUPON), 409);
    expectStatus(await call.post('/api/admin/coupons', { ...COUPON, code: '' }), 422);
    expectStatus(await call.put('/api/admin/coupons/nao-existe', { name: 'Outro' }), 404);
    expectStatus(await openClient(watched.url).get('/api/public/products/nao-existe'), 404);

    expect(watched.violations).toEqual([]);
  });

  test('is used by a program whose types come from the document', async () => {
    const { problems, walk } = await makeTypedClient(structuredClone(document));
    const { token } = await makeToken();

    expect(problems).toEqual([]);
    expect(await walk(watched.url, token)).toEqual({
      sold: expect.any(Number),
      product: 'Grade Cinema',
      refused: 'not_found',
    });
  });
});

const COUPON = {
  code: 'PELA-API',
  name: 'Pela API',
  discount: 10,
  type: 'PERCENT',
  validFrom: '2020-01-01',
  validTo: '2099-12-31',
};

async function makeToken(): Promise<{ token: string }> {
  expectStatus(await owner.post('/api/admin/account/confirm', { current: store.admin.password }), 200);
  const form = { name: 'Teste', scopes: Object.keys(SCOPES), expiresInDays: 30 };
  return expectStatus(await owner.post('/api/admin/tokens', form), 201).json();
}

/** Each call goes through Prism, with a token. */
async function openCaller(): Promise<Client> {
  const { token } = await makeToken();
  const client = openClient(watched.url);
  const headers = { authorization: `Bearer ${token}` };
  return {
    ...client,
    get: (path, more) => client.get(path, { ...headers, ...more }),
    post: (path, body, more) => client.post(path, body, { ...headers, ...more }),
    put: (path, body, more) => client.put(path, body, { ...headers, ...more }),
    delete: (path, more) => client.delete(path, { ...headers, ...more }),
  };
}

/** What stands for `{id}`, by the word behind `/api/admin` or `/api/public`. */
async function findIds(purchaseId: string): Promise<Record<string, string>> {
  const first = async (path: string) =>
    expectStatus(await owner.get(`${path}?page=1`), 200).json<{ items: { id: string }[] }>().items[0]?.id ?? '';
  const affiliate = await first('/api/admin/affiliates');
  return {
    purchases: purchaseId,
    customers: await first('/api/admin/customers'),
    coupons: await first('/api/admin/coupons'),
    'activation-keys': await first('/api/admin/activation-keys'),
    affiliates: affiliate,
    'affiliate-sales': affiliate,
    partners: affiliate,
    products: 'grade-cinema',
  };
}

async function walkWrites(call: Client): Promise<void> {
  const id = (response: ApiResponse) => expectStatus(response, 201).json<{ id: string }>().id;
  const product = id(
    await call.post('/api/admin/products', { name: 'Pela API', price: 'R$ 99,90', downloadUrl: '', status: 'Inativo' }),
  );
  expectStatus(await call.put(`/api/admin/products/${product}`, { tagline: 'Feito por um programa' }), 200);
  const copy = id(await call.post(`/api/admin/products/${product}/duplicate`));
  expectStatus(await call.post('/api/admin/products/state', { ids: [copy], isActive: false }), 200);
  expectStatus(await call.delete(`/api/admin/products/${copy}`), 200);
  const release = id(await call.post(`/api/admin/products/${product}/releases`, { version: '1.0.0' }));
  expectStatus(await call.put(`/api/admin/releases/${release}`, { notes: 'A primeira.' }), 200);
  expectStatus(await call.delete(`/api/admin/releases/${release}`), 200);
  const category = id(await call.post('/api/admin/categories', { name: 'Pela API' }));
  expectStatus(
    await call.put(`/api/admin/categories/${category}`, { name: 'Por programas', openedName: 'Pela API' }),
    200,
  );
  expectStatus(await call.delete(`/api/admin/categories/${category}`), 200);
  const coupon = id(await call.post('/api/admin/coupons', { ...COUPON, code: 'OUTRO-API' }));
  expectStatus(await call.put(`/api/admin/coupons/${coupon}`, { discount: 15 }), 200);
  expectStatus(await call.post('/api/admin/coupons/state', { ids: [coupon], isActive: false }), 200);
  expectStatus(await call.delete(`/api/admin/coupons/${coupon}`), 200);
  expectStatus(
    await call.post('/api/admin/activation-keys/bulk', { productId: 'grade-cinema', keys: 'API-1\nAPI-2' }),
    201,
  );
  await walkPurchase(call);
}

/** An order, its license on a computer, and the refund. */
async function walkPurchase(call: Client): Promise<void> {
  const order = { productId: 'grade-cinema', customerName: 'Ana Souza', customerEmail: 'ana@exemplo.com.br' };
  expectStatus(await call.post('/api/payments/quote', { productId: order.productId }), 200);
  expectStatus(await call.post('/api/validate-coupon', { code: 'EDITA10', productId: order.productId }), 200);
  expectStatus(await call.post('/api/payments/create', { ...order, paymentMethod: 'pix' }), 200);
  const { id, items } = await buy(visitor, { productId: order.productId });
  expectStatus(await call.get(`/api/payments/purchase/${id}`), 200);
  expectStatus(await call.get(`/api/payments/machines/${items[0]?.id}`), 200);
  const { activationKey: key } = expectStatus(await call.get(`/api/payments/license/${id}`), 200).json<{
    activationKey: string;
  }>();
  const fingerprint = 'um-computador-de-teste';
  expectStatus(await call.post('/api/licenses/activate', { key, fingerprint }), 200);
  expectStatus(await call.post('/api/licenses/validate', { key, fingerprint }), 200);
  expectStatus(await call.post('/api/licenses/latest', { productId: order.productId, version: '0.1.0', key }), 200);
  expectStatus(await call.post('/api/licenses/deactivate', { key, fingerprint }), 200);
  expectStatus(await call.post(`/api/admin/purchases/${id}/refund`), 200);
}
