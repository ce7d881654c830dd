import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCents, parseCents, shareOfCents } from '#src/wire/basics/money.ts';

describe('an amount in a request', () => {
  test.each([
    [89.9, 8990],
    ['89.90', 8990],
    ['89,90', 8990],
    ['R$ 1.234,50', 123450],
    ['R$\u00a01.234,50', 123450],
    ['1.234.567,8', 123456780],
    ['1234,5', 123450],
    ['1.234', 123400],
    [1234.5, 123450],
    [1.15, 115],
    [0, 0],
    ['0,5', 50],
  ])('%s is read as %i centavos', (amount, cents) => {
    expect(parseCents(amount)).toBe(cents);
  });

  test.each([
    '',
    'abc',
    '-1',
    '1,234',
    '12.345,678',
    '1..2',
    '1e3',
    'R$',
    '99999999999',
    1.234,
    99.999,
    1e21,
    1e-7,
    Number.NaN,
    -5,
    Infinity,
  ])('%s is rejected', (amount) => {
    expect(parseCents(amount)).toBeNull();
  });
});

test('formats with a plain space as the specification does', () => {
  expect(formatCents(123450)).toBe('R$ 1.234,50');
  expect(formatCents(0)).toBe('R$ 0,00');
  expect(formatCents(5)).toBe('R$ 0,05');
});

test('formatted amounts parse back to the same centavos', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      expect(parseCents(formatCents(cents))).toBe(cents);
    }),
  );
});

describe('a share of an amount', () => {
  test('is rounded half up to the centavo', () => {
    expect(shareOfCents(8990, 1000)).toBe(899);
    expect(shareOfCents(5, 1000)).toBe(1);
    expect(shareOfCents(4, 1000)).toBe(0);
    expect(shareOfCents(9999, 3333)).toBe(3333);
  });

  test('differs from the exact share by at most half a centavo', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (cents, hundredths) => {
          const exact = (cents * hundredths) / 10_000;
          expect(Math.abs(shareOfCents(cents, hundredths) - exact)).toBeLessThanOrEqual(0.5);
        },
      ),
    );
  });
});
