import { isIPv4, isIPv6 } from 'node:net';

/** The address by which a client is counted. Whoever has one IPv6 address has a network of 2^64 of them, and is counted as one. */
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
