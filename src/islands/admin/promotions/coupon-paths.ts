/** Whatever begins with it is read again after a change. */
export const COUPONS_PATH = '/api/admin/coupons';
