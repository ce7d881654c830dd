import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isFilm, isPair, isYoutube, ProductMedia, readStoredMedia } from '#src/wire/products/product-media.ts';

const PICTURE = '/uploads/depois.webp';
const FILM = '/uploads/corte.mp4';
const YOUTUBE = 'https://www.youtube.com/embed/dQw4w9WgXcQ';
const addresses = fc.constantFrom(PICTURE, '/uploads/antes.png', FILM, '/uploads/outro.webm', YOUTUBE, '');

describe('a before/after', () => {
  test('is of two pictures or of one film of ours, whatever else is sent', () => {
    fc.assert(
      fc.property(addresses, addresses, (address, before) => {
        const read = z.safeParse(ProductMedia, [{ address, alt: 'O vale', before }]);
        const isOfPictures = !isFilm(address) && !isFilm(before);
        const isOfOneFilm = before === address && isFilm(address) && !isYoutube(address);
        expect(read.success).toBe(address !== '' && (before === '' || isOfPictures || isOfOneFilm));
        for (const medium of read.data ?? []) expect(isPair(medium)).toBe(before !== '' && !isFilm(address));
      }),
    );
  });

  test('is missing, as the caption, in what was written before there were any', () => {
    const [medium] = readStoredMedia(JSON.stringify([{ address: PICTURE, alt: 'O vale' }]));
    expect(medium).toEqual({ address: PICTURE, alt: 'O vale', caption: '', before: '' });
    expect(z.parse(ProductMedia, [medium])).toEqual([medium]);
  });
});
