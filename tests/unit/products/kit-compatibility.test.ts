import { expect, test } from 'vitest';
import { partlyIn, sharedCompatibility } from '#src/domain/products/kit-compatibility.ts';
import type { Compatibility, Host } from '#src/wire/products/hosts.ts';

const WIDE: Compatibility = {
  hosts: [made('premiere', '24', null, '26.1'), made('resolve', '18', '20', '20')],
  systems: ['windows', 'macos-arm', 'linux'],
};
const NARROW: Compatibility = {
  hosts: [made('premiere', '25', '26', '25.2'), made('final-cut', '11', null, '11')],
  systems: ['windows', 'macos-arm'],
};
const SILENT: Compatibility = { hosts: [], systems: [] };

test('a kit works in what all its parts work in, of those that say so, in the narrowest of their versions', () => {
  expect(sharedCompatibility([WIDE, NARROW, SILENT])).toEqual({
    hosts: [made('premiere', '25', '26', '25.2')],
    systems: ['windows', 'macos-arm'],
  });
  expect(sharedCompatibility([WIDE, SILENT])).toEqual(WIDE);
  expect(sharedCompatibility([SILENT, SILENT])).toEqual(SILENT);
});

test('versions that do not meet make no shared editor', () => {
  const early = { ...WIDE, hosts: [made('premiere', '22', '23', '23')] };
  expect(sharedCompatibility([early, NARROW]).hosts).toEqual([]);
});

test('what only some parts work in is told with their names', () => {
  const parts = [
    { ...WIDE, name: 'Grade' },
    { ...NARROW, name: 'Lote' },
    { ...WIDE, name: 'Luz' },
  ];
  expect(partlyIn(sharedCompatibility(parts), parts)).toEqual([
    { name: 'DaVinci Resolve', parts: 'Grade e Luz' },
    { name: 'Final Cut Pro', parts: 'Lote' },
    { name: 'Linux', parts: 'Grade e Luz' },
  ]);
});

function made(host: Host, minVersion: string, maxVersion: string | null, testedVersion: string) {
  return { host, minVersion, maxVersion, testedVersion };
}
