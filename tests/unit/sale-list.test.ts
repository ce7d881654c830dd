import { describe, expect, test } from 'vitest';
import { boundsOf, readSaleRequest } from '#src/wire/sale-list.ts';

/** Nine in the evening of 30 November in São Paulo, already December in Greenwich. */
const NOW = new Date('2026-12-01T00:00:00.000Z');
const read = (query: string) => readSaleRequest(new URLSearchParams(query), NOW);

describe('a period', () => {
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
  ])('said as %s runs from %s to %s', (period, from, to) => {
    expect(read(`period=${encodeURIComponent(period)}`)).toMatchObject({ from, to });
  });

  test('said as two days goes before one that has a name', () => {
    expect(read('period=today&from=2026-01-01&to=2026-01-02')).toMatchObject({ from: '2026-01-01', to: '2026-01-02' });
  });

  test('holds its first and its last day, from midnight to midnight in São Paulo', () => {
    expect(boundsOf({ from: '2026-11-30', to: '2026-12-31' })).toEqual({
      since: '2026-11-30T03:00:00.000Z',
      until: '2027-01-01T03:00:00.000Z',
    });
    expect(boundsOf({ from: null, to: null })).toEqual({ since: null, until: null });
  });
});

describe('a search', () => {
  test.each([
    ['#1a2b3c4d', '1a2b3c4d'],
    [`https://loja.test/purchase/success/${'0f'.repeat(16)}?x=1`, '0f'.repeat(16)],
    ['  ana@exemplo.com.br ', 'ana@exemplo.com.br'],
  ])('for %s looks for %s', (typed, q) => {
    expect(read(`q=${encodeURIComponent(typed)}`).q).toBe(q);
  });
});

test('a status is known however it is written, and nothing else is', () => {
  expect(read('status=completado').status).toBe('Completado');
  expect(read('status=Em+An%C3%A1lise').status).toBe('em análise');
  expect(read('status=pago').status).toBeNull();
});
