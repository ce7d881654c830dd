import { AFFILIATE_LIST, AFFILIATE_SALE_LIST } from '#src/wire/affiliates.ts';

export const AFFILIATES_PATH = AFFILIATE_LIST.path;
export const CODE_PATH = `${AFFILIATES_PATH}/suggested-code`;
export const SALES_PATH = '/api/admin/affiliate-sales';
export const SUMMARY_PATH = `${AFFILIATE_SALE_LIST.path}/summary`;

/** What affiliates and their sales have in common: whatever changes one of them, both are read again. */
export const BOTH_PATHS = '/api/admin/affiliate';
