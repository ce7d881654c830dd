import { beforeAll, expect, test } from 'vitest';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { type Client, openClient } from '../../support/calls/client.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { askForLink } from '../../support/purchases/buyers.ts';

const EMAIL = 'dupla@exemplo.com.br';

const store = startStoreForFile();
const owner = loginForFile(store);
let id: string;

beforeAll(async () => {
  const wanted = { productId: 'grade-cinema', furtherProductIds: ['curva-motion'], customerEmail: EMAIL };
  ({ id } = await buy(openClient(store.url), wanted));
});

/** Clients have read this of a purchase since before it had items. */
const firstItem = () => ({
  productId: 'grade-cinema',
  productName: 'Grade Cinema',
  requiresActivation: true,
  isKeyOnItsWay: false,
  licenseTerms: 'Licença vitalícia',
  termsVersion: 1,
  productDetails: { name: 'Grade Cinema', price: 'R$ 189,90', downloadUrl: `/api/payments/download/${id}` },
  items: [
    { id, productName: 'Grade Cinema' },
    { productName: 'Curva Motion', price: 'R$ 99,90' },
  ],
});

test('the responses with a purchase say what its first item is', async () => {
  const read = async (client: Client, path: string) => expectStatus(await client.get(path), 200).json<unknown>();
  const visitor = openClient(store.url);
  expect(await read(visitor, `/api/payments/purchase/${id}`)).toMatchObject(firstItem());
  expect(await read(owner, `/api/admin/purchases?q=${id}&page=1`)).toMatchObject({ items: [firstItem()] });
  expect(await read(owner, '/api/admin/purchases')).toContainEqual(expect.objectContaining({ id, ...shallow() }));
  const sale = { ...firstItem(), key: { text: expect.stringMatching(/^CF-/) } };
  expect(await read(owner, `/api/admin/purchases/${id}`)).toMatchObject(sale);
  for (const act of ['verify', 'resend-email']) {
    const done = expectStatus(await owner.post(`/api/admin/purchases/${id}/${act}`), 200);
    expect(done.json()).toMatchObject(sale);
  }
  const { customerId } = expectStatus(await owner.get(`/api/admin/purchases/${id}`), 200).json<{
    customerId: string;
  }>();
  expect(await read(owner, `/api/admin/customers/${customerId}`)).toMatchObject({ purchases: [firstItem()] });
  expect(await read(owner, '/api/admin/customers')).toContainEqual(
    expect.objectContaining({ id: customerId, purchases: [expect.objectContaining(shallow())] }),
  );
  const activationKey = { key: expect.stringMatching(/^CF-/) };
  expect(await read(owner, `/api/admin/customers/${customerId}/export`)).toMatchObject({
    purchases: [{ ...firstItem(), activationKey }],
  });

  const { token } = await askForLink(store, EMAIL);
  expectStatus(await visitor.post('/api/buyer/session', { token }), 200);
  expect(await read(visitor, '/api/buyer/purchases')).toMatchObject([firstItem()]);
  expect(await read(visitor, '/api/buyer/export')).toMatchObject({ purchases: [{ ...firstItem(), activationKey }] });
});

function shallow() {
  return Object.fromEntries(Object.entries(firstItem()).filter(([field]) => field !== 'items'));
}

test('an order of more products than a purchase holds is refused', async () => {
  const response = await openClient(store.url).post('/api/payments/create', {
    customerName: 'Ana Conceição',
    customerEmail: EMAIL,
    paymentMethod: 'pix',
    productId: 'lote',
    furtherProductIds: Array.from({ length: 20 }, () => 'lote'),
  });
  expect(response.status).toBe(422);
});
