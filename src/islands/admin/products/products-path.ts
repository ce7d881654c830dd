import { PRODUCT_LIST } from '#src/wire/products.ts';

/** The call for the list; those for one product begin with it. */
export const PRODUCTS_PATH = PRODUCT_LIST.path;
