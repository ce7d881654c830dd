import { describe, expect, test } from 'vitest';
import { boundsOf } from '#src/wire/basics/periods.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { SALE_STATUS_LABELS, SALE_STATUSES } from '#src/wire/purchases/purchase-status.ts';
import { SALE_LIST, saleFilterOf } from '#src/wire/sales/sale-list.ts';

/** Nine in the evening of 30 November in São Paulo, already December in Greenwich. */
const NOW = new Date('2026-12-01T00:00:00.000Z');
const read = (query: string) => saleFilterOf(readListRequest(new URLSearchParams(query), SALE_LIST), NOW);

describe('the period filter', () => {
  test.each([
    ['today', '2026-11-30', '2026-11-30'],
    ['7d', '2026-11-24', '2026-11-30'],
    ['30d', '2026-11-01', '2026-11-30'],
    ['month', '2026-11-01', '2026-11-30'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['2026-02-01_2026-02-28', '2026-02-01', '2026-02-28'],
    ['2026-02-01_', '2026-02-01', null],
    ['_2026-02-28', null, '2026-02-28'],
    ['_', null, null],
    ['2026-02-30_amanhã', null, null],
    ['ontem', null, null],
  ])('%s runs from %s to %s', (period, from, to) => {
    expect(read(`period=${encodeURIComponent(period)}`)).toMatchObject({ from, to });
  });

  test('with two dates takes precedence over a preset', () => {
    expect(read('period=today&from=2026-01-01&to=2026-01-02')).toMatchObject({ from: '2026-01-01', to: '2026-01-02' });
  });

  test('includes first and last day, from midnight to midnight in São Paulo', () => {
    expect(boundsOf({ from: '2026-11-30', to: '2026-12-31' })).toEqual({
      since: '2026-11-30T03:00:00.000Z',
      until: '2027-01-01T03:00:00.000Z',
    });
    expect(boundsOf({ from: null, to: null })).toEqual({ since: null, until: null });
  });
});

describe('the search text', () => {
  test.each([
    ['#1a2b3c4d', '1a2b3c4d'],
    [`https://loja.test/purchase/success/${'0f'.repeat(16)}?x=1`, '0f'.repeat(16)],
    ['  ana@exemplo.com.br ', 'ana@exemplo.com.br'],
  ])('%s becomes %s', (typed, q) => {
    expect(read(`q=${encodeURIComponent(typed)}`).q).toBe(q);
  });
});

describe('the status filter', () => {
  test.each(SALE_STATUSES)('is read as %s and, in old addresses, as its label', (status) => {
    const label = SALE_STATUS_LABELS[status];
    for (const said of [status, label, label.toLowerCase(), label.toUpperCase(), label.normalize('NFD')]) {
      expect(read(`status=${encodeURIComponent(said)}`).status).toBe(status);
    }
  });

  test.each(['pago', '', 'constructor', 'PENDING'])('ignores %j', (said) => {
    expect(read(`status=${said}`).status).toBeNull();
  });
});
