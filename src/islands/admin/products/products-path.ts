import { PRODUCT_LIST } from '#src/wire/products/products.ts';

export const PRODUCTS_PATH = PRODUCT_LIST.path;
