import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoProducts } from '#db/seed/catalog/catalog.ts';
import { demoPages } from '#db/seed/catalog/demo-pages.ts';
import { pictureSet } from '#src/components/product/picture-sizes.ts';

const shown = [
  ...demoProducts.map(({ image }) => image),
  ...Object.values(demoPages).flatMap(({ media }) => media.flatMap(({ address, before }) => [address, before])),
].filter((address) => address.endsWith('.webp'));

test('each picture of the demo comes in three widths that all exist', () => {
  expect(shown.length).toBeGreaterThan(20);
  for (const address of shown) {
    const candidates = (pictureSet(address) ?? '').split(', ').map((candidate) => candidate.split(' '));
    expect(
      candidates.map(([, width]) => width),
      address,
    ).toEqual(['320w', '720w', '1280w']);
    for (const [path = ''] of candidates) {
      expect(existsSync(new URL(`../../../public${path}`, import.meta.url)), path).toBe(true);
    }
  }
});

test.each([
  '/demo/lote-320.webp',
  '/demo/lote-720.webp',
  '/demo/sem-imagem.svg',
  '/uploads/lote.webp',
  'https://loja.test/demo/lote.webp',
])('%s comes in one width', (address) => {
  expect(pictureSet(address)).toBeUndefined();
});
