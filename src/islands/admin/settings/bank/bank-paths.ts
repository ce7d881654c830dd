export const BANK_PATH = '/api/admin/bank';
export const BANK_CHECK_PATH = `${BANK_PATH}/check`;
export const MOVE_PATH = `${BANK_PATH}/move`;
export const CERTIFICATE_PATH = `${BANK_PATH}/certificate`;
export const WEBHOOK_PATH = `${BANK_PATH}/webhook`;
export const FORMER_BANKS_PATH = `${BANK_PATH}/former`;
export const TEST_CHARGE_PATH = `${BANK_PATH}/test-charge`;

/** The bank is asked several things. */
export const BANK_TIME_MS = 40_000;
