import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { freeSlug, isSlug, slugFrom } from '#src/wire/basics/slugs.ts';

it.each([
  ['Correção de Cor 2.0', 'correcao-de-cor-2-0'],
  ['  Névoa — Fina!! ', 'nevoa-fina'],
  ['ÀÉÎÕÜ Çç Ñ', 'aeiou-cc-n'],
  ['Ⅳ ﬁlme', 'iv-filme'],
  ['X', 'plugin-x'],
  ['字幕', 'plugin'],
  ['', 'plugin'],
  ['x'.repeat(120), 'x'.repeat(80)],
])('%j gets the address %j', (name, slug) => {
  expect(slugFrom(name)).toBe(slug);
});

it('any name gets an address that the shop takes, also when others have it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.integer({ min: 1, max: 8 }), (name, count) => {
      const taken = new Set<string>();
      for (let each = 0; each < count; each += 1) {
        const slug = freeSlug(slugFrom(name), taken);
        expect(isSlug(slug), slug).toBe(true);
        expect(taken).not.toContain(slug);
        taken.add(slug);
      }
    }),
  );
});

it('a taken address is numbered, within the longest one', () => {
  expect(freeSlug('nevoa', new Set(['nevoa', 'nevoa-2']))).toBe('nevoa-3');
  expect(freeSlug('x'.repeat(80), new Set(['x'.repeat(80)]))).toBe(`${'x'.repeat(78)}-2`);
});

it.each(['a', 'ab', 'Nevoa', 'a--b', '-ab', 'ab-', 'a_b', 'né', 'x'.repeat(81), 'a b'])('%j is no address', (text) => {
  expect(isSlug(text)).toBe(false);
});
