import { describe, expect, test } from 'vitest';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import type { CustomerSummary } from '#src/wire/customers/customers.ts';
import type { ChosenResult } from '#src/wire/lists/chosen-rows.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { Sale } from '#src/wire/sales/sales.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';

const store = startStoreForFile();
const owner = loginForFile(store);

const read = async <Item>(path: string) => (await owner.get(path)).json<Page<Item>>();
const linesOf = (csv: string) => csv.trim().split('\n').slice(1);

describe('chosen coupons', () => {
  test('are deactivated together; one that is gone stops no other', async () => {
    const { items } = await read<Coupon>('/api/admin/coupons?page=1&status=active&pageSize=3');
    const ids = items.map(({ id }) => id);

    const response = await owner.post('/api/admin/coupons/state', { ids: [...ids, 'gone'], isActive: false });

    expect(expectStatus(response, 200).json<ChosenResult>()).toEqual({
      changed: 3,
      refused: [{ id: 'gone', message: 'Cupom não encontrado. Ele pode ter sido excluído em outra janela.' }],
    });
    const after = await owner.get('/api/admin/coupons');
    expect(
      after
        .json<Coupon[]>()
        .filter(({ id }) => ids.includes(id))
        .map(({ isActive }) => isActive),
    ).toEqual([false, false, false]);
    const trail = await read<AuditEntry>('/api/admin/audit?kind=coupon&pageSize=3');
    expect(trail.items.map(({ changes }) => changes)).toEqual(ids.map(() => ({ isActive: [1, 0] })));
  });

  test.each([
    ['no row', { ids: [], isActive: true }],
    ['too many', { ids: Array.from({ length: 101 }, (_, at) => `id${at}`), isActive: true }],
    ['what is no id', { ids: ["'; DROP"], isActive: true }],
    ['no state', { ids: ['a'] }],
  ])('refuse %s', async (_, body) => {
    expect((await owner.post('/api/admin/coupons/state', body)).status).toBe(422);
  });
});

describe('chosen affiliates', () => {
  test('are deactivated and activated together, and so are their coupons', async () => {
    const { items } = await read<Affiliate>('/api/admin/affiliates?page=1');
    const ids = items.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    const couponStates = async () =>
      (await owner.get('/api/admin/coupons'))
        .json<Coupon[]>()
        .flatMap(({ affiliate, isActive }) => (affiliate && ids.includes(affiliate.id) ? [isActive] : []));
    const turn = async (isActive: boolean) => {
      const response = await owner.post('/api/admin/affiliates/state', { ids: [...ids, 'gone'], isActive });
      return expectStatus(response, 200).json<ChosenResult>();
    };

    const gone = 'Afiliado não encontrado. Ele pode ter sido excluído em outra janela.';
    expect(await turn(false)).toEqual({ changed: ids.length, refused: [{ id: 'gone', message: gone }] });
    expect(await couponStates()).toEqual(ids.map(() => false));
    const after = await read<Affiliate>('/api/admin/affiliates?page=1');
    expect(after.items.map(({ isActive }) => isActive)).toEqual(ids.map(() => false));

    await turn(true);
    expect(await couponStates()).toEqual(ids.map(() => true));
    const trail = await read<AuditEntry>('/api/admin/audit?kind=affiliate&pageSize=1');
    expect(trail.items[0]).toMatchObject({ action: 'affiliate.update', changes: { isActive: [false, true] } });
  });
});

describe('chosen products', () => {
  test('are published only where they can be sold', async () => {
    const wish = { ids: ['lote'], isActive: false };
    const gift = { name: 'Brinde', price: '0', downloadUrl: '/uploads/brinde.zip', status: 'Inativo' };
    const { id } = expectStatus(await owner.post('/api/admin/products', gift), 201).json<AdminProduct>();

    expectStatus(await owner.post('/api/admin/products/state', wish), 200);
    const result = (
      await owner.post('/api/admin/products/state', { ids: ['lote', id], isActive: true })
    ).json<ChosenResult>();

    expect(result).toMatchObject({ changed: 1, refused: [{ id }] });
    expect(result.refused[0]?.message).toMatch(/Publicar de graça não é possível/);
  });

  test('a copy is inactive, without keys, versions and sales, and cannot be published without a file', async () => {
    const copy = expectStatus(await owner.post('/api/admin/products/grade-cinema/duplicate'), 201).json<AdminProduct>();
    const original = (await owner.get('/api/admin/products/grade-cinema/details')).json<AdminProduct>();

    expect(copy).toMatchObject({
      name: `Cópia de ${original.name}`,
      price: original.price,
      description: original.description,
      status: 'Inativo',
      downloads: 0,
      keysAvailable: 0,
      buyersWaiting: 0,
      currentVersion: null,
    });
    expect(copy.id).not.toBe(original.id);
    expect((await openClient(store.url).get(`/api/public/products`)).text).not.toContain(copy.id);
    await store.database().updateTable('products').set({ downloadUrl: '' }).where('id', '=', copy.id).execute();
    const result = await owner.post('/api/admin/products/state', { ids: [copy.id], isActive: true });
    expect(result.json<ChosenResult>()).toMatchObject({ changed: 0, refused: [{ id: copy.id }] });
    expect((await owner.post('/api/admin/products/never-was/duplicate')).status).toBe(404);
  });
});

describe('chosen rows are exported alone', () => {
  test('from each list that has an export, and the trail says so', async () => {
    const visitor = openClient(store.url);
    await buy(visitor, {
      customerName: 'Ana Escolhida',
      customerEmail: 'ana.escolhida@exemplo.com.br',
      productId: 'grade-cinema',
    });
    const sales = await read<Sale>('/api/admin/purchases?page=1');
    const customers = await read<CustomerSummary>('/api/admin/customers?page=1');
    const keys = await read<{ id: string; key: string }>('/api/admin/activation-keys?page=1');
    const coupons = await read<Coupon>('/api/admin/coupons?page=1');
    const affiliates = await read<Affiliate>('/api/admin/affiliates?page=1');
    for (const [path, ids] of [
      ['purchases', sales.items.slice(0, 2).map(({ id }) => id)],
      ['customers', customers.items.slice(0, 2).map(({ id }) => id)],
      ['activation-keys', keys.items.slice(0, 2).map(({ id }) => id)],
      ['coupons', coupons.items.slice(0, 2).map(({ id }) => id)],
      ['affiliates', affiliates.items.slice(0, 2).map(({ id }) => id)],
      ['products', ['grade-cinema', 'lote']],
    ] as const) {
      const { text } = expectStatus(await owner.get(`/api/admin/${path}/export.csv?ids=${ids.join(',')}`), 200);
      expect(linesOf(text), path).toHaveLength(2);
      const [entry] = (await read<AuditEntry>('/api/admin/audit')).items;
      expect(entry, path).toMatchObject({ action: expect.stringContaining('.export'), fields: ['ids'] });
    }
  });

  test('and what cannot be read exports nothing', async () => {
    for (const ids of ['', '%00', "a'b", `${'a'.repeat(65)}`]) {
      const { text } = expectStatus(await owner.get(`/api/admin/purchases/export.csv?ids=${ids}`), 200);
      expect(linesOf(text)).toEqual([]);
    }
  });
});

test('chosen sales send their receipts again, and those without one say why', async () => {
  const paid = await buy(openClient(store.url), {
    customerName: 'Bia Reenvio',
    customerEmail: 'bia.reenvio@exemplo.com.br',
    productId: 'grade-cinema',
  });
  const result = await owner.post('/api/admin/purchases/resend-email', { ids: [paid.id, 'never-was'] });
  expect(expectStatus(result, 200).json<ChosenResult>()).toMatchObject({ changed: 1, refused: [{ id: 'never-was' }] });
});

test('strangers reach none of it', async () => {
  const stranger = openClient(store.url);
  for (const path of [
    'affiliates/state',
    'coupons/state',
    'products/state',
    'purchases/resend-email',
    'affiliate-sales/pay',
    'views',
  ]) {
    expect((await stranger.post(`/api/admin/${path}`, { ids: ['a'], isActive: true })).status, path).toBe(401);
  }
});
