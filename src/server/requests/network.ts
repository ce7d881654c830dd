import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { findOrInsertSecret } from '#db/queries/secrets/secrets.ts';
import type { Database } from '#db/tables.ts';

/** An IPv6 client counts by its /64 network, since one home owns all addresses in it. */
export function networkOf(address = ''): string {
  if (!isIPv6(address)) return address;
  const ip = ipaddr.IPv6.parse(address);
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address().toString();
  const network = ip.parts.slice(0, 4);
  return network.map((group) => group.toString(16)).join(':');
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
