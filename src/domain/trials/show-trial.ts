import { findTrial, listTrialsOfMailboxes, type Trial } from '#db/queries/trials/trials.ts';
import type { BoughtFile } from '#src/wire/releases/releases.ts';
import type { CustomerTrial, ShownTrial } from '#src/wire/trials/trials.ts';
import { type Download, type DownloadRequest, openTriedFile } from '../downloads/downloads.ts';
import { addressHash } from '../mail/address-hash.ts';
import { readSignedToken, signedToken } from '../mail/signed-links.ts';
import { unknownAddress } from '../refusals.ts';
import { listPublished, toBoughtFileDto } from '../releases/bought-files.ts';
import type { Shop } from '../shop.ts';

export type TrialPage = ShownTrial & {
  version: string | null;
  /** Those of the newest stable version; empty where the product has one file and no versions. */
  files: BoughtFile[];
  downloadUrl: string;
};

/** The page that the mail with the key leads to. */
export async function showTrialPage(shop: Shop, token: string): Promise<TrialPage> {
  const trial = await findSigned(shop, token);
  const downloadUrl = `/api/trials/${token}/download`;
  const newest = await findNewest(shop, trial.productId);
  return {
    ...(await toShownTrial(shop, trial)),
    version: newest?.release.version ?? null,
    files: (newest?.files ?? []).map((file) => toBoughtFileDto(file, downloadUrl)),
    downloadUrl,
  };
}

/** Gives the newest stable version alone, and nothing unless the trial runs. */
export async function openTrialDownload(shop: Shop, token: string, wanted: DownloadRequest): Promise<Download> {
  const trial = await findSigned(shop, token);
  if (stateOf(trial, shop) !== 'running') throw unknownAddress();
  const files = (await findNewest(shop, trial.productId))?.files ?? [];
  return openTriedFile(shop, trial.productId, files, wanted);
}

export async function listRunningTrials(shop: Shop, email: string): Promise<ShownTrial[]> {
  const trials = await listTrialsOfMailboxes(shop.db, [addressHash(shop, email)]);
  const running = trials.filter((trial) => stateOf(trial, shop) === 'running');
  return Promise.all(running.map((trial) => toShownTrial(shop, trial)));
}

export async function listTrialsOf(shop: Shop, email: string): Promise<CustomerTrial[]> {
  const trials = await listTrialsOfMailboxes(shop.db, [addressHash(shop, email)]);
  return trials.map((trial) => {
    const { productId, productName, endsAt } = trial;
    return { productId, productName, endsAt: endsAt ?? '', state: stateOf(trial, shop) };
  });
}

export async function toShownTrial(shop: Pick<Shop, 'db' | 'clock' | 'settings'>, trial: Trial): Promise<ShownTrial> {
  const { productId, productName, productSlug, key, endsAt } = trial;
  return {
    productId,
    productName,
    productSlug: productSlug ?? productId,
    key: key ?? '',
    endsAt: endsAt ?? '',
    state: stateOf(trial, shop),
    pageUrl: `${shop.settings.siteUrl}/testar/${await trialToken(shop, trial.id)}`,
    buyUrl: buyUrlOf(shop, productId),
  };
}

export function buyUrlOf({ settings }: Pick<Shop, 'settings'>, productId: string): string {
  return `${settings.siteUrl}/checkout/${encodeURIComponent(productId)}`;
}

export function trialToken(shop: Pick<Shop, 'db'>, id: string): Promise<string> {
  return signedToken(shop, id, 'trial');
}

async function findSigned(shop: Shop, token: string): Promise<Trial> {
  const id = await readSignedToken(shop, token, 'trial');
  const trial = id === null ? undefined : await findTrial(shop.db, id);
  if (!trial || trial.confirmedAt === null) throw unknownAddress();
  return trial;
}

function stateOf({ itemId, endsAt }: Trial, { clock }: Pick<Shop, 'clock'>): ShownTrial['state'] {
  if (itemId !== null) return 'bought';
  return (endsAt ?? '') > clock.now().toISOString() ? 'running' : 'ended';
}

async function findNewest(shop: Shop, productId: string) {
  return (await listPublished(shop, productId)).find(({ release }) => release.channel === 'stable');
}
