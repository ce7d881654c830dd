import { BlockList, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export function isPublicIp(address: string): boolean {
  if (isIPv4(address)) return !RESERVED.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  const ip = ipaddr.IPv6.parse(address);
  if (EMBEDDING.some((network) => ip.match(network))) return isPublicIp(ip.toByteArray().slice(12).join('.'));
  // Only this eighth of the IPv6 space is assigned.
  return ip.match(ASSIGNED) && !RESERVED.check(address, 'ipv6');
}

/** The IPv4 address stands in the last four bytes. */
const EMBEDDING = ['::ffff:0:0/96', '64:ff9b::/96'].map((network) => ipaddr.IPv6.parseCIDR(network));
const ASSIGNED = ipaddr.IPv6.parseCIDR('2000::/3');

const RESERVED = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  RESERVED.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  RESERVED.addSubnet(network, prefix, 'ipv6');
}
