import { PRODUCT_LIST } from '#src/wire/products.ts';

export const PRODUCTS_PATH = PRODUCT_LIST.path;
