import { describe, expect, it } from 'vitest';
import { lastPage, pageNumbers, rangeText } from '#src/islands/ui/table/page-numbers.ts';

describe('the pager', () => {
  it.each([
    [1, 1, '1'],
    [2, 5, '1 2 3 4 5'],
    [4, 7, '1 2 3 4 5 6 7'],
    [1, 8, '1 2 3 4 5 … 8'],
    [4, 8, '1 2 3 4 5 … 8'],
    [5, 9, '1 … 4 5 6 … 9'],
    [5, 8, '1 … 4 5 6 7 8'],
    [10_000, 10_000, '1 … 9996 9997 9998 9999 10000'],
  ])('on page %i of %i shows %s', (page, last, shown) => {
    expect(
      pageNumbers(page, last)
        .map((number) => number ?? '…')
        .join(' '),
    ).toBe(shown);
  });

  it('keeps its width on every page and always shows the current one', () => {
    for (let page = 1; page <= 40; page++) {
      const numbers = pageNumbers(page, 40);
      expect(numbers).toHaveLength(7);
      expect(numbers).toContain(page);
    }
  });

  it('has one page for an empty and for a full list', () => {
    expect([0, 1, 10, 11, 20].map((total) => lastPage(total, 10))).toEqual([1, 1, 1, 2, 2]);
  });

  it.each([
    [{ page: 1, total: 1 }, 'Mostrando 1 a 1 de 1 produto'],
    [{ page: 1, total: 10 }, 'Mostrando 1 a 10 de 10 produtos'],
    [{ page: 2, total: 14 }, 'Mostrando 11 a 14 de 14 produtos'],
    [{ page: 124, total: 1_234 }, 'Mostrando 1.231 a 1.234 de 1.234 produtos'],
  ])('describes %j as %s', (shown, text) => {
    expect(rangeText({ ...shown, pageSize: 10, noun: ['produto', 'produtos'] })).toBe(text);
  });
});
