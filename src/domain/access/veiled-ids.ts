import { createCipheriv, createDecipheriv } from 'node:crypto';
import { listIdsOfPurchases } from '#db/queries/purchases/purchase-items.ts';
import type { Shop } from '../shop.ts';

type Office = Pick<Shop, 'db' | 'keyedHash'>;

/** The id of a purchase or an item opens the buyer's page, and with it the key: whoever may not read keys gets another name for it. */
export async function veilIds(shop: Office, text: string): Promise<string> {
  const found = new Set(text.match(IDS));
  if (found.size === 0) return text;
  const opening = new Set(await listIdsOfPurchases(shop.db, [...found]));
  return text.replace(IDS, (id) => (opening.has(id) ? `x${turn(createCipheriv, shop, id)}` : id));
}

/** What is no such name stays. */
export function unveilIds(shop: Pick<Shop, 'keyedHash'>, text: string): string {
  return text.replace(NAMES, (name) => turn(createDecipheriv, shop, name.slice(1)));
}

const IDS = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g;
const NAMES = /(?<![0-9a-zA-Z])x[0-9a-f]{32}(?![0-9a-zA-Z])/g;

/** An id is exactly one block, and no two have the same name. */
function turn(
  make: typeof createCipheriv | typeof createDecipheriv,
  { keyedHash }: Pick<Shop, 'keyedHash'>,
  hex: string,
): string {
  const key = Buffer.from(keyedHash('names of purchases'), 'hex').subarray(0, 16);
  return make('aes-128-ecb', key, null).setAutoPadding(false).update(hex, 'hex', 'hex');
}
