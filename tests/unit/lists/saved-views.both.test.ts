import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeView, createView, deleteView, listViews } from '#src/domain/views/saved-views.ts';
import { isPartlyUnknown, type ListRules, readListUrl, viewQuery } from '#src/islands/admin/list/list-url.ts';
import { AFFILIATE_LIST, COMMISSION_LIST } from '#src/wire/affiliates/affiliates.ts';
import { AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { COUPON_LIST } from '#src/wire/coupons/coupons.ts';
import { CUSTOMER_LIST } from '#src/wire/customers/customers.ts';
import { INVOICE_LIST } from '#src/wire/invoices/invoices.ts';
import { KEY_LIST } from '#src/wire/keys/key-list.ts';
import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';
import { REVIEW_LIST } from '#src/wire/reviews/reviews.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';
import { BUILT_IN_VIEWS, LIST_NAMES, type ListName } from '#src/wire/views/built-in-views.ts';
import { MOST_VIEWS, NewView } from '#src/wire/views/saved-views.ts';
import { type OpenTestShop, openTestShop } from '../../support/store/shop.ts';

let test: OpenTestShop;
const ANA = { id: 'ana', role: 'owner' } as const;
const BIA = { id: 'bia', role: 'owner' } as const;

beforeAll(async () => {
  test = await openTestShop();
  const account = {
    passwordHash: '-',
    isAdmin: 1,
    role: 'owner',
    isAffiliate: 0,
    isActive: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
  } as const;
  for (const { id } of [ANA, BIA]) {
    await test.shop.db
      .insertInto('users')
      .values({ ...account, id, name: id, email: `${id}@loja.com.br` })
      .execute();
  }
});
afterAll(() => test.close());

/** By name, since two that were made within one millisecond have no order of their own. */
const namesFor = async (owner: typeof ANA | typeof BIA) =>
  (await listViews(test.shop, owner, 'coupons')).map(({ name }) => name).toSorted();
const view = { list: 'coupons', query: 'status=active', isShared: false } as const;

describe('a saved view', () => {
  it('is of nobody whose role does not read its list', async () => {
    const view = await createView(test.shop, ANA, { list: 'coupons', name: 'Da loja', query: 'q=x', isShared: true });
    const support = { id: 'bia', role: 'support' } as const;
    expect(await listViews(test.shop, support, 'coupons')).toEqual([]);
    expect(() => createView(test.shop, support, { ...view, isShared: false })).toThrow(/Suporte/);
    await expect(deleteView(test.shop, support, view.id)).rejects.toMatchObject({ kind: 'not_found' });
    const change = { openedAt: view.updatedAt, name: 'Outra' };
    await expect(changeView(test.shop, support, view.id, change)).rejects.toMatchObject({ kind: 'not_found' });
    await deleteView(test.shop, ANA, view.id);
  });

  it('is its owner’s alone, or everybody’s', async () => {
    await createView(test.shop, ANA, { ...view, name: 'Só da Ana' });
    const shared = await createView(test.shop, ANA, { ...view, name: 'De todos', isShared: true });

    expect(await namesFor(ANA)).toEqual(['De todos', 'Só da Ana']);
    expect(await namesFor(BIA)).toEqual(['De todos']);
    expect(await listViews(test.shop, ANA, 'sales')).toEqual([]);
    expect(await listViews(test.shop, ANA, 'constructor')).toEqual([]);

    const own = await changeView(test.shop, BIA, shared.id, { isShared: false, openedAt: shared.updatedAt });
    expect(own).toMatchObject({ name: 'De todos', isShared: false, query: 'status=active' });
    expect(await namesFor(ANA)).toEqual(['Só da Ana']);
  });

  it('keeps the name that was first, where two owners rename it at once', async () => {
    const shared = await createView(test.shop, ANA, { ...view, name: 'Disputada', isShared: true });
    const renames = await Promise.allSettled([
      changeView(test.shop, ANA, shared.id, { name: 'Renomeada por Ana', openedAt: shared.updatedAt }),
      changeView(test.shop, BIA, shared.id, { name: 'Renomeada por Bia', openedAt: shared.updatedAt }),
    ]);

    expect(renames.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = renames.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { kind: 'conflict', code: 'outdated' } });
    expect((await namesFor(ANA)).filter((name) => name.startsWith('Renomeada'))).toHaveLength(1);
  });

  it('has a name of its own, among those who see it', async () => {
    const first = await createView(test.shop, BIA, { ...view, name: 'Igual' });
    await expect(createView(test.shop, BIA, { ...view, name: 'Igual' })).rejects.toMatchObject({ code: 'name_taken' });
    await createView(test.shop, ANA, { ...view, name: 'Igual' });
    await createView(test.shop, BIA, { ...view, name: 'Igual', isShared: true });
    const renamed = changeView(test.shop, BIA, first.id, { isShared: true, openedAt: first.updatedAt });
    await expect(renamed).rejects.toMatchObject({ code: 'name_taken' });
  });

  it('takes no name of a view that ships with its list', async () => {
    const taken = createView(test.shop, ANA, { ...view, list: 'sales', name: 'A receber' });
    await expect(taken).rejects.toMatchObject({ code: 'name_taken' });
  });

  it('is nobody else’s to change or to delete', async () => {
    const own = await createView(test.shop, ANA, { ...view, name: 'Minha' });
    const stolen = changeView(test.shop, BIA, own.id, { name: 'Tomada', openedAt: own.updatedAt });
    await expect(stolen).rejects.toMatchObject({ kind: 'not_found' });
    await expect(deleteView(test.shop, BIA, own.id)).rejects.toMatchObject({ kind: 'not_found' });
    await deleteView(test.shop, ANA, own.id);
    await expect(deleteView(test.shop, ANA, own.id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is one of so many that a row of tabs can show', async () => {
    const made = (await listViews(test.shop, ANA, 'audit')).length;
    for (let number = made; number < MOST_VIEWS; number += 1) {
      await createView(test.shop, ANA, { ...view, list: 'audit', name: `Visão ${number}` });
    }
    const another = createView(test.shop, ANA, { ...view, list: 'audit', name: 'Mais uma' });
    await expect(another).rejects.toMatchObject({ code: 'too_many_views' });
  });

  it('is noted in the trail without its name, which may be a person’s', async () => {
    await createView(test.shop, ANA, { ...view, name: 'Compras de Zuleika', query: 'q=zuleika' });
    const trail = await test.shop.db.selectFrom('audit').selectAll().where('kind', '=', 'view').execute();
    expect(trail.length).toBeGreaterThan(0);
    expect(JSON.stringify(trail).toLowerCase()).not.toContain('zuleika');
  });
});

describe('the views that ship with a list', () => {
  const lists: (ListRules<string> & { name?: ListName })[] = [
    SALE_LIST,
    PRODUCT_LIST,
    KEY_LIST,
    CUSTOMER_LIST,
    COUPON_LIST,
    AFFILIATE_LIST,
    COMMISSION_LIST,
    REVIEW_LIST,
    INVOICE_LIST,
    AUDIT_LIST,
  ];

  it('are there for every list, so that no tab stands alone', () => {
    expect(lists.map(({ name }) => name)).toEqual(LIST_NAMES);
    for (const name of LIST_NAMES) expect(BUILT_IN_VIEWS[name].length).toBeGreaterThan(1);
  });

  it.each(lists)('narrow or sort $name by what it knows, in the spelling of its address', (list) => {
    for (const { query } of BUILT_IN_VIEWS[list.name ?? 'sales']) {
      expect(isPartlyUnknown(query, list)).toBe(false);
      expect(viewQuery(readListUrl(`?${query}`, list), list)).toBe(query);
    }
  });

  it('cannot be changed or deleted', async () => {
    const id = BUILT_IN_VIEWS.sales[0]?.id ?? '';
    await expect(deleteView(test.shop, ANA, id)).rejects.toMatchObject({ kind: 'not_found' });
    const changed = changeView(test.shop, ANA, id, { name: 'Outra', openedAt: '' });
    await expect(changed).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('the filters of a view', () => {
  const spell = (query: string) => viewQuery(readListUrl(`?${query}`, COUPON_LIST), COUPON_LIST);

  it('are kept in one spelling, without the page', () => {
    expect(spell('page=3&status=active&q=+a+')).toBe('q=a&status=active');
    expect(spell('order=desc&sort=createdAt')).toBe('');
    expect(spell('view=v1')).toBe('');
  });

  it.each([
    ['status=active', false],
    ['q=a&sort=code&order=asc', false],
    ['', false],
    ['status=forgotten', true],
    ['color=red', true],
    ['sort=color', true],
    ['constructor=1', true],
  ])('%j are partly unknown: %s', (query, isUnknown) => {
    expect(isPartlyUnknown(query, COUPON_LIST)).toBe(isUnknown);
  });

  it.each(['javascript:alert(1) ', 'q=ç', 'a b', 'x'.repeat(1_001), 'q=\u0000'])('are refused as %j', (query) => {
    expect(NewView.safeParse({ ...view, name: 'Nome', query }).success).toBe(false);
  });
});
