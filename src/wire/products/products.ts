import * as z from 'zod/mini';
import { formatCents, MINIMUM_CHARGE_CENTS, parseCents } from '../basics/money.ts';
import { identifier, text } from '../basics/text.ts';
import { defineList, oneOf, PAGE_SIZE, type RequestOf, readId } from '../lists/lists.ts';
import { LicenseFields, USUAL_LICENSE } from './license-fields.ts';
import {
  BLANK_PRODUCT,
  PRODUCT_STATUSES,
  type ProductField,
  type ProductStatus,
  type ShownProductFields,
  UPDATE_POLICIES,
  type UpdatePolicy,
} from './product-fields.ts';
import { BLANK_PAGE, PageFields } from './product-page.ts';
import { readDownload, readImage, readVideo, type UrlReader } from './product-urls.ts';

/** `image` is empty when there is none. */
export type AdminProduct = { id: string } & ShownProductFields &
  LicenseFields &
  Pick<PageFields, 'slug' | 'tagline' | 'hosts' | 'systems'> & {
    downloads: number;
    updateDate: string;
    keysAvailable: number;
    buyersWaiting: number;
    /** In the list, of products on sale whose keys the owner adds. */
    stock?: { isLow: boolean; daysLeft: number | null } | undefined;
    /** The newest published stable version; without one `downloadUrl` is what buyers get. */
    currentVersion: string | null;
  };

/** Of one product; the lists leave out what is long. */
export type ProductDetails = AdminProduct &
  PageFields & {
    /** Rises with each change of the license's terms; a purchase keeps that of its sale. */
    termsVersion: number;
  };

export const PRODUCT_STATUS_NAMES: Record<ProductStatus, string> = {
  active: 'Ativo',
  'Em revisão': 'Em revisão',
  Inativo: 'Inativo',
};

/** `low` are those on sale whose keys end. */
export const PRODUCT_FILTERS = {
  active: 'Ativos',
  review: 'Em revisão',
  inactive: 'Inativos',
  low: 'Acabando',
} as const;

export const PRODUCT_LIST = defineList({
  name: 'products',
  path: '/api/admin/products',
  sorts: ['update', 'name', 'price', 'downloads'],
  sort: 'update',
  order: 'desc',
  filters: { category: readId, state: oneOf(PRODUCT_FILTERS) },
  pageSize: PAGE_SIZE,
  sortsWhole: true,
});
export type ProductListRequest = RequestOf<typeof PRODUCT_LIST>;

export const DEFAULT_IMAGE = '/uploads/default-product.png';
export const NO_DESCRIPTION = 'Sem descrição';

/** Empty becomes `R$ 0,00` and a decimal point a comma; invalid text stays. */
export function completePrice(typed: string): string {
  const digits = typed
    .replace(/^\s*R\$/i, '')
    .trim()
    .replace(/\.(?<decimals>\d{0,2})$/, ',$<decimals>');
  if (digits === '') return 'R$ 0,00';
  const parts = TYPED_PRICE.exec(digits)?.groups;
  if (!parts) return typed;
  return `R$ ${parts['whole'] || '0'},${(parts['decimals'] ?? '').slice(0, 2).padEnd(2, '0')}`;
}

const TYPED_PRICE = /^(?=.*\d)(?<whole>[^,]*)(?:,(?<decimals>\d*))?$/;

const NO_PRICE = 'Informe o preço, como R$ 99,90.';
const price = z.pipe(
  z.pipe(z.union([z.string().check(z.maxLength(40)), z.number()], NO_PRICE), z.transform(readPrice)),
  z.number(NO_PRICE),
);

function readPrice(typed: string | number): number | null {
  if (typeof typed === 'number') return parseCents(typed);
  return parseCents(/\d/.test(typed) || !typed.trim() ? completePrice(typed) : typed);
}

type Priced = { status: ProductStatus; price: number; originalPrice: number | null; isFeatured: boolean };

const NO_GIFT = `Publicar de graça não é possível: o menor valor é ${formatCents(MINIMUM_CHARGE_CENTS)}.`;
const TOO_LOW = `O menor preço de um produto à venda é ${formatCents(MINIMUM_CHARGE_CENTS)}.`;
const NOT_ABOVE = 'O preço original aparece riscado: ele precisa ser maior que o preço.';

export function isSellable(priceCents: number): boolean {
  return priceCents >= MINIMUM_CHARGE_CENTS;
}

export function priceProblems({ status, price, originalPrice, isFeatured }: Priced): Record<string, string> {
  const isBelowPrice = isFeatured && originalPrice !== null && originalPrice <= price;
  return {
    ...(status === 'active' && !isSellable(price) && { price: price === 0 ? NO_GIFT : TOO_LOW }),
    ...(isBelowPrice && { originalPrice: NOT_ABOVE }),
  };
}

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
  z.enum(PRODUCT_STATUSES, NO_STATUS),
);

const flag = (refusal: string) =>
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], refusal),
    z.transform((value) => value === true || value === 'true'),
  );

function address(read: UrlReader, refusal: string) {
  return z.pipe(z.pipe(z.string(refusal).check(z.maxLength(2_000, refusal)), z.transform(read)), z.string(refusal));
}

const NO_CATEGORY = 'Escolha uma das categorias da loja.';
const categoryId = z.pipe(
  z.transform((id) => (id === '' ? null : id)),
  z.nullable(identifier(NO_CATEGORY)),
);

export const NO_DOWNLOAD = 'Informe o endereço do arquivo: https://… ou /uploads/….';
const downloadUrl = address(readDownload, NO_DOWNLOAD);

export const NOTHING_TO_DELIVER =
  'Para ficar ativo, o produto precisa de uma versão publicada ou do endereço do arquivo: https://… ou /uploads/….';

/** Without a file a product can be prepared, and not sold. */
export function deliveryProblems(
  { status, downloadUrl: address }: { status: ProductStatus; downloadUrl: string },
  hasVersion: boolean,
): Record<string, string> {
  return status === 'active' && address === '' && !hasVersion ? { downloadUrl: NOTHING_TO_DELIVER } : {};
}

const NO_POLICY = 'Escolha quais versões novas o cliente recebe.';
const updatePolicy = z.enum(Object.keys(UPDATE_POLICIES) as UpdatePolicy[], NO_POLICY);

export const MAXIMUM_UPDATE_MONTHS = 60;
export const WRONG_MONTHS = `Informe por quantos meses, de 1 a ${MAXIMUM_UPDATE_MONTHS}.`;
const updateMonths = z.pipe(
  z.transform((typed) => (typed === '' || typed === undefined ? null : typed)),
  z.nullable(
    z.pipe(
      z.pipe(
        z.union([z.number(), z.string().check(z.maxLength(20))], WRONG_MONTHS),
        z.transform((typed) => Number(typed)),
      ),
      z.int(WRONG_MONTHS).check(z.minimum(1, WRONG_MONTHS), z.maximum(MAXIMUM_UPDATE_MONTHS, WRONG_MONTHS)),
    ),
  ),
);

export function policyProblems(fields: {
  updatePolicy: UpdatePolicy;
  updateMonths: number | null;
}): Record<string, string> {
  return fields.updatePolicy === 'months' && fields.updateMonths === null ? { updateMonths: WRONG_MONTHS } : {};
}

const WRONG_IMAGE = 'Use uma imagem enviada aqui ou um endereço https.';
const WRONG_VIDEO = 'Use um vídeo enviado aqui ou um endereço do YouTube.';
const videoUrl = z.pipe(
  z.transform((typed) => typed ?? ''),
  address(readVideo, WRONG_VIDEO),
);

export const PRODUCT_NAME_LENGTH = 120;
const name = text(1, PRODUCT_NAME_LENGTH, `Informe o nome do produto, com até ${PRODUCT_NAME_LENGTH} caracteres.`);
const description = text(0, 2_000, 'A descrição pode ter até 2.000 caracteres.');
const systemRequirements = text(0, 2_000, 'Os requisitos podem ter até 2.000 caracteres.');
const licenseTerms = text(0, 60, 'O texto da licença pode ter até 60 caracteres.');
const image = address(readImage, WRONG_IMAGE);
const isFeatured = flag('Diga se o produto fica em destaque.');
const requiresActivation = flag('Diga se o produto precisa de chave.');

/** Prices become centavos. */
const Fields = z.object({
  name,
  description,
  price,
  originalPrice,
  status,
  categoryId,
  systemRequirements,
  isFeatured,
  requiresActivation,
  licenseTerms,
  updatePolicy,
  updateMonths,
  downloadUrl,
  image,
  videoUrl,
} satisfies Record<ProductField, z.ZodMiniType>);
const REQUIRED = { name: true, price: true, downloadUrl: true } as const;

export const CreateProduct = z.extend(z.partial(Fields), {
  ...z.pick(Fields, REQUIRED).shape,
  ...z.partial(LicenseFields).shape,
  ...z.partial(PageFields).shape,
});
export type CreateProduct = z.infer<typeof CreateProduct>;

export function readBlankFields() {
  return { ...z.parse(z.omit(Fields, REQUIRED), BLANK_PRODUCT), ...USUAL_LICENSE, ...BLANK_PAGE };
}

export const UpdateProduct = z.extend(z.partial(Fields), {
  ...z.partial(LicenseFields).shape,
  ...z.partial(PageFields).shape,
  /** The `updateDate` when the form was opened; a later change by somebody else is not overwritten. */
  openedAt: z.optional(z.string('A data da última mudança não pôde ser lida.').check(z.maxLength(40))),
});
export type UpdateProduct = z.infer<typeof UpdateProduct>;

/** Requires what the API defaults. */
export const ProductForm = z.extend(Fields, {
  description: text(1, 2_000, 'Escreva uma descrição, com até 2.000 caracteres.'),
});
export function productFormDelivery(hasVersion: boolean) {
  return z.object({ status, downloadUrl }).check(
    z.superRefine((fields, context) => {
      for (const [field, message] of Object.entries(deliveryProblems(fields, hasVersion))) {
        context.addIssue({ code: 'custom', path: [field], message, input: fields });
      }
    }),
  );
}
export const ProductFormPolicy = z.object({ updatePolicy, updateMonths }).check(
  z.superRefine((fields, context) => {
    for (const [field, message] of Object.entries(policyProblems(fields))) {
      context.addIssue({ code: 'custom', path: [field], message, input: fields });
    }
  }),
);
/** Checked together, even when another field is invalid. */
export const ProductFormPrices = z.object({ status, price, originalPrice, isFeatured }).check(
  z.superRefine((fields, context) => {
    for (const [field, message] of Object.entries(priceProblems(fields))) {
      context.addIssue({ code: 'custom', path: [field], message, input: fields });
    }
  }),
);
