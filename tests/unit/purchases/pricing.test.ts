import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceWith } from '#src/wire/coupons/pricing.ts';

describe('the price of a purchase', () => {
  test('equals the product price without a coupon', () => {
    expect(priceWith(18990, undefined)).toEqual({ priceCents: 18990, discountCents: 0, totalCents: 18990 });
  });

  test('is reduced by a percentage, rounded half up to the centavo', () => {
    expect(priceWith(9995, { type: 'PERCENT', discountHundredths: 1000 })).toEqual({
      priceCents: 9995,
      discountCents: 1000,
      totalCents: 8995,
    });
  });

  test('is reduced by a fixed amount', () => {
    expect(priceWith(18990, { type: 'FIXED', discountHundredths: 2000 }).totalCents).toBe(16990);
  });

  test('never goes below R$ 0,50, and the shown discount is the real one', () => {
    expect(priceWith(4990, { type: 'PERCENT', discountHundredths: 10_000 })).toEqual({
      priceCents: 4990,
      discountCents: 4940,
      totalCents: 50,
    });
    expect(priceWith(4990, { type: 'FIXED', discountHundredths: 99_999 }).totalCents).toBe(50);
    expect(priceWith(0, undefined).totalCents).toBe(50);
    expect(priceWith(30, { type: 'FIXED', discountHundredths: 10 })).toEqual({
      priceCents: 30,
      discountCents: 0,
      totalCents: 50,
    });
  });

  test('adds up for every price and coupon at or above the minimum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 10_000_000 }),
        fc.constantFrom('PERCENT' as const, 'FIXED' as const, 'AFFILIATE' as const),
        fc.integer({ min: 1, max: 10_000 }),
        (priceCents, type, discountHundredths) => {
          const price = priceWith(priceCents, { type, discountHundredths });
          expect(price.priceCents - price.discountCents).toBe(price.totalCents);
          expect(price.totalCents).toBeGreaterThanOrEqual(50);
          expect(price.discountCents).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
