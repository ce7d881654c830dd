export const AFFILIATES_PATH = '/api/admin/affiliates';
export const CODE_PATH = `${AFFILIATES_PATH}/suggested-code`;
export const SALES_PATH = '/api/admin/affiliate-sales';
/** The sales of all; the screen narrows them by a filter, which stands in its address. */
export const ALL_SALES_PATH = `${SALES_PATH}/all`;
export const SUMMARY_PATH = `${ALL_SALES_PATH}/summary`;

/** What affiliates and their sales have in common: whatever changes one of them, both are read again. */
export const BOTH_PATHS = '/api/admin/affiliate';
