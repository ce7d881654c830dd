import * as z from 'zod/mini';
import { schemasOf } from './field-rows.ts';
import { BLANK_FIELDS, ListedProductFields, PRODUCT_FIELDS, ShownProductFields } from './product-fields.ts';

/** `image` is empty when there is none. */
export const AdminProduct = z.extend(
  z.extend(
    z.object({
      id: z.string(),
    }),
    ListedProductFields.shape,
  ),
  {
    downloads: z.number(),
    updateDate: z.string(),
    keysAvailable: z.number(),
    buyersWaiting: z.number(),
    /** The list has it, for products on sale whose keys the owner adds. */
    stock: z.optional(
      z.object({
        isLow: z.boolean(),
        daysLeft: z.nullable(z.number()),
      }),
    ),
    /** The newest published stable version; without one `downloadUrl` is what buyers get. */
    currentVersion: z.nullable(z.string()),
  },
);
export type AdminProduct = z.infer<typeof AdminProduct>;

/** The lists leave out what is long. */
export const ProductDetails = z.extend(z.extend(AdminProduct, ShownProductFields.shape), {
  /** Rises with each change of the license's terms; a purchase keeps that of its sale. */
  termsVersion: z.number(),
});
export type ProductDetails = z.infer<typeof ProductDetails>;

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
