import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';

export const PRODUCTS_PATH = PRODUCT_LIST.path;
