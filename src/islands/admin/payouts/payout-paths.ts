export const PAYOUTS_PATH = '/api/admin/payouts';
export const OPEN_PATH = `${PAYOUTS_PATH}?state=open&page=1&pageSize=100`;
export const RECENT_PATH = `${PAYOUTS_PATH}?page=1&pageSize=30`;
export const PAYABLE_PATH = `${PAYOUTS_PATH}/payable`;
export const ROUND_PATH = `${PAYOUTS_PATH}/round`;
