import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPLIT_PERCENTS, splitBase, splitEarnings, splitWarning } from '#src/wire/affiliates/partner-split.ts';
import { apportion } from '#src/wire/basics/apportion.ts';

const PARTNERS = ['Rafaela', 'Otávio'] as const;
const cents = fc.integer({ min: 0, max: 99_999_999_999 });
const signedCents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
const weights = fc.array(fc.integer({ min: 0, max: 100_000_000_000 }), { minLength: 1, maxLength: 30 });
const total = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

describe('the profit split', () => {
  test('gives 20 %, 10 % and 70 % of what is left after the cost', () => {
    const split = splitEarnings(123_456, 23_456, PARTNERS);

    expect(split.baseCents).toBe(100_000);
    expect(split.shares).toEqual([
      { name: 'Rafaela', percent: 20, cents: 20_000 },
      { name: 'Otávio', percent: 10, cents: 10_000 },
      { name: 'GBR', percent: 70, cents: 70_000 },
    ]);
  });

  test.each([
    [1, [0, 0, 1]],
    [2, [0, 0, 2]],
    [3, [1, 0, 2]],
    [5, [1, 0, 4]],
    [99, [20, 10, 69]],
    [10_001, [2_000, 1_000, 7_001]],
    [0, [0, 0, 0]],
    [-2, [0, 0, -2]],
    [-10_001, [-2_000, -1_000, -7_001]],
  ])('splits %i centavos into %j', (base, parts) => {
    expect(apportion(base, SPLIT_PERCENTS)).toEqual(parts);
  });

  test('subtracts a cost only when there is one', () => {
    expect(splitBase(5_000, 0)).toBe(5_000);
    expect(splitBase(5_000, -700)).toBe(5_000);
    expect(splitBase(5_000, 700)).toBe(4_300);
  });

  test('shows a cost above the revenue as a loss', () => {
    const { baseCents, shares } = splitEarnings(10_000, 10_101, PARTNERS);
    expect(baseCents).toBe(-101);
    expect(shares.map((share) => share.cents)).toEqual([-20, -10, -71]);
  });

  test('adds up to the base for any revenue and cost', () => {
    fc.assert(
      fc.property(cents, cents, (revenue, cost) => {
        const { baseCents, shares } = splitEarnings(revenue, cost, PARTNERS);
        expect(baseCents).toBe(cost > 0 ? revenue - cost : revenue);
        expect(total(shares.map((share) => share.cents))).toBe(baseCents);
      }),
    );
  });

  test('differs from the exact share by less than a centavo', () => {
    fc.assert(
      fc.property(cents, cents, (revenue, cost) => {
        const { baseCents, shares } = splitEarnings(revenue, cost, PARTNERS);
        // The sums are in hundredths of a centavo, so that the exact share is a whole number.
        for (const share of shares) expect(Math.abs(share.cents * 100 - baseCents * share.percent)).toBeLessThan(100);
      }),
    );
  });
});

describe('apportioning by weights', () => {
  test('adds up, and differs from the exact part by less than one', () => {
    fc.assert(
      fc.property(signedCents, weights, (whole, parts) => {
        fc.pre(total(parts) > 0);
        const divided = apportion(whole, parts);
        expect(total(divided)).toBe(whole);
        for (const [at, part] of divided.entries()) {
          const exact = BigInt(whole) * BigInt(parts[at] ?? 0);
          const distance = BigInt(part) * BigInt(total(parts)) - exact;
          expect(distance < 0n ? -distance : distance).toBeLessThan(BigInt(total(parts)));
        }
      }),
    );
  });

  test('does not depend on the order', () => {
    const inSomeOrder = weights.chain((parts) =>
      fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: parts.length })),
    );
    const shares = (whole: number, parts: number[]) =>
      apportion(whole, parts)
        .map((part, at) => `${parts[at]}: ${part}`)
        .sort();
    fc.assert(
      fc.property(signedCents, inSomeOrder, (whole, [parts, shuffled]) => {
        expect(shares(whole, shuffled)).toEqual(shares(whole, parts));
      }),
    );
  });

  test('is symmetric for losses', () => {
    fc.assert(
      fc.property(cents, weights, (whole, parts) => {
        const gain = apportion(whole, parts);
        expect(apportion(-whole, parts)).toEqual(gain.map((part) => (part === 0 ? 0 : -part)));
      }),
    );
  });

  test('returns zeros when all weights are zero', () => {
    expect(apportion(1_000, [0, 0])).toEqual([0, 0]);
    expect(apportion(1_000, [])).toEqual([]);
  });
});

describe('the percentage warning', () => {
  test('is absent while the percentages add up to 100', () => {
    expect(splitWarning()).toBeNull();
  });

  test('shows the sum otherwise', () => {
    expect(splitWarning([20, 10, 60])).toBe('As partes da divisão somam 90 %, e não 100 %.');
  });
});
