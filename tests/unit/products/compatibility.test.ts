import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type Compatibility,
  HOST_KEYS,
  judgeCompatibility,
  readCompatibility,
  type Setup,
  SYSTEM_KEYS,
  writeCompatibility,
} from '#src/wire/products/hosts.ts';

const plugin: Compatibility = {
  hosts: [
    { host: 'premiere', minVersion: '25', maxVersion: null, testedVersion: '26.1' },
    { host: 'resolve', minVersion: '19.1', maxVersion: '20', testedVersion: '20' },
  ],
  systems: ['windows', 'macos-arm'],
};

describe('what a visitor reads of his editor', () => {
  const cases: [Setup['host'], string, Setup['system'], string, string][] = [
    ['premiere', '26', 'windows', 'yes', 'Funciona no seu Premiere 26'],
    ['premiere', '25', null, 'yes', 'Funciona no seu Premiere 25'],
    ['premiere', '26.1', 'macos-arm', 'yes', 'Funciona no seu Premiere 26.1'],
    ['premiere', '27', null, 'untested', 'Ainda não testado no Premiere 27: o último testado é o 26.1'],
    ['premiere', '26.2', null, 'untested', 'Ainda não testado no Premiere 26.2: o último testado é o 26.1'],
    ['premiere', '24.9', null, 'no', 'Não funciona: precisa do Premiere 25 ou mais novo'],
    ['resolve', '19', null, 'yes', 'Funciona no seu DaVinci Resolve 19'],
    ['resolve', '19.0', null, 'no', 'Não funciona: precisa do DaVinci Resolve 19.1 ou mais novo'],
    ['resolve', '20.3', null, 'yes', 'Funciona no seu DaVinci Resolve 20.3'],
    ['resolve', '21', null, 'no', 'Não funciona: vai até o DaVinci Resolve 20'],
    ['obs', '30', null, 'no', 'Não funciona: foi feito para Premiere e DaVinci Resolve'],
    ['premiere', '26', 'linux', 'no', 'Não funciona no Linux: foi feito para Windows e macOS (Apple Silicon)'],
  ];

  it.each(cases)('%s %s on %s: %s', (host, version, system, fits, text) => {
    expect(judgeCompatibility(plugin, { host, version, system })).toEqual({ fits, text });
  });

  it('is nothing where the product names no editor, or the version cannot be read', () => {
    const setup = { host: 'premiere', version: '26', system: null } as const;
    expect(judgeCompatibility({ hosts: [], systems: [] }, setup)).toBeNull();
    expect(judgeCompatibility(plugin, { ...setup, version: 'CC 2026' })).toBeNull();
  });

  it('does not depend on the system where the product names none', () => {
    const setup = { host: 'premiere', version: '26', system: 'linux' } as const;
    expect(judgeCompatibility({ ...plugin, systems: [] }, setup)?.fits).toBe('yes');
  });
});

test('what a card carries says all that is judged', () => {
  const version = fc.integer({ min: 1, max: 9999 }).map(String);
  const hosts = fc.uniqueArray(fc.constantFrom(...HOST_KEYS)).chain((keys) =>
    fc.tuple(
      ...keys.map((host) =>
        fc.record({
          host: fc.constant(host),
          minVersion: version,
          testedVersion: version,
          maxVersion: fc.option(version),
        }),
      ),
    ),
  );
  const systems = fc.subarray([...SYSTEM_KEYS]);
  fc.assert(
    fc.property(fc.record({ hosts, systems }), (said) => {
      expect(readCompatibility(writeCompatibility(said))).toEqual(said);
    }),
  );
});
