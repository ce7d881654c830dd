import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tidyPrice, typedPrice } from '#src/islands/ui/fields/typed-price.ts';
import { parseCents } from '#src/wire/basics/money.ts';

describe('formatting a price while typing', () => {
  it.each([
    ['', ''],
    ['R$ ', ''],
    ['abc', ''],
    [',', 'R$ 0,'],
    ['9', 'R$ 9'],
    ['R$ 99', 'R$ 99'],
    ['R$ 99,', 'R$ 99,'],
    ['R$ 99,9', 'R$ 99,9'],
    ['R$ 99,9,', 'R$ 99,9'],
    ['R$ 99,9,5', 'R$ 99,95'],
    ['R$ 9x9', 'R$ 99'],
    ['R$ 99.', 'R$ 99.'],
    ['R$ 99..', 'R$ 99.'],
    ['1.234,50', 'R$ 1.234,50'],
    ['R$\u00a01.234,50', 'R$ 1.234,50'],
    ['99.90', 'R$ 99.90'],
    ['.', 'R$ 0.'],
    [',5', 'R$ 0,5'],
    ['007', 'R$ 7'],
    ['-5', 'R$ 5'],
  ])('turns %j into %j', (typed, shown) => {
    expect(typedPrice(typed)).toBe(shown);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typedPrice(typedPrice(text))).toBe(typedPrice(text));
      }),
    );
  });

  it.each([
    ['R$ 12.499,90', 'R$ 12.499,90'],
    ['12.499,90', 'R$ 12.499,90'],
    ['12499.90', 'R$ 12.499,90'],
    ['12499,9', 'R$ 12.499,90'],
    ['12499', 'R$ 12.499,00'],
    ['12.499', 'R$ 12.499,00'],
    ['99.9', 'R$ 99,90'],
    ['99.', 'R$ 99,00'],
    [',5', 'R$ 0,50'],
    ['', ''],
    ['1,234', 'R$ 1,234'],
  ])('understands %j, pasted or typed key by key, as %j once the field is left', (text, shown) => {
    const keyByKey = [...text].reduce((typed, key) => typedPrice(typed + key), '');
    expect(tidyPrice(keyByKey)).toBe(shown);
    expect(tidyPrice(typedPrice(text))).toBe(shown);
  });

  it('keeps the amount that the shop parses', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const text = `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
        expect(parseCents(typedPrice(text))).toBe(cents);
      }),
    );
  });
});
