import { createHash } from 'node:crypto';
import type { Shop } from './shop.ts';

/** Each attempt of a mail carries the same link. */
export function tokenOf(shop: Shop, id: string): string {
  return Buffer.from(shop.keyedHash(`token:${id}`), 'hex').toString('base64url');
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
