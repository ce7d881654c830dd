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
