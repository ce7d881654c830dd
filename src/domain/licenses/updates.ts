import { timingSafeEqual } from 'node:crypto';
import { findLicense } from '#db/queries/licenses/licenses.ts';
import { findMachineOfKey } from '#db/queries/licenses/machines.ts';
import type { ReleaseFileRow } from '#db/tables/releases.ts';
import { MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { platformOfMachine } from '#src/wire/licenses/machine-platforms.ts';
import { MACHINE_TEXTS } from '#src/wire/licenses/machines.ts';
import {
  type AvailableUpdate,
  type LatestRelease,
  type LatestVersion,
  LINK_MINUTES,
} from '#src/wire/licenses/plugin-calls.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import { isVersion } from '#src/wire/releases/releases.ts';
import { type Download, type DownloadRequest, openDownload } from '../downloads/downloads.ts';
import { isServed } from '../products/platforms.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { notFound, refusal } from '../refusals.ts';
import { type FilledRelease, listPublished } from '../releases/bought-files.ts';
import { covers } from '../releases/update-terms.ts';
import { compareVersions } from '../releases/versions.ts';
import type { Shop } from '../shop.ts';
import { checkLicense, checkLicenseKey, type GoodLicense } from './check-license-key.ts';

/** The newest later version that the key covers, or else the newest that it does not. */
export async function showLatest(
  shop: Shop,
  { productId, version, platform, channel, key, fingerprint }: LatestRelease,
  clientNetwork: string,
): Promise<{ update: LatestVersion | null }> {
  await takeOrRefuse(shop, 'versionChecks', clientNetwork, { sentence: MACHINE_TEXTS.tooFast });
  const license = key ? await goodLicense(shop, { key, productId }, clientNetwork) : null;
  const later = (await listPublished(shop, productId))
    .filter(({ release }) => release.channel === 'stable' || channel === 'beta')
    .filter(({ release }) => compareVersions(release.version, version) > 0)
    .filter(({ files }) => !platform || isServed(platform, files));
  const covered = license && later.find(({ release }) => covers(license, release));
  const newest = covered ?? later[0];
  if (!newest) return { update: null };
  const isLinked = covered && (!fingerprint || (await isActive(shop, license, fingerprint)));
  const { release } = newest;
  return {
    update: {
      version: release.version,
      isCritical: release.isCritical === 1,
      notes: release.notes,
      publishedAt: release.publishedAt,
      covered: Boolean(covered),
      downloadUrl: isLinked ? linkTo(shop, license, newest, platform ?? null) : null,
    },
  };
}

/** A plugin that said its version is told of it; one that also named its system only where there is a file for it. */
export async function findUpdate(
  shop: Shop,
  license: Pick<GoodLicense, 'productId' | 'updatesMajor' | 'updatesUntil'>,
  { pluginVersion, platform }: { pluginVersion: string | null | undefined; platform: string | null },
): Promise<AvailableUpdate | null> {
  if (!pluginVersion || !isVersion(pluginVersion)) return null;
  const system = platformOfMachine(platform);
  const found = (await listPublished(shop, license.productId))
    .filter(({ release }) => release.channel === 'stable' && covers(license, release))
    .filter(({ files }) => !system || isServed(system, files))
    .find(({ release }) => compareVersions(release.version, pluginVersion) > 0);
  return found ? { version: found.release.version, isCritical: found.release.isCritical === 1 } : null;
}

export type SealedLink = { fileId: string; keyId: string; until: string; seal: string };

/** The link names no purchase: whoever sees it gets this file, for ten minutes, and nothing else. */
export async function openLinkedDownload(
  shop: Shop,
  link: SealedLink,
  wanted: Omit<DownloadRequest, 'fileId'>,
): Promise<Download> {
  const { fileId, keyId, until, seal } = link;
  const expected = Buffer.from(shop.tickets.sealLink(textOf(link)));
  const given = Buffer.from(seal);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isOurs) throw notFound(MACHINE_TEXTS.linkOver);
  if (Number(until) * SECOND_MS < shop.clock.now().getTime()) throw linkOver();
  const license = await findLicense(shop.db, keyId);
  const judged = license && checkLicense(license);
  if (!judged?.isGood) throw linkOver();
  return openDownload(shop, judged.license.itemId, { ...wanted, fileId });
}

async function goodLicense(
  shop: Shop,
  named: { key: string; productId: string },
  clientNetwork: string,
): Promise<GoodLicense | null> {
  const judged = await checkLicenseKey(shop, named, clientNetwork);
  return judged.isGood ? judged.license : null;
}

async function isActive(shop: Shop, license: GoodLicense, fingerprint: string): Promise<boolean> {
  return (await findMachineOfKey(shop.db, license.id, shop.tickets.hashFingerprint(fingerprint))) !== undefined;
}

/** Returns null where there are several files, and the plugin did not say its system, or not which Mac it is. */
function linkTo(
  { tickets, clock, settings }: Shop,
  { id: keyId }: GoodLicense,
  { files }: FilledRelease,
  platform: Platform | null,
): string | null {
  const [file, ...others] = platform ? filesFor(files, platform) : files;
  if (!file || (!platform && others.length > 0)) return null;
  const until = String(Math.floor((clock.now().getTime() + LINK_MINUTES * MINUTE_MS) / SECOND_MS));
  const seal = tickets.sealLink(textOf({ fileId: file.id, keyId, until }));
  const params = new URLSearchParams({ key: keyId, until, seal });
  return `${settings.siteUrl}/api/licenses/files/${file.id}?${params}`;
}

function textOf({ fileId, keyId, until }: Omit<SealedLink, 'seal'>): string {
  return [fileId, keyId, until].join('\n');
}

/** The most fitting first. */
function filesFor(files: readonly ReleaseFileRow[], platform: Platform): ReleaseFileRow[] {
  return RUNS_ON[platform].flatMap((suited) => files.filter((file) => file.platform === suited));
}

const RUNS_ON: Record<Platform, Platform[]> = {
  any: ['any'],
  windows: ['windows', 'any'],
  macos: ['macos', 'any'],
  'macos-intel': ['macos-intel', 'macos', 'any'],
  'macos-arm': ['macos-arm', 'macos', 'any'],
  linux: ['linux', 'any'],
};

function linkOver() {
  return refusal('gone', 'link_over', MACHINE_TEXTS.linkOver);
}
