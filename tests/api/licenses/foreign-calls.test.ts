import { activateLicense, deactivateLicense, validateLicense } from '@lemonsqueezy/lemonsqueezy.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { GumroadAnswer } from '#src/wire/licenses/gumroad-calls.ts';
import type { KeyMachines } from '#src/wire/licenses/machines.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { buy } from '../../support/purchases/buy.ts';

const PRODUCT = 'grade-cinema';
const GUMROAD_ID = '32-nPainqpLj1B_WIwVlMw==';
const store = startStoreForFile({ SITE_URL: 'http://127.0.0.1:{port}' });
const buyer = openClientForFile(store);
const owner = loginForFile(store);

const editProduct = (changes: object) => owner.put(`/api/admin/products/${PRODUCT}`, changes);

/** The clients' own code calls the old platforms; only the origin is another, as for a seller who changes the base address. */
beforeAll(async () => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string | URL, init?: RequestInit) =>
    fetch(
      String(address)
        .replace('https://api.lemonsqueezy.com', `${store.url}/api/compat/lemonsqueezy`)
        .replace('https://api.gumroad.com', `${store.url}/api/compat/gumroad`),
      init,
    ),
  );
  await editProduct({
    machineLimit: 2,
    gumroadIds: `${GUMROAD_ID}, https://ateliedacor.gumroad.com/l/grade?layout=profile`,
    lemonSqueezyIds: '11, 222',
  });
});
afterAll(() => void vi.unstubAllGlobals());

async function sellKey(customer: object = {}) {
  const { id } = await buy(buyer, { productId: PRODUCT, ...customer });
  const { activationKey } = (await buyer.get(`/api/payments/license/${id}`)).json<LicenseResponse>();
  const row = await store
    .database()
    .selectFrom('activationKeys')
    .select('id')
    .where('itemId', '=', id)
    .executeTakeFirstOrThrow();
  return { id, key: activationKey ?? '', keyId: row.id };
}
const change = (keyId: string, columns: { revokedReason?: 'deleted' | 'refunded'; frozenAt?: string }) =>
  store
    .database()
    .updateTable('activationKeys')
    .set({ ...columns, ...(columns.revokedReason && { revokedAt: new Date().toISOString() }) })
    .where('id', '=', keyId)
    .execute();

describe("a plugin that speaks Gumroad's language", () => {
  const url = 'https://api.gumroad.com/v2/licenses/verify';
  async function answerOf(response: Response) {
    return { status: response.status, answer: (await response.json()) as GumroadAnswer };
  }
  const verify = (fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields) }).then(answerOf);
  const ofSale = (key: string) => ({ product_id: GUMROAD_ID, license_key: key });

  test('is answered as there, whatever way it sends its words, and counts each use', async () => {
    const { key, id } = await sellKey({ customerName: 'Rui Lima', customerEmail: 'rui@exemplo.com.br' });
    const form = await verify(ofSale(key));
    const json = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ product_permalink: 'grade', license_key: key }),
    }).then(answerOf);
    const parts = new FormData();
    parts.append('product_permalink', 'grade');
    parts.append('license_key', key);
    const multipart = await fetch(url, { method: 'POST', body: parts }).then(answerOf);
    const inAddress = `${url}?product_permalink=grade&license_key=${key}&increment_uses_count=false`;
    const query = await fetch(inAddress, { method: 'POST' }).then(answerOf);

    const answers = [form, json, multipart, query];
    expect(answers.map(({ status, answer }) => [status, answer.success && answer.uses])).toEqual(
      [1, 2, 3, 3].map((uses) => [200, uses]),
    );
    expect(form.answer).toMatchObject({
      success: true,
      purchase: {
        product_id: GUMROAD_ID,
        product_name: 'Grade Cinema',
        license_key: key,
        email: '',
        refunded: false,
        disputed: false,
        chargebacked: false,
        subscription_cancelled_at: null,
        currency: 'brl',
      },
    });
    expect(JSON.stringify(answers)).not.toMatch(new RegExp(`${id}|rui|Lima`, 'i'));
  });

  test('reads its own sentence of a key that is not there, is of another product or was revoked', async () => {
    const { key, keyId } = await sellKey();
    const unknown = {
      status: 404,
      answer: { success: false, message: expect.stringMatching(/^That license does not/) },
    };
    expect(await verify(ofSale('A-KEY-OF-NOBODY'))).toEqual(unknown);
    expect(await verify({ ...ofSale(key), product_id: 'another' })).toEqual(unknown);
    expect(await verify({ license_key: key })).toEqual(unknown);
    expect(await verify({ product_id: GUMROAD_ID })).toEqual(unknown);

    await change(keyId, { revokedReason: 'deleted' });
    const message = 'This license key has been disabled.';
    expect(await verify(ofSale(key))).toEqual({ status: 404, answer: { success: false, message } });
  });

  test('hears of a refund and of a dispute, and decides itself', async () => {
    const [refunded, disputed] = [await sellKey(), await sellKey()];
    await change(refunded.keyId, { revokedReason: 'refunded' });
    await change(disputed.keyId, { frozenAt: new Date().toISOString() });

    expect((await verify(ofSale(refunded.key))).answer).toMatchObject({
      success: true,
      purchase: { refunded: true, disputed: false, chargebacked: false },
    });
    expect((await verify(ofSale(disputed.key))).answer).toMatchObject({
      success: true,
      purchase: { refunded: false, disputed: true, chargebacked: true },
    });
  });

  test('has its uses counted anew once the owner released the key, as many at once as asked', async () => {
    const { key, keyId } = await sellKey();
    const counted = await Promise.all(Array.from({ length: 20 }, () => verify(ofSale(key))));
    const uses = counted
      .map(({ answer }) => answer.success && answer.uses)
      .sort((one, other) => Number(one) - Number(other));
    expect(uses).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));

    const released = await owner.post(`/api/admin/activation-keys/${keyId}/release`, {});
    expect(released.json<KeyMachines>().uses).toBe(0);
    expect((await verify(ofSale(key))).answer).toMatchObject({ uses: 1 });
  });
});

describe('the SDK of Lemon Squeezy, pointed at the shop', () => {
  test('activates up to the limit, validates an instance, and frees its place', async () => {
    const { key, id } = await sellKey({ customerName: 'Rui Lima', customerEmail: 'rui@exemplo.com.br' });
    const idle = await validateLicense(key);
    const first = await activateLicense(key, 'Ilha 1');
    const instance = first.data?.instance?.id ?? '';
    await activateLicense(key, 'Ilha 1');
    const full = await activateLicense(key, 'Ilha 3');
    const valid = await validateLicense(key, instance);
    const left = await deactivateLicense(key, instance);
    const gone = await validateLicense(key, instance);
    const again = await activateLicense(key, 'Ilha 3');

    expect(idle).toMatchObject({
      statusCode: 200,
      data: { valid: true, license_key: { status: 'inactive' }, instance: null },
    });
    expect(first).toMatchObject({
      statusCode: 200,
      error: null,
      data: {
        activated: true,
        error: null,
        license_key: {
          key,
          status: 'active',
          activation_limit: 2,
          activation_usage: 1,
          expires_at: null,
          test_mode: false,
        },
        instance: { name: 'Ilha 1' },
        meta: {
          store_id: 11,
          product_id: 222,
          variant_id: 0,
          product_name: 'Grade Cinema',
          customer_email: '',
          customer_name: '',
        },
      },
    });
    expect(full).toMatchObject({
      statusCode: 400,
      data: {
        activated: false,
        error: 'This license key has reached the activation limit.',
        license_key: { activation_usage: 2 },
      },
    });
    expect(valid).toMatchObject({ statusCode: 200, data: { valid: true, instance: { id: instance, name: 'Ilha 1' } } });
    expect(left).toMatchObject({ statusCode: 200, data: { deactivated: true, license_key: { activation_usage: 1 } } });
    expect(gone).toMatchObject({ statusCode: 404, data: { valid: false, error: 'instance_id not found.' } });
    expect(again.data?.activated).toBe(true);
    expect(JSON.stringify([first, valid, left])).not.toMatch(new RegExp(`${id}|rui@|Lima`, 'i'));
  });

  test('goes on with an instance that was made elsewhere, until its computer is released here', async () => {
    const { key, keyId } = await sellKey();
    const elsewhere = '47596ad9-a811-4ebf-ac8a-03fc7b6d2a17';
    const [checked] = await Promise.all([1, 2, 3].map(() => validateLicense(key, elsewhere)));
    expect(checked?.data).toMatchObject({
      valid: true,
      instance: { id: elsewhere },
      license_key: { activation_usage: 1 },
    });

    await owner.post(`/api/admin/activation-keys/${keyId}/release`, {});
    expect(await validateLicense(key, elsewhere)).toMatchObject({ statusCode: 404, data: { valid: false } });
    expect(await deactivateLicense(key, 'b6d2a17e-a811-4ebf-ac8a-03fc7b6d2a17')).toMatchObject({
      data: { deactivated: true },
    });
  });

  test('reads the words of there of keys that are no good', async () => {
    const [revoked, refunded] = [await sellKey(), await sellKey()];
    await change(revoked.keyId, { revokedReason: 'deleted' });
    await change(refunded.keyId, { revokedReason: 'refunded' });
    const disabled = {
      statusCode: 400,
      data: { error: 'This license key is disabled.', license_key: { status: 'disabled' } },
    };
    expect(await validateLicense(revoked.key)).toMatchObject(disabled);
    expect(await activateLicense(refunded.key, 'Ilha')).toMatchObject(disabled);
    expect(await activateLicense('A-KEY-OF-NOBODY', 'Ilha')).toMatchObject({
      statusCode: 404,
      data: { activated: false, error: 'license_key not found.', license_key: null, meta: null },
    });
    const noName = await fetch('https://api.lemonsqueezy.com/v1/licenses/activate', {
      method: 'POST',
      body: new URLSearchParams({ license_key: revoked.key }),
    });
    expect([noName.status, await noName.json()]).toEqual([
      422,
      expect.objectContaining({ activated: false, error: 'The instance name field is required.' }),
    ]);
  });
});

test('a panel of any origin may call, and a product that says nothing of the old platforms has no answer there', async () => {
  const { key } = await sellKey();
  const preflight = await fetch('https://api.lemonsqueezy.com/v1/licenses/activate', {
    method: 'OPTIONS',
    headers: { origin: 'null', 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  const fromPanel = await fetch('https://api.gumroad.com/v2/licenses/verify', {
    method: 'POST',
    headers: { origin: 'file://' },
    body: new URLSearchParams({ product_id: GUMROAD_ID, license_key: key }),
  });
  expect([fromPanel.status, fromPanel.headers.get('access-control-allow-origin')]).toEqual([200, '*']);

  await editProduct({ gumroadIds: '', lemonSqueezyIds: '' });
  expect((await validateLicense(key)).statusCode).toBe(404);
  expect((await editProduct({ lemonSqueezyIds: 'loja' })).status).toBe(422);
});

test('guesses are limited together with those of the own call', async () => {
  const guess = (at: number) => validateLicense(`GUESS-${at}`);
  const statuses = (await Promise.all(Array.from({ length: 130 }, (_, at) => guess(at)))).map(
    ({ statusCode }) => statusCode,
  );
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  const own = await buyer.post('/api/licenses/validate', { key: 'GUESS-own' });
  expect(own.status).toBe(429);
});
