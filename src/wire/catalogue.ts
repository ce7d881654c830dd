/** What a visitor may know of a product: `GET /api/public/products`. The address of the file is never part of it. */
export type PublicProduct = {
  id: string;
  name: string;
  description: string;
  /** Display text, `R$ 99,90`. */
  price: string;
  originalPrice: string | null;
  image: string;
  categoryId: string | null;
  systemRequirements: string;
  isFeatured: boolean;
  videoUrl: string | null;
  requiresActivation: boolean;
};

export type Category = { id: string; name: string };

/** Stored and sent as it stands here; `active` is shown as `Ativo`. */
export const PRODUCT_STATUSES = ['active', 'Em revisão', 'Inativo'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** What stands in for a product without a picture; it reads 'Sem Imagem'. */
export const PLACEHOLDER_IMAGE = '/demo/sem-imagem.svg';

/** A picture that is kept by somebody else, whom the shop does not ask for it. */
export function isElsewhere(image: string): boolean {
  return image.startsWith('https://');
}

/** What the storefront is rendered from. The samples stand in when the catalogue cannot be read, and cannot be bought. */
export type Storefront = {
  source: 'catalogue' | 'samples';
  products: PublicProduct[];
  categories: Category[];
  /** The first featured product, else the first; null in an empty shop. */
  featured: PublicProduct | null;
};
