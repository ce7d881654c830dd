import { describe, expect, it } from 'vitest';
import { listParams, pageAddress, readListAddress, writeListAddress } from '#src/islands/admin/list-address.ts';

const RULES = { sort: 'update', order: 'desc', filters: { status: '', period: '30d' } } as const;
const USUAL = { q: '', page: 1, sort: 'update', order: 'desc', filters: { status: '', period: '30d' } } as const;

describe('the address of a list', () => {
  it('says nothing about what is usual', () => {
    expect(readListAddress('', RULES)).toEqual(USUAL);
    expect(writeListAddress('', USUAL, RULES)).toBe('');
  });

  it.each([
    ['?q=cinema', { ...USUAL, q: 'cinema' }],
    ['?q=a%26b+c', { ...USUAL, q: 'a&b c' }],
    ['?page=3', { ...USUAL, page: 3 }],
    ['?sort=name&order=asc', { ...USUAL, sort: 'name', order: 'asc' }],
    ['?sort=update&order=asc', { ...USUAL, order: 'asc' }],
    ['?status=active', { ...USUAL, filters: { status: 'active', period: '30d' } }],
    ['?period=', { ...USUAL, filters: { status: '', period: '' } }],
  ] as const)('%s is read and written alike', (search, state) => {
    expect(readListAddress(search, RULES)).toEqual(state);
    expect(writeListAddress('', state, RULES)).toBe(search);
  });

  it.each(['0', '-1', '1.5', 'dois', '', '99999999999999999999'])('takes page %j for the first', (page) => {
    expect(readListAddress(`?page=${page}`, RULES).page).toBe(1);
  });

  it('takes an unknown order for the usual one', () => {
    expect(readListAddress('?order=up', RULES).order).toBe('desc');
    expect(readListAddress('?sort=name', RULES).order).toBe('asc');
  });

  it('leaves alone what is not its own', () => {
    const search = writeListAddress('?id=42&q=velho&page=9&novo=1', { ...USUAL, q: ' novo ' }, RULES);

    expect(search).toBe('?id=42&novo=1&q=novo');
  });

  it('becomes the call for one page, and the call for the whole list', () => {
    const state = { ...USUAL, q: ' ana ', page: 2, filters: { status: 'active', period: '' } };

    expect(pageAddress('/api/admin/products', state, 10)).toBe(
      '/api/admin/products?q=ana&status=active&sort=update&order=desc&page=2&pageSize=10',
    );
    expect(String(listParams(state))).toBe('q=ana&status=active&sort=update&order=desc');
  });
});
