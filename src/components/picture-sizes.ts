/** The demo's pictures also lie beside themselves at half the width; those of owners come in one size. */
export function pictureSet(address: string): string | undefined {
  return DEMO_PICTURE.test(address) ? `${address.replace(/\.webp$/, '-640.webp')} 640w, ${address} 1280w` : undefined;
}

const DEMO_PICTURE = /^\/demo\/[a-z0-9-]+(?<!-640)\.webp$/;

/** Of the picture beside a title: the page's width, and half of it from 64rem on. */
export const HERO_SIZES = '(width < 64rem) calc(100vw - 2.5rem), 38rem';

export const CARD_SIZES = '(width < 40rem) 8rem, 20rem';

/** Of a product's gallery. */
export const GALLERY_SIZES = '(width < 64rem) calc(100vw - 2.5rem), 47rem';
