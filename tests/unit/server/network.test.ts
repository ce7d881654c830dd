import { expect, test } from 'vitest';
import { networkOf } from '#src/server/requests/network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:7:7::1', '2001:db8:7:7'],
  ['2001:0DB8:0007:0007:ffff:1:2:3', '2001:db8:7:7'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
  ['not an address', 'not an address'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
