import { describe, expect, it } from 'vitest';
import { listParams, pageUrl, readListUrl, writeListUrl } from '#src/islands/admin/list/list-url.ts';
import { asksForPage, defineList, oneOf, readId, readListRequest, readScreenRequest } from '#src/wire/lists/lists.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';

const RULES = defineList({
  path: '/api/admin/things',
  sorts: ['update', 'name'],
  sort: 'update',
  filters: { status: oneOf({ active: 'Ativos' }), owner: readId },
  pageSize: 20,
});
const USUAL = { q: '', page: 1, sort: 'update', order: 'desc', filters: { status: '', owner: '' }, view: '' } as const;

describe('the address of a list', () => {
  it('omits defaults', () => {
    expect(readListUrl('', RULES)).toEqual(USUAL);
    expect(writeListUrl('', USUAL, RULES)).toBe('');
  });

  it.each([
    ['?q=cinema', { ...USUAL, q: 'cinema' }],
    ['?q=a%26b+c', { ...USUAL, q: 'a&b c' }],
    ['?page=3', { ...USUAL, page: 3 }],
    ['?sort=name&order=asc', { ...USUAL, sort: 'name', order: 'asc' }],
    ['?sort=update&order=asc', { ...USUAL, order: 'asc' }],
    ['?page=2&view=v1', { ...USUAL, page: 2, view: 'v1' }],
    ['?status=active', { ...USUAL, filters: { status: 'active', owner: '' } }],
    ['?status=active&owner=ana', { ...USUAL, filters: { status: 'active', owner: 'ana' } }],
  ] as const)('%s survives a round trip', (search, state) => {
    expect(readListUrl(search, RULES)).toEqual(state);
    expect(writeListUrl('', state, RULES)).toBe(search);
  });

  it.each(['0', '-1', '1.5', 'dois', '', '99999999999999999999'])('reads page %j as the first page', (page) => {
    expect(readListUrl(`?page=${page}`, RULES).page).toBe(1);
  });

  it('reads no control character, in what is searched nor in an id', () => {
    const params = new URLSearchParams({ q: 'ana\0\tluz\u0007', owner: '\0a\0' });
    expect(readListRequest(params, RULES)).toMatchObject({ q: 'ana luz', owner: 'a' });
  });

  it('falls back to the default order when it is unknown', () => {
    expect(readListUrl('?order=up', RULES).order).toBe('desc');
    expect(readListUrl('?sort=name', RULES).order).toBe('asc');
  });

  it.each([
    '',
    'sort=update',
    'sort=name',
    'sort=passwordHash',
    'order=asc',
    'order=up',
    'sort=update&order=up',
    'sort=update&order=asc',
    'sort=name&order=desc',
    'sort=nada&order=asc',
  ])('reads %j as the server does', (search) => {
    const { sort, order } = readListRequest(new URLSearchParams(search), RULES);
    expect(readListUrl(`?${search}`, RULES)).toMatchObject({ sort, order });
  });

  it.each(['status=nada', 'status=', 'status=toString', 'owner='])('ignores %j, as the server does', (search) => {
    expect(readListUrl(`?${search}`, RULES)).toEqual(USUAL);
    expect(readListRequest(new URLSearchParams(search), RULES)).toMatchObject({ status: null, owner: null });
  });

  it('reads a filter written by an earlier version', () => {
    const { filters } = readListUrl('?status=em+an%C3%A1lise', SALE_LIST);
    expect(filters).toMatchObject({ status: 'under_review', period: '', from: '', to: '' });
  });

  it('keeps unrelated parameters', () => {
    const search = writeListUrl('?id=42&q=velho&page=9&novo=1', { ...USUAL, q: ' novo ' }, RULES);

    expect(search).toBe('?id=42&novo=1&q=novo');
  });

  it('becomes the call for one page and the call for the whole list', () => {
    const state = { ...USUAL, q: ' ana ', page: 2, filters: { status: 'active', owner: '' } };

    expect(pageUrl('/api/admin/products', state, 10)).toBe(
      '/api/admin/products?q=ana&status=active&sort=update&order=desc&page=2&pageSize=10',
    );
    expect(String(listParams(state))).toBe('q=ana&status=active&sort=update&order=desc');
  });
});

describe('the definition of a list', () => {
  const paramsOf = (search: string) => new URLSearchParams(search);

  it('has a page size that a call can override', () => {
    expect(readListRequest(paramsOf('page=2'), RULES)).toMatchObject({ page: 2, pageSize: 20 });
    expect(readListRequest(paramsOf('pageSize=7'), RULES).pageSize).toBe(7);
    expect(readListRequest(paramsOf('pageSize=1000'), RULES).pageSize).toBe(100);
    expect(readScreenRequest(paramsOf('pageSize=7'), RULES).pageSize).toBe(20);
    expect(readScreenRequest(paramsOf(''), { ...RULES, screenPageSize: 50 }).pageSize).toBe(50);
  });

  it.each(['page=1', 'pageSize=5', 'q=', 'sort=name', 'order=asc', 'status=active', 'owner='])(
    'recognizes by %s that a page is wanted',
    (search) => {
      expect(asksForPage(paramsOf(search), RULES)).toBe(true);
    },
  );

  it('recognizes a call for the whole list', () => {
    expect(asksForPage(paramsOf(''), RULES)).toBe(false);
    expect(asksForPage(paramsOf('novo=1'), RULES)).toBe(false);
    expect(asksForPage(paramsOf('sort=name&order=asc'), { ...RULES, sortsWhole: true })).toBe(false);
  });
});
