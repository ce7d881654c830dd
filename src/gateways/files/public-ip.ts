import { BlockList, isIPv4, isIPv6 } from 'node:net';

export function isPublicIp(address: string): boolean {
  if (isIPv4(address)) return !RESERVED.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  const groups = groupsOf(address);
  const embedded = embeddedAddress(groups);
  if (embedded) return isPublicIp(embedded);
  // Only this eighth of the IPv6 space is assigned.
  return ((groups[0] ?? 0) & 0xe000) === 0x2000 && !RESERVED.check(address, 'ipv6');
}

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

function embeddedAddress(groups: number[]): string | null {
  const start = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':');
  if (start !== '0:0:0:0:0:ffff' && start !== '64:ff9b:0:0:0:0') return null;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [start = '', end] = hostname.slice(1, -1).split('::');
  const [first, last] = [numbersOf(start), numbersOf(end ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last];
}

function numbersOf(half: string): number[] {
  return half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16));
}
