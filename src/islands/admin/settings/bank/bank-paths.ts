export const BANK_PATH = '/api/admin/bank';
export const TEST_CHARGE_PATH = `${BANK_PATH}/test-charge`;
