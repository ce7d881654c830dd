import {
  type Compatibility,
  compareHostVersions,
  HOST_KEYS,
  HOSTS,
  type ProductHost,
  SYSTEM_KEYS,
  SYSTEMS,
} from '#src/wire/products/hosts.ts';

type Part = Compatibility & { name: string };

/** What all parts work in that name something; the narrowest of their versions counts. */
export function sharedCompatibility(parts: readonly Compatibility[]) {
  const [named, made] = [
    parts.filter(({ hosts }) => hosts.length > 0),
    parts.filter(({ systems }) => systems.length > 0),
  ];
  const hosts = HOST_KEYS.flatMap((host): ProductHost[] => {
    const [first, ...others] = named.flatMap((part) => part.hosts.filter((each) => each.host === host));
    if (!first || others.length + 1 < named.length) return [];
    const shared = others.reduce(narrower, first);
    const isEmpty = shared.maxVersion !== null && compareHostVersions(shared.maxVersion, shared.minVersion) < 0;
    return isEmpty ? [] : [shared];
  });
  const systems = SYSTEM_KEYS.filter(
    (system) => made.length > 0 && made.every((part) => part.systems.includes(system)),
  );
  return { hosts, systems };
}

function narrower(one: ProductHost, other: ProductHost): ProductHost {
  const { maxVersion } = one;
  return {
    host: one.host,
    minVersion: lowest(one.minVersion, other.minVersion) === one.minVersion ? other.minVersion : one.minVersion,
    maxVersion:
      maxVersion === null || other.maxVersion === null
        ? (maxVersion ?? other.maxVersion)
        : lowest(maxVersion, other.maxVersion),
    testedVersion: lowest(one.testedVersion, other.testedVersion),
  };
}

function lowest(one: string, other: string): string {
  return compareHostVersions(one, other) <= 0 ? one : other;
}

/** The editors and systems that only some parts name, with the names of these. */
export function partlyIn(kit: Compatibility, parts: readonly Part[]): { name: string; parts: string }[] {
  const list = new Intl.ListFormat('pt-BR');
  const row = (name: string, isMade: (part: Part) => boolean) => {
    const names = parts.filter(isMade).map((part) => part.name);
    return names.length > 0 ? [{ name, parts: list.format(names) }] : [];
  };
  const otherHosts = HOST_KEYS.filter((host) => kit.hosts.every((each) => each.host !== host));
  const otherSystems = SYSTEM_KEYS.filter((system) => kit.systems.length > 0 && !kit.systems.includes(system));
  return [
    ...otherHosts.flatMap((host) => row(HOSTS[host].name, ({ hosts }) => hosts.some((each) => each.host === host))),
    ...otherSystems.flatMap((system) => row(SYSTEMS[system], ({ systems }) => systems.includes(system))),
  ];
}
