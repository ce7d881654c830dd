import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { login } from '../../support/calls/client.ts';
import { type Store, startStore } from '../../support/store/store.ts';

const PATH = '/api/admin/products';
const PLUGIN = { name: 'Névoa Fina', price: 'R$ 10,00', downloadUrl: 'https://arquivos.loja.test/nevoa.zip' };

const store = startStoreForFile();
const owner = loginForFile(store);
const visitor = openClientForFile(store);

const detailsOf = async (id: string) => (await owner.get(`${PATH}/${id}/details`)).json<AdminProduct>();

describe('access control', () => {
  const calls: [method: string, path: string][] = [
    ['GET', PATH],
    ['POST', PATH],
    ['GET', `${PATH}/grade-cinema/details`],
    ['PUT', `${PATH}/grade-cinema`],
    ['DELETE', `${PATH}/grade-cinema`],
  ];

  test.each(calls)('%s %s is closed to strangers and other users', async (method, path) => {
    const before = await detailsOf('grade-cinema');
    const anonymous = await visitor.fetch(path, { method });
    expect(anonymous.status).toBe(401);

    const other = await login(store);
    const id = (await other.get('/api/auth/user')).json<{ id: string }>().id;
    await store.database().updateTable('users').set({ isAdmin: 0, role: null }).where('id', '=', id).execute();
    const refused = await other.fetch(path, { method });
    await store.database().updateTable('users').set({ isAdmin: 1, role: 'owner' }).where('id', '=', id).execute();
    expect(refused.status).toBe(403);
    expect(await detailsOf('grade-cinema')).toEqual(before);
  });

  test('another site cannot change anything for the owner', async () => {
    const response = await owner.put(`${PATH}/grade-cinema`, { name: 'Roubado' }, { origin: 'https://foreign.test' });
    expect([response.status, response.json<ErrorBody>().code]).toEqual([403, 'bad_origin']);
    expect((await detailsOf('grade-cinema')).name).toBe('Grade Cinema');
  });
});

describe('with enforced gates', () => {
  let guarded: Store;
  beforeAll(async () => {
    guarded = await startStore({ ADMIN_GATES: 'enforce' });
  });
  afterAll(() => guarded.stop());

  test('keys are searchable from every screen only after their gate', async () => {
    const client = await login(guarded);
    const findsKeys = async () => /findsKeys&quot;:\[0,true\]/.test((await client.get('/admin/settings')).text);
    expect(await findsKeys()).toBe(false);
    await client.post('/api/admin/gates/activation-keys', { password: guarded.gatePassword });
    expect(await findsKeys()).toBe(true);
  });

  test('a change needs the gate’s password in this session', async () => {
    const client = await login(guarded);
    for (const response of [
      await client.post(PATH, PLUGIN),
      await client.put(`${PATH}/grade-cinema`, { name: 'A' }),
      await client.delete(`${PATH}/grade-cinema`),
      await client.post(`${PATH}/grade-cinema/duplicate`),
      await client.post(`${PATH}/state`, { ids: ['grade-cinema'], isActive: false }),
    ]) {
      expect([response.status, response.json<ErrorBody>().code]).toEqual([403, 'gate_required']);
    }
    expect((await client.get(`${PATH}/grade-cinema/details`)).json<AdminProduct>().name).toBe('Grade Cinema');
    const page = await client.get('/admin/products?q=grade');
    expect([page.status, page.headers.get('location')]).toEqual([302, '/admin/products-auth?q=grade']);

    await client.post('/api/admin/gates/activation-keys', { password: guarded.gatePassword });
    expect((await client.post(PATH, PLUGIN)).status).toBe(403);
    await client.post('/api/admin/gates/products', { password: guarded.gatePassword });
    expect((await client.post(PATH, PLUGIN)).status).toBe(201);
    expect((await client.get('/admin/products')).status).toBe(200);
    expect((await (await login(guarded)).post(PATH, PLUGIN)).status).toBe(403);
  });
});

test('the product page contains no products before the gate', async () => {
  const client = await login(store);
  const before = (await client.get('/admin/products?q=grade')).text;
  expect(before).toContain('Carregando produtos...');
  expect(before).not.toContain('Grade Cinema');
  await client.post('/api/admin/gates/products', { password: store.gatePassword });
  expect((await client.get('/admin/products?q=grade')).text).toContain('Grade Cinema');
});
