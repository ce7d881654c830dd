import * as z from 'zod/mini';
import { keyOf } from '../basics/text.ts';
import { Days } from './figures.ts';

/** An order without any of these is as good. */
export const Origin = z.object({
  source: z.string(),
  medium: z.nullable(z.string()),
  campaign: z.nullable(z.string()),
  content: z.nullable(z.string()),
  term: z.nullable(z.string()),
  referrerHost: z.nullable(z.string()),
  landing: z.nullable(z.string()),
});
export type Origin = z.infer<typeof Origin>;

const CLICK_IDS = ['fbclid', 'gclid', 'ttclid'] as const;
export const ClickIds = z.partialRecord(z.enum(CLICK_IDS), z.string());
export type ClickIds = z.infer<typeof ClickIds>;

export const CLICK_IDS_KEPT_DAYS = 30;

export const DIRECT = 'direto';
/** Of a link with a coupon that names no source itself. */
const BY_COUPON = 'cupom';
/** Of a checkout that was opened from another page of ours. */
export const UNKNOWN_SOURCE = '';
/** It takes what is beyond the sources that a day has room for. */
export const OTHERS = 'outras';
export const SOURCES_A_DAY = 500;
/** Older days have one sum of all their hours, and room for fewer sources. */
export const VISIT_HOURS_KEPT_DAYS = 30;
export const SOURCES_OF_OLD_DAY = 100;

/** The shop's script sends it when a checkout is opened from another page of ours. */
export const SentVisit = z.object({
  page: z.string().check(z.regex(/^\/checkout\/[\w-]{1,80}$/)),
  origin: z.optional(z.unknown()),
});
export type SentVisit = z.infer<typeof SentVisit>;

export const ORIGIN_GROUPS = {
  source: 'Origem',
  campaign: 'Campanha',
  product: 'Produto',
  coupon: 'Cupom',
  affiliate: 'Afiliado',
} as const;
export type OriginGroup = keyof typeof ORIGIN_GROUPS;

/** `entries` and `checkouts` are null where visits are not told apart by it. */
const OriginFigures = z.object({
  entries: z.nullable(z.number()),
  checkouts: z.nullable(z.number()),
  charges: z.number(),
  paid: z.number(),
  /** It is in reais. */
  revenue: z.number(),
  refunded: z.number(),
  /** So many percent of the entries paid, to one decimal. */
  rate: z.nullable(z.number()),
});

export const OriginRow = z.extend(OriginFigures, {
  key: z.string(),
  label: z.string(),
});
export type OriginRow = z.infer<typeof OriginRow>;

export const Funnel = z.object({
  entries: z.number(),
  checkouts: z.number(),
  charges: z.number(),
  paid: z.number(),
});
export type Funnel = z.infer<typeof Funnel>;

export const OriginReport = z.object({
  period: z.object({
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
  }),
  by: keyOf(ORIGIN_GROUPS),
  funnel: Funnel,
  /** The period is compared with these days; null where it is open. */
  before: z.nullable(
    z.extend(Funnel, {
      days: Days,
    }),
  ),
  /** Those that began in the period, and were bought by now. */
  trials: z.object({
    begun: z.number(),
    bought: z.number(),
  }),
  /** Each offer counts with each visit of a checkout that shows it, and in each paid order of the period that has it. */
  offers: z.object({
    shown: z.number(),
    taken: z.number(),
  }),
  rows: z.array(OriginRow),
});
export type OriginReport = z.infer<typeof OriginReport>;

/** The list of sales is filtered by a source, or by another group and its key, as in `campanha:verao`. */
export type OriginFilter = { by: OriginGroup; key: string };

const FILTER_WORDS: Record<Exclude<OriginGroup, 'source'>, string> = {
  campaign: 'campanha',
  product: 'produto',
  coupon: 'cupom',
  affiliate: 'afiliado',
};
/** Orders that were sent without an origin. */
const UNRECORDED = '-';

export function writeOriginFilter({ by, key }: OriginFilter): string {
  return by === 'source' ? key || UNRECORDED : `${FILTER_WORDS[by]}:${key}`;
}

export function parseOriginFilter(text: string): OriginFilter {
  const group = Object.entries(FILTER_WORDS).find(([, name]) => text.startsWith(`${name}:`));
  if (!group) return { by: 'source', key: text === UNRECORDED ? '' : text };
  return { by: group[0] as OriginGroup, key: text.slice(group[1].length + 1) };
}

/** Somebody reads a filter as `Campanha: verao`. */
export function originFilterText(text: string): string {
  const { by, key } = parseOriginFilter(text);
  return `${ORIGIN_GROUPS[by]}: ${key || 'sem registro'}`;
}

export function readOriginFilter(text: string): string | null {
  return text.trim() === '' || text.length > MOST_FILTER || /\p{Cc}/u.test(text) ? null : text.trim();
}

const MOST_FILTER = 120;

/** Reads what the shop's script sends, or an API's own fields; what is wrong is dropped, and nothing throws. */
export function readOrigin(sent: unknown, ownHost: string): { origin: Origin; clickIds: ClickIds | null } | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  const given: Record<string, unknown> = { ...sent };
  const address = urlOf(given['address']);
  const named = (name: string) => word(given[name]) ?? word(address?.searchParams.get(`utm_${name}`));
  const coupon = word(address?.searchParams.get('cupom'));
  const clickIds = readClickIds(given['clickIds'], address);
  const referrerHost = hostOf(given['referrerHost']) ?? hostOf(urlOf(given['referrer'])?.host);
  const from = referrerHost === ownHost ? null : referrerHost;
  const source = named('source') ?? (coupon && BY_COUPON) ?? advertiser(clickIds) ?? (from && siteOf(from)) ?? DIRECT;
  const origin: Origin = {
    source,
    medium: named('medium'),
    campaign: named('campaign') ?? coupon,
    content: named('content'),
    term: named('term'),
    referrerHost: from,
    landing: word(given['landing'], MOST_LANDING) ?? word(address?.pathname, MOST_LANDING),
  };
  return { origin, clickIds };
}

/** Longer values were not written by a person who names a campaign. */
const MOST = 80;
const MOST_LANDING = 120;
const MOST_CLICK_ID = 200;
const MOST_ADDRESS = 4_000;

/** An `@` makes it somebody's address, which is nobody's origin. */
function word(value: unknown, most = MOST): string | null {
  if (typeof value !== 'string' || value.length > 2 * most) return null;
  const text = value.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
  return text === '' || text.length > most || /[@\p{Cc}\p{Cs}]/u.test(text) ? null : text;
}

function urlOf(value: unknown): URL | null {
  return typeof value === 'string' && value.length <= MOST_ADDRESS ? URL.parse(value) : null;
}

function hostOf(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z\d.-]{1,80}(?::\d{1,5})?$/i.test(value) ? value.toLowerCase() : null;
}

function readClickIds(sent: unknown, address: URL | null): ClickIds | null {
  const given: Record<string, unknown> = typeof sent === 'object' ? { ...sent } : {};
  const found = CLICK_IDS.flatMap((name) => {
    const id = given[name] ?? address?.searchParams.get(name);
    return typeof id === 'string' && /^[\w.~-]+$/.test(id) && id.length <= MOST_CLICK_ID ? [[name, id] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : null;
}

function advertiser(clickIds: ClickIds | null): string | null {
  if (clickIds?.gclid) return 'google';
  if (clickIds?.fbclid) return 'facebook';
  return clickIds?.ttclid ? 'tiktok' : null;
}

/** `l.instagram.com` and `instagram.com` are one source. */
function siteOf(host: string): string {
  return SITES.find(([hosts]) => hosts.test(host))?.[1] ?? host.replace(/^(?:www|m|l|lm)\.(?=.*\.)/, '');
}

const SITES: [RegExp, string][] = [
  [/(?:^|\.)google\.[a-z.]{2,6}$/, 'google'],
  [/(?:^|\.)instagram\.com$/, 'instagram'],
  [/(?:^|\.)(?:facebook|fb)\.com$/, 'facebook'],
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, 'youtube'],
  [/(?:^|\.)tiktok\.com$/, 'tiktok'],
  [/(?:^|\.)(?:twitter\.com|x\.com|t\.co)$/, 'x'],
  [/(?:^|\.)(?:whatsapp\.com|wa\.me)$/, 'whatsapp'],
  [/(?:^|\.)(?:telegram\.org|t\.me)$/, 'telegram'],
  [/(?:^|\.)(?:linkedin\.com|lnkd\.in)$/, 'linkedin'],
  [/(?:^|\.)bing\.com$/, 'bing'],
  [/(?:^|\.)duckduckgo\.com$/, 'duckduckgo'],
];
