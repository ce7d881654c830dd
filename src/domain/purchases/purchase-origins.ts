import { deleteClickIdsBefore } from '#db/queries/reports/sales-by-origin.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { CLICK_IDS_KEPT_DAYS, type ClickIds, type Origin, readOrigin } from '#src/wire/reports/origins.ts';
import type { Shop } from '../shop.ts';

type OriginColumns = Pick<PurchaseRow, 'originSource' | 'originCampaign' | 'origin' | 'clickIds'>;

/** Reads what an order sent about where its buyer came from; an origin never stops a sale. */
export function originColumns(sent: unknown, siteUrl: string): Partial<OriginColumns> {
  const read = readOrigin(sent, new URL(siteUrl).host);
  if (!read) return {};
  const { source, campaign, ...rest } = read.origin;
  return {
    originSource: source,
    originCampaign: campaign,
    origin: JSON.stringify(rest),
    clickIds: read.clickIds && JSON.stringify(read.clickIds),
  };
}

export function originOf({ originSource, originCampaign, origin }: OriginColumns): Origin | null {
  if (originSource === null) return null;
  const rest = origin === null ? NOTHING_ELSE : (JSON.parse(origin) as typeof NOTHING_ELSE);
  return { source: originSource, campaign: originCampaign, ...rest };
}

export function originWithClickIds(row: OriginColumns): (Origin & { clickIds: ClickIds | null }) | null {
  const origin = originOf(row);
  return origin && { ...origin, clickIds: row.clickIds === null ? null : (JSON.parse(row.clickIds) as ClickIds) };
}

export function forgetClickIds({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  return deleteClickIdsBefore(db, new Date(clock.now().getTime() - CLICK_IDS_KEPT_DAYS * DAY_MS).toISOString());
}

const NOTHING_ELSE: Omit<Origin, 'source' | 'campaign'> = {
  medium: null,
  content: null,
  term: null,
  referrerHost: null,
  landing: null,
};
