import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { findOrInsertSecret } from '#db/queries/secrets.ts';
import type { Database } from '#db/tables.ts';

/** An IPv6 client counts by its /64 network, since one home owns all addresses in it. */
export function networkOf(address = ''): string {
  const mapped = address.slice(address.lastIndexOf(':') + 1);
  if (isIPv4(mapped)) return mapped;
  if (!isIPv6(address)) return address;
  const [start = '', end = ''] = address.split('::').map((half) => half.split('%')[0]);
  const [first, last] = [groupsOf(start), groupsOf(end)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  const network = [...first, ...zeros, ...last].slice(0, 4);
  return network.map((group) => group.toString(16)).join(':');
}

function groupsOf(half: string): number[] {
  return half ? half.split(':').map((group) => Number.parseInt(group, 16)) : [];
}

/** HMAC with the shop's own key, so that stored networks reveal no address. */
export function openNetworkHash(db: Database): Promise<(address: string) => string> {
  return openKeyedHash(db, 'network key');
}

/** The key is made at the first start and lies in the database. */
export async function openKeyedHash(db: Database, name: string): Promise<(text: string) => string> {
  const secret = await findOrInsertSecret(db, name, randomBytes(32).toString('hex'));
  const key = createSecretKey(secret, 'hex');
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
