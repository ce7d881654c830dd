import { type ProductSystem, SYSTEM_KEYS } from '#src/wire/products/hosts.ts';
import { PLATFORMS, type Platform } from '#src/wire/products/platforms.ts';

type WithPlatform = { platform: Platform };

/** A file for `platform` runs on `system`. */
function runsOn(platform: Platform, system: ProductSystem): boolean {
  return platform === 'any' || platform === system || system.startsWith(`${platform}-`);
}

function systemsOf(platform: Platform): ProductSystem[] {
  return SYSTEM_KEYS.filter((system) => runsOn(platform, system));
}

/** Some computer takes files for both, as a Mac of Apple takes `macos` and `macos-arm`. */
export function shareSystem(one: Platform, other: Platform): boolean {
  return systemsOf(one).some((system) => runsOn(other, system));
}

/** Whatever computer the platform means, there is a file that runs on it. */
export function isServed(platform: Platform, files: readonly WithPlatform[]): boolean {
  return systemsOf(platform).every((system) => files.some((file) => runsOn(file.platform, system)));
}

export const PLATFORM_ORDER = Object.keys(PLATFORMS) as Platform[];

/** Lists the platforms for which a file can be added beside these. */
export function listAddable(files: readonly WithPlatform[]): Platform[] {
  return PLATFORM_ORDER.filter((platform) => files.every((file) => !shareSystem(file.platform, platform)));
}

/** Lists what `files` leave out of these, both kinds of Mac as one. */
export function listMissing(wanted: readonly Platform[], files: readonly WithPlatform[]): Platform[] {
  const systems = wanted.flatMap(systemsOf).filter((system) => !isServed(system, files));
  const macs = systems.filter((system) => runsOn('macos', system));
  const isWholeMac = new Set(macs).size === systemsOf('macos').length;
  const missing: Platform[] = isWholeMac ? [...systems.filter((system) => !macs.includes(system)), 'macos'] : systems;
  return PLATFORM_ORDER.filter((platform) => missing.includes(platform));
}
