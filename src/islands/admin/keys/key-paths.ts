import { KEY_LIST } from '#src/wire/keys/key-list.ts';

export const KEYS_PATH = KEY_LIST.path;
export const STOCK_PATH = `${KEYS_PATH}/stock`;
export const IMPORT_PATH = `${KEYS_PATH}/bulk`;

export function keyPath(id: string, part: 'machines' | 'limit' | 'release'): string {
  return `${KEYS_PATH}/${encodeURIComponent(id)}/${part}`;
}
