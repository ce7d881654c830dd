/** The call for the list; those for one product begin with it. */
export const PRODUCTS_PATH = '/api/admin/products';
