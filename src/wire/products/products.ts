import * as z from 'zod/mini';
import { defineList, oneOf, PAGE_SIZE, type RequestOf, readId } from '../lists/lists.ts';
import { schemasOf } from './field-rows.ts';
import { BLANK_FIELDS, type ListedProductFields, PRODUCT_FIELDS, type ShownProductFields } from './product-fields.ts';

/** `image` is empty when there is none. */
export type AdminProduct = { id: string } & ListedProductFields & {
    downloads: number;
    updateDate: string;
    keysAvailable: number;
    buyersWaiting: number;
    /** The list has it, for products on sale whose keys the owner adds. */
    stock?: { isLow: boolean; daysLeft: number | null } | undefined;
    /** The newest published stable version; without one `downloadUrl` is what buyers get. */
    currentVersion: string | null;
  };

/** The lists leave out what is long. */
export type ProductDetails = AdminProduct &
  ShownProductFields & {
    /** Rises with each change of the license's terms; a purchase keeps that of its sale. */
    termsVersion: number;
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

const Fields = z.object(schemasOf(PRODUCT_FIELDS));
const REQUIRED = { name: true, price: true, downloadUrl: true } as const;

export const CreateProduct = z.extend(z.partial(Fields), z.pick(Fields, REQUIRED).shape);
export type CreateProduct = z.infer<typeof CreateProduct>;

export function readBlankFields() {
  return z.parse(z.omit(Fields, REQUIRED), BLANK_FIELDS);
}

export const UpdateProduct = z.extend(z.partial(Fields), {
  /** The `updateDate` when the form was opened; a later change by somebody else is not overwritten. */
  openedAt: z.optional(z.string('A data da última mudança não pôde ser lida.').check(z.maxLength(40))),
});
export type UpdateProduct = z.infer<typeof UpdateProduct>;
