import type { PublicProductFields } from './product-fields.ts';

/** What a visitor may know of a product: `GET /api/public/products`. The address of the file is never part of it. */
export type PublicProduct = { id: string } & PublicProductFields;

export type Category = { id: string; name: string };

/** What stands in for a product without a picture; it reads 'Sem Imagem'. */
export const PLACEHOLDER_IMAGE = '/demo/sem-imagem.svg';

/** A picture that is kept by somebody else, whom the shop does not ask for it. */
export function isElsewhere(image: string): boolean {
  return image.startsWith('https://');
}

/** What the storefront is rendered from. The samples stand in when the catalog cannot be read, and cannot be bought. */
export type Storefront = {
  source: 'catalog' | 'samples';
  products: PublicProduct[];
  categories: Category[];
  /** The first featured product, else the first; null in an empty shop. */
  featured: PublicProduct | null;
};
