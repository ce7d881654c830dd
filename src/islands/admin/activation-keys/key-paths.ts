/** Whatever begins with it is read again after a change. */
export const KEYS_PATH = '/api/admin/activation-keys';
export const STOCK_PATH = `${KEYS_PATH}/stock`;
export const IMPORT_PATH = `${KEYS_PATH}/bulk`;
export const EXPORT_PATH = `${KEYS_PATH}/export.csv`;
