import type { Category } from '../products/categories.ts';
import type { Host } from '../products/hosts.ts';
import type { PublicProduct } from './public-product.ts';

/** The demo's pictures have these beside their 1280: for a row of cards or clips, and across a phone. */
export const SMALL_PICTURE_WIDTHS = [320, 720] as const;

export const PLACEHOLDER_IMAGE = '/demo/sem-imagem.svg';

/** The shop does not load remote images. */
export function isElsewhere(image: string): boolean {
  return image.startsWith('https://');
}

/** `terms` are words that the search also finds it by. */
export type ListedProduct = PublicProduct & { terms: string };

/** Samples stand in when the catalog cannot be read. */
export type Storefront = {
  source: 'catalog' | 'samples';
  products: ListedProduct[];
  /** Those that something on sale is in. */
  categories: Category[];
  /** Those that something on sale is made for. */
  editors: Host[];
  featured: PublicProduct | null;
};

/** `editors` are the others that there is something on sale for. */
export type EditorShelf = { host: Host; products: ListedProduct[]; editors: Host[] };

/** `categories` are the others that there is something on sale in. */
export type CategoryShelf = {
  category: Category & { shelfText: string };
  products: ListedProduct[];
  categories: Category[];
};

export function editorPath(host: Host): string {
  return `/editores/${host}`;
}
