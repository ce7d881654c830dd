import * as z from 'zod/mini';
import type { ProductStatus, PublicProduct } from './catalogue.ts';
import type { ListRules } from './lists.ts';
import { parseCents } from './money.ts';
import { type AddressReader, readDownload, readImage, readVideo } from './product-addresses.ts';
import { identifier, text } from './text.ts';

/** What the back-office knows of a product. `image` is empty where there is none. */
export type AdminProduct = PublicProduct & {
  status: ProductStatus;
  downloadUrl: string;
  downloads: number;
  updateDate: string;
  /** Keys that can still be sold. */
  keysAvailable: number;
  /** Buyers who have paid and wait for a key. */
  buyersWaiting: number;
};

/** What the owner reads about a product's state. */
export const PRODUCT_STATUS_NAMES: Record<ProductStatus, string> = {
  active: 'Ativo',
  'Em revisão': 'Em revisão',
  Inativo: 'Inativo',
};

export const PRODUCT_SORTS = ['update', 'name', 'price', 'downloads'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
export const PRODUCT_LIST: ListRules<ProductSort> = { sorts: PRODUCT_SORTS, sort: 'update', order: 'desc' };

/** What a product without a picture of its own gets when it is made. */
export const DEFAULT_IMAGE = '/uploads/default-product.png';
export const NO_DESCRIPTION = 'Sem descrição';

/** A price as it leaves the form: empty becomes `R$ 0,00`, the centavos are two. */
export function completePrice(typed: string): string {
  const digits = typed.replace(/^\s*R\$/i, '').trim();
  if (digits === '') return 'R$ 0,00';
  const [whole = '', decimals = ''] = digits.split(',');
  return `R$ ${whole || '0'},${decimals.slice(0, 2).padEnd(2, '0')}`;
}

const NO_PRICE = 'Informe o preço, como R$ 99,90.';
const price = z.pipe(
  z.pipe(z.union([z.string().check(z.maxLength(40)), z.number()], NO_PRICE), z.transform(readPrice)),
  z.number(NO_PRICE),
);

function readPrice(typed: string | number): number | null {
  if (typeof typed === 'number') return parseCents(typed);
  return parseCents(typed.includes(',') || !typed.trim() ? completePrice(typed) : typed);
}

/** Centavos; null for nothing. */
const originalPrice = z.pipe(
  z.transform((typed) => (typed === '' || typed === undefined ? null : typed)),
  z.nullable(price),
);

const NO_STATUS = 'Escolha um status: Ativo, Em revisão ou Inativo.';
const status = z.pipe(
  z.pipe(
    z.string(NO_STATUS),
    z.transform((named) => (named === 'Ativo' ? 'active' : named.normalize('NFC'))),
  ),
  z.enum(['active', 'Em revisão', 'Inativo'], NO_STATUS),
);

const flag = (refusal: string) =>
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], refusal),
    z.transform((value) => value === true || value === 'true'),
  );

function address(read: AddressReader, refusal: string) {
  return z.pipe(z.pipe(z.string(refusal).check(z.maxLength(2_000, refusal)), z.transform(read)), z.string(refusal));
}

const NO_CATEGORY = 'Escolha uma das categorias da loja.';
const categoryId = z.pipe(
  z.transform((id) => (id === '' ? null : id)),
  z.nullable(identifier(NO_CATEGORY)),
);

const NO_DOWNLOAD = 'Informe o endereço do arquivo: https://… ou /uploads/….';
const downloadUrl = z.pipe(address(readDownload, NO_DOWNLOAD), z.string().check(z.minLength(1, NO_DOWNLOAD)));

const WRONG_IMAGE = 'Use uma imagem enviada aqui ou um endereço https.';
const WRONG_VIDEO = 'Use um vídeo enviado aqui ou um endereço do YouTube.';
const videoUrl = z.pipe(
  z.transform((typed) => typed ?? ''),
  address(readVideo, WRONG_VIDEO),
);

const name = text(1, 120, 'Informe o nome do produto, com até 120 caracteres.');
const description = text(0, 2_000, 'A descrição pode ter até 2.000 caracteres.');
const systemRequirements = text(0, 2_000, 'Os requisitos podem ter até 2.000 caracteres.');
const image = address(readImage, WRONG_IMAGE);
const isFeatured = flag('Diga se o produto fica em destaque.');
const requiresActivation = flag('Diga se o produto precisa de chave.');

/** `POST /api/admin/products`. Prices are centavos once they are read. */
export const CreateProduct = z.object({
  name,
  price,
  downloadUrl,
  originalPrice: z.optional(originalPrice),
  status: z.optional(status),
  description: z.optional(description),
  image: z.optional(image),
  categoryId: z.optional(categoryId),
  systemRequirements: z.optional(systemRequirements),
  isFeatured: z.optional(isFeatured),
  requiresActivation: z.optional(requiresActivation),
  videoUrl: z.optional(videoUrl),
});
export type CreateProduct = z.infer<typeof CreateProduct>;

/** `PUT /api/admin/products/{id}`. What is missing stays as it is. */
export const UpdateProduct = z.extend(z.partial(CreateProduct), {
  /** The `updateDate` that the form was opened with: a product that somebody else has changed since is not overwritten. */
  openedAt: z.optional(z.string('A data da última mudança não pôde ser lida.').check(z.maxLength(40))),
});
export type UpdateProduct = z.infer<typeof UpdateProduct>;

/** The form, which wants what the call can do without. */
export const ProductForm = z.object({
  name,
  description: text(1, 2_000, 'Escreva uma descrição, com até 2.000 caracteres.'),
  price,
  originalPrice,
  status,
  categoryId,
  systemRequirements,
  isFeatured,
  requiresActivation,
  downloadUrl,
  image,
  videoUrl,
});
/** What is typed, before it is read. */
export type ProductFields = {
  name: string;
  description: string;
  price: string;
  originalPrice: string;
  status: ProductStatus;
  categoryId: string;
  systemRequirements: string;
  isFeatured: boolean;
  requiresActivation: boolean;
  downloadUrl: string;
  image: string;
  videoUrl: string;
};
