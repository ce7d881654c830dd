import { beforeAll, describe, expect, test } from 'vitest';
import type { OwnSession } from '#src/wire/access/own-account.ts';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';

const store = startStoreForFile();
const owner = loginForFile(store);
let ownerId: string;

beforeAll(async () => {
  ({ id: ownerId } = (await owner.get('/api/auth/user')).json<{ id: string }>());
});

async function read(query = ''): Promise<Page<AuditEntry>> {
  const response = await owner.get(`/api/admin/audit${query}`);
  expect(response.status).toBe(200);
  return response.json<Page<AuditEntry>>();
}

type Noted = { at?: string; actorId?: string; action: string; entity: string; entityId: string; fields?: string[] };

async function note(...changes: Noted[]): Promise<void> {
  for (const { at = '2026-03-10T15:00:00.000Z', actorId = ownerId, fields = [], ...change } of changes) {
    const row = { at, actorId, ...change, fields: JSON.stringify(fields) };
    await store.database().insertInto('audit').values(row).execute();
  }
}

describe('the audit trail of a new shop', () => {
  test('contains only the first sign-in, with the session that it opened', async () => {
    const [own] = (await owner.get('/api/admin/account/sessions')).json<OwnSession[]>();
    const signIn = { actorName: 'Administração', action: 'access.sign_in', entity: 'user', entityId: ownerId };
    expect(await read()).toMatchObject({
      items: [{ ...signIn, session: own?.id }],
      total: 1,
      page: 1,
      pageSize: 20,
    });
  });

  test('requires an administrator', async () => {
    const response = await openClient(store.url).get('/api/admin/audit');
    expect(response.status).toBe(401);
    expect(response.json()).toMatchObject({ code: 'unauthenticated' });
  });
});

describe('a change', () => {
  test('is listed with actor, action, time and the name of what still exists', async () => {
    await note({ action: 'product.update', entity: 'product', entityId: 'lote', fields: ['name', 'price'] });

    const { items, total } = await read();

    expect(total).toBe(2);
    expect(items[0]).toEqual({
      id: expect.any(String),
      at: '2026-03-10T15:00:00.000Z',
      actorName: 'Administração',
      actorRole: null,
      session: null,
      action: 'product.update',
      entity: 'product',
      entityId: 'lote',
      text: 'Alterou o produto',
      isWhole: false,
      fields: ['name', 'price'],
      changes: {},
      shown: [],
      otherFields: ['nome', 'preço'],
      count: null,
      subject: { kind: 'product', name: 'Lote', reference: 'Lote' },
    });
  });

  test('made by an API call is listed at once', async () => {
    const before = (await read()).total;
    const coupon = { code: 'TRILHA', name: 'Trilha', discount: 10, type: 'PERCENT', maxUses: 5 };
    const days = { validFrom: '2026-01-01', validTo: '2026-12-31' };
    const created = await owner.post('/api/admin/coupons', { ...coupon, ...days, isActive: true });
    expect(created.status).toBe(201);

    const { items, total } = await read();

    expect(total).toBe(before + 1);
    expect(items[0]).toMatchObject({
      actorName: 'Administração',
      action: 'coupon.create',
      subject: { kind: 'coupon', name: 'TRILHA', reference: 'TRILHA' },
    });
  });

  test('of something deleted, by a deleted user, stays without names', async () => {
    const { id } = await store
      .database()
      .selectFrom('customers')
      .select('id')
      .where('erasedAt', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    await note(
      { action: 'product.delete', entity: 'product', entityId: 'never-was', actorId: 'nobody' },
      { action: 'customer.delete', entity: 'customer', entityId: id },
    );
    expect((await read(`?q=${id}`)).items[0]?.subject).toMatchObject({ kind: 'customer', reference: id });
    const erased = { name: null, email: null, erasedAt: '2026-03-11T15:00:00.000Z' };
    await store.database().updateTable('customers').set(erased).where('id', '=', id).execute();

    expect((await read(`?q=${id}`)).items[0]).toMatchObject({ actorName: 'Administração', subject: null });
    expect((await read('?q=never-was')).items[0]).toMatchObject({ actorName: null, subject: null });
  });
});

test('a passed gate and a refused sign-in are recorded', async () => {
  expect((await owner.post('/api/admin/gates/products', { password: store.gatePassword })).status).toBe(200);
  const visitor = openClient(store.url);
  expect((await visitor.post('/api/auth/login', { ...store.admin, password: 'nao-e-esta' })).status).toBe(401);
  expect((await read('?kind=access')).items.slice(0, 2)).toMatchObject([
    { actorName: 'Desconhecido', action: 'access.refuse', entityId: ownerId },
    { actorName: 'Administração', action: 'access.pass_gate', entity: 'gate', entityId: 'products' },
  ]);
});

test('audit rows can be inserted but neither updated nor deleted', async () => {
  await note({ action: 'product.update', entity: 'product', entityId: 'kept' });
  const books = store.database();
  await expect(books.updateTable('audit').set({ action: 'other' }).execute()).rejects.toThrow('append-only');
  await expect(books.deleteFrom('audit').execute()).rejects.toThrow('append-only');
  expect((await read('?q=kept')).items).toMatchObject([{ action: 'product.update' }]);
});

describe('a long trail', () => {
  const DAY = [
    '2026-05-09T02:59:59.999Z',
    '2026-05-09T03:00:00.000Z',
    '2026-05-10T02:59:59.999Z',
    '2026-05-10T03:00:00.000Z',
  ];

  beforeAll(async () => {
    await note(
      ...DAY.map((at, turn) => ({ at, action: 'key.revoke', entity: 'activation_key', entityId: `day-${turn}` })),
    );
    const many = Array.from({ length: 45 }, (_, turn) => `many-${String(turn).padStart(2, '0')}`);
    await note(...many.map((entityId) => ({ action: 'affiliate_sale.pay', entity: 'affiliate_sale', entityId })));
  });

  test('is paged, newest or oldest first', async () => {
    const first = await read('?kind=affiliate&page=1&pageSize=20');
    const last = await read('?kind=affiliate&page=3&pageSize=20');
    const turned = await read('?kind=affiliate&order=asc&pageSize=1');

    expect(first.items.map(({ entityId }) => entityId)).toHaveLength(20);
    expect(first).toMatchObject({ total: 45, page: 1, pageSize: 20 });
    expect(first.items[0]?.entityId).toBe('many-44');
    expect(last.items.map(({ entityId }) => entityId)).toEqual(['many-04', 'many-03', 'many-02', 'many-01', 'many-00']);
    expect(turned.items[0]?.entityId).toBe('many-00');
  });

  test('has the total of its table', async () => {
    const counted = await store
      .database()
      .selectFrom('audit')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();

    expect((await read()).total).toBe(counted.count);
    expect(await read('?page=999')).toMatchObject({ items: [], total: counted.count });
  });

  test('filters by kind and by the beginning of an id', async () => {
    expect((await read('?kind=key')).items.every(({ action }) => action.startsWith('key.'))).toBe(true);
    expect((await read('?q=many-1')).total).toBe(10);
    expect((await read('?q=%23many-1')).total).toBe(10);
    expect((await read('?kind=key&q=many-1')).total).toBe(0);
    expect((await read('?q=any-1')).total).toBe(0);
  });

  test.each([
    ['the name of who did it', 'administração', 'key.revoke'],
    ['who acts without a name', 'desconhecido', 'access.refuse'],
    ['what happened, without accents', 'revogou', 'key.revoke'],
    ['an area that was passed', 'produtos passou', 'access.pass_gate'],
    ['what was changed', 'preço', 'product.update'],
    ['the name of the product', 'LOTE alterou', 'product.update'],
    ['the code of a coupon', 'trilha', 'coupon.create'],
  ])('is searched by %s', async (_, words, action) => {
    const { items, total } = await read(`?q=${encodeURIComponent(words)}&pageSize=100`);
    expect(items.map((item) => item.action)).toContain(action);
    expect(items.length).toBe(Math.min(total, 100));
  });

  test.each(['revogou trilha', 'evogou'])('finds nothing by %s, which no entry has', async (words) => {
    expect((await read(`?q=${encodeURIComponent(words)}`)).total).toBe(0);
  });

  test('finds a sale by its number and its buyer, until the buyer is erased', async () => {
    const sale = await store
      .database()
      .selectFrom('purchases')
      .select(['id', 'number', 'customerId', 'customerName'])
      .where('customerName', 'is not', null)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await note({ action: 'purchase.verify', entity: 'purchase', entityId: sale.id });
    const found = async (q: string) =>
      (await read(`?q=${encodeURIComponent(q)}`)).items.map(({ entityId }) => entityId);

    expect(await found(`conferiu #${sale.number}`)).toEqual([sale.id]);
    expect(await found(`conferiu ${sale.customerName}`)).toEqual([sale.id]);
    expect((await owner.delete(`/api/admin/customers/${sale.customerId}`)).status).toBe(200);
    expect(await found(`conferiu ${sale.customerName}`)).toEqual([]);
  });

  test('filters by days of São Paulo, both inclusive', async () => {
    const ids = async (query: string) =>
      (await read(`?kind=key&order=asc&${query}`)).items.map(({ entityId }) => entityId);

    expect(await ids('from=2026-05-09&to=2026-05-09')).toEqual(['day-1', 'day-2']);
    expect(await ids('from=2026-05-10')).toEqual(['day-3']);
    expect(await ids('to=2026-05-08')).toEqual(['day-0']);
  });

  test.each([
    'kind=nothing',
    'kind=constructor',
    'from=2026-02-31',
    'from=ontem',
    'from=0000-02-29&to=9999-12-31',
    'page=-1&order=up',
    'q=%00%1f',
    'pageSize=1000000',
  ])('ignores %s', async (query) => {
    const { items, total } = await read(`?${query}`);
    expect(total).toBe((await read()).total);
    expect(items.length).toBeLessThanOrEqual(100);
  });

  test.each(["'; DROP TABLE audit; --", '%', '_', '\uffff'])('finds nothing for %j', async (text) => {
    expect((await read(`?q=${encodeURIComponent(text)}`)).total).toBe(0);
  });
});

describe('related pages', () => {
  test('redirect the removed mail settings with a notice', async () => {
    const settings = await owner.get('/admin/settings?secao=email');
    expect(settings.text).toContain('As funções de configuração de e-mail foram removidas deste painel.');
    const old = await owner.get('/admin/email-settings');
    expect([old.status, old.headers.get('location')]).toEqual([302, '/admin/settings?secao=email']);
  });

  test.each(['/admin/audit', '/admin/settings', '/admin/email-settings'])('%s is closed to strangers', async (path) => {
    const response = await openClient(store.url).get(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login']);
    expect(response.text).not.toContain('astro-island');
  });
});
