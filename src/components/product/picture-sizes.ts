import { SMALL_PICTURE_WIDTHS } from '#src/wire/storefront/catalog.ts';

/** The demo's pictures also lie beside themselves in smaller widths; those of owners come in one size. */
export function pictureSet(address: string): string | undefined {
  if (!DEMO_PICTURE.test(address)) return undefined;
  const small = SMALL_PICTURE_WIDTHS.map((width) => `${address.replace(/\.webp$/, `-${width}.webp`)} ${width}w`);
  return [...small, `${address} 1280w`].join(', ');
}

const DEMO_PICTURE = new RegExp(`^/demo/[a-z0-9-]+(?<!-(?:${SMALL_PICTURE_WIDTHS.join('|')}))\\.webp$`);

/** A phone's third pixel is not seen and doubles the bytes, so only two are asked for. */
const ACROSS_A_PHONE = '(width < 40rem) and (resolution > 2dppx) calc(67vw - 1.7rem)';

/** The picture beside a title takes the page's width, and half of it from 64rem on. */
export const HERO_SIZES = `${ACROSS_A_PHONE}, (width < 64rem) calc(100vw - 2.5rem), 38rem`;

export const CARD_SIZES = '(width < 40rem) 8rem, 20rem';

export const GALLERY_SIZES = `${ACROSS_A_PHONE}, (width < 64rem) calc(100vw - 2.5rem), 47rem`;
