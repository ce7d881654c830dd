import { defineList, oneOf, type RequestOf, readId } from '../lists/lists.ts';

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
  filters: { category: readId, state: oneOf(PRODUCT_FILTERS) },
  sortsWhole: true,
});
export type ProductListRequest = RequestOf<typeof PRODUCT_LIST>;

export const DEFAULT_IMAGE = '/uploads/default-product.png';
export const NO_DESCRIPTION = 'Sem descrição';
