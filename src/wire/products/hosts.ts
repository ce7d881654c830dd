import type { Platform } from './platforms.ts';

/** The editors that a plugin may be made for; `short` is how people call them, `sign` what stands on a card. */
export const HOSTS = {
  premiere: { name: 'Premiere Pro', short: 'Premiere', sign: 'Pr' },
  'after-effects': { name: 'After Effects', short: 'After Effects', sign: 'Ae' },
  resolve: { name: 'DaVinci Resolve', short: 'DaVinci Resolve', sign: 'Dr' },
  'final-cut': { name: 'Final Cut Pro', short: 'Final Cut', sign: 'Fc' },
  vegas: { name: 'VEGAS Pro', short: 'VEGAS', sign: 'Ve' },
  avid: { name: 'Avid Media Composer', short: 'Media Composer', sign: 'Mc' },
  capcut: { name: 'CapCut', short: 'CapCut', sign: 'Cc' },
  photoshop: { name: 'Photoshop', short: 'Photoshop', sign: 'Ps' },
  nuke: { name: 'Nuke', short: 'Nuke', sign: 'Nk' },
  obs: { name: 'OBS Studio', short: 'OBS', sign: 'Ob' },
} as const;
export type Host = keyof typeof HOSTS;
export const HOST_KEYS = Object.keys(HOSTS) as Host[];

export function isHost(text: string): text is Host {
  return Object.hasOwn(HOSTS, text);
}

export const SYSTEMS = {
  windows: 'Windows',
  'macos-intel': 'macOS (Intel)',
  'macos-arm': 'macOS (Apple Silicon)',
  linux: 'Linux',
} as const satisfies Partial<Record<Platform, string>>;
export type ProductSystem = keyof typeof SYSTEMS;
export const SYSTEM_KEYS = Object.keys(SYSTEMS) as ProductSystem[];

/** Versions as the editor numbers them, `25` or `25.2`; `maxVersion` is null while later ones are not ruled out. */
export type ProductHost = { host: Host; minVersion: string; maxVersion: string | null; testedVersion: string };

export type Compatibility = { hosts: readonly ProductHost[]; systems: readonly ProductSystem[] };

/** `Pr 25 26.1,Dr 19 20 20;03`, with the systems by their places: short, since each card of a page carries it. */
export function writeCompatibility({ hosts, systems }: Compatibility): string {
  const written = hosts.map(({ host, minVersion, maxVersion, testedVersion }) =>
    [HOSTS[host].sign, minVersion, testedVersion, ...(maxVersion === null ? [] : [maxVersion])].join(' '),
  );
  return `${written.join()};${systems.map((system) => SYSTEM_KEYS.indexOf(system)).join('')}`;
}

/** Reads what `writeCompatibility` wrote. */
export function readCompatibility(written: string): Compatibility {
  const [hosts = '', systems = ''] = written.split(';');
  return {
    hosts: hosts.split(',').flatMap((each) => {
      const [sign, minVersion = '', testedVersion = '', maxVersion = null] = each.split(' ');
      const host = HOST_KEYS.find((key) => HOSTS[key].sign === sign);
      return host ? { host, minVersion, testedVersion, maxVersion } : [];
    }),
    systems: SYSTEM_KEYS.filter((_, place) => systems.includes(String(place))),
  };
}

/** `Premiere Pro 25 a 26.2`. */
export function hostText({ host, minVersion, maxVersion }: ProductHost): string {
  const { name } = HOSTS[host];
  return maxVersion === null ? `${name} ${minVersion} ou mais novo` : `${name} ${minVersion} a ${maxVersion}`;
}

export type Setup = { host: Host; version: string; system: ProductSystem | null };

export type Verdict = { fits: 'yes' | 'untested' | 'no'; text: string };

export function isHostVersion(text: string): boolean {
  return /^\d{1,4}(\.\d{1,3})?$/.test(text);
}

/** Returns null where the product names no editors, or the version cannot be read. No verdict refuses a sale. */
export function judgeCompatibility(
  { hosts, systems }: Compatibility,
  { host, version, system }: Setup,
): Verdict | null {
  if (hosts.length === 0 || !isHostVersion(version)) return null;
  const { short } = HOSTS[host];
  const known = hosts.find((each) => each.host === host);
  if (!known) return no(`foi feito para ${joined(hosts.map((each) => HOSTS[each.host].short))}`);
  if (system !== null && systems.length > 0 && !systems.includes(system)) {
    const made = joined(systems.map((each) => SYSTEMS[each]));
    return { fits: 'no', text: `Não funciona no ${SYSTEMS[system]}: foi feito para ${made}` };
  }
  const { minVersion, maxVersion, testedVersion } = known;
  if (compareHostVersions(version, minVersion) < 0) return no(`precisa do ${short} ${minVersion} ou mais novo`);
  if (maxVersion !== null && compareHostVersions(version, maxVersion) > 0)
    return no(`vai até o ${short} ${maxVersion}`);
  if (compareHostVersions(version, testedVersion) > 0) {
    return {
      fits: 'untested',
      text: `Ainda não testado no ${short} ${version}: o último testado é o ${testedVersion}`,
    };
  }
  return { fits: 'yes', text: `Funciona no seu ${short} ${version}` };
}

function no(why: string): Verdict {
  return { fits: 'no', text: `Não funciona: ${why}` };
}

/** Only the major versions count where one of them names no minor: the `26` of a visitor may be any 26. */
export function compareHostVersions(one: string, other: string): number {
  const [major = 0, minor] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor] = other.split('.').map(Number);
  if (major !== otherMajor) return major - otherMajor;
  return minor === undefined || otherMinor === undefined ? 0 : minor - otherMinor;
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;
}
