import { AFFILIATE_LIST, COMMISSION_LIST } from '#src/wire/affiliates/affiliates.ts';

export const AFFILIATES_PATH = AFFILIATE_LIST.path;
export const CODE_PATH = `${AFFILIATES_PATH}/suggested-code`;
export const COMMISSIONS_PATH = '/api/admin/affiliate-sales';
export const SUMMARY_PATH = `${COMMISSION_LIST.path}/summary`;

export const BOTH_PATHS = '/api/admin/affiliate';
