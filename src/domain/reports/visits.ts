import { addShownOffers, countShownOffers } from '#db/queries/offers/offers.ts';
import { listCategories } from '#db/queries/products/categories.ts';
import {
  deleteVisitsBetween,
  type HourSpan,
  listHoursBefore,
  listProductPages,
  listSourcesBetween,
  upsertVisits,
  type VisitsOfSource,
} from '#db/queries/reports/visits.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { dayOf, shiftDay, startOf } from '#src/wire/basics/dates.ts';
import { categoryPath } from '#src/wire/products/categories.ts';
import { HOST_KEYS } from '#src/wire/products/hosts.ts';
import {
  OTHERS,
  readOrigin,
  type SentVisit,
  SOURCES_A_DAY,
  SOURCES_OF_OLD_DAY,
  UNKNOWN_SOURCE,
  VISIT_HOURS_KEPT_DAYS,
} from '#src/wire/reports/origins.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import type { CountedVisits } from '../reports/visit-counter.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** Adds what this process counted to what all of them have stored; a failure keeps it for the next time. */
export async function storeVisits(shop: Pick<Shop, 'db' | 'visits'>): Promise<void> {
  const counted = shop.visits.take();
  if (counted.length === 0) return;
  try {
    const asked = [...new Set(counted.map(({ page }) => page))];
    // An invented address is no visit.
    const shelves = (await listCategories(shop.db)).map(({ id }) => categoryPath(id));
    const pages = new Set([...STANDING_PAGES, ...shelves, ...(await listProductPages(shop.db, asked))]);
    const days = Map.groupBy(
      counted.filter(({ page }) => pages.has(page)),
      ({ hour }) => dayOfHour(hour),
    );
    await inTransaction(shop.db, async (tx) => {
      await oneAtATime(tx, VISITS);
      for (const [day, visits] of days) {
        await upsertVisits(tx, await limitSources(tx, day, visits));
        await countOffers(tx, day, visits);
      }
    });
  } catch (error) {
    shop.visits.giveBack(counted);
    throw error;
  }
}

/** Whoever opens a checkout is shown its offers. */
async function countOffers(tx: Queryable, day: string, visits: CountedVisits[]): Promise<void> {
  const openings = visits.filter(({ page }) => page.startsWith(CHECKOUT));
  let shown = 0;
  for (const [page, same] of Map.groupBy(openings, (visit) => visit.page)) {
    const count = same.reduce((total, visit) => total + visit.visits, 0);
    if (count > 0) shown += count * (await countShownOffers(tx, page.slice(CHECKOUT.length), count));
  }
  if (shown > 0) await addShownOffers(tx, day, shown);
}

const CHECKOUT = '/checkout/';
const VISITS = 'visits';
const STANDING_PAGES = ['/', ...HOST_KEYS.map((host) => `/editores/${host}`)];

/** The page was opened from another page of ours, so only the browser knows where its visitor came from. */
export async function countCheckoutFromWithin(
  shop: Pick<Shop, 'visits' | 'limits' | 'settings'>,
  { page, origin }: SentVisit,
  clientNetwork: string,
): Promise<void> {
  const tooMany = { code: 'too_many_visits', sentence: 'Muitas visitas em pouco tempo.' } as const;
  await takeOrRefuse(shop, 'visits', clientNetwork, tooMany);
  const found = readOrigin(origin, new URL(shop.settings.siteUrl).host);
  if (found) {
    const { source, campaign } = found.origin;
    shop.visits.count({ page, source: UNKNOWN_SOURCE, campaign: '', entries: 0, visits: -1 });
    shop.visits.count({ page, source, campaign: campaign ?? '', entries: 0, visits: 1 });
  }
}

/** Puts the hours of each old day into its first, in a step of its own, so that every period of days adds up as before. */
export async function foldOldVisits(shop: Pick<Shop, 'db' | 'clock'>, stopping?: AbortSignal): Promise<void> {
  const before = hourOf(shiftDay(dayOf(shop.clock.now()), -VISIT_HOURS_KEPT_DAYS));
  const hours = await listHoursBefore(shop.db, before);
  const days = new Set(hours.map(dayOfHour).filter((day, at) => hours[at] !== hourOf(day)));
  for (const day of days) {
    if (stopping?.aborted) return;
    await inTransaction(shop.db, (tx) => foldDay(tx, day));
    await yieldToEventLoop();
  }
}

async function foldDay(tx: Queryable, day: string): Promise<void> {
  await oneAtATime(tx, VISITS);
  const deleted = await deleteVisitsBetween(tx, spanOfDay(day));
  const known = strongestSources(deleted);
  const hour = hourOf(day);
  const visits = deleted.map((visit) =>
    known.has(nameOf(visit)) ? { ...visit, hour } : { ...visit, hour, source: OTHERS, campaign: '' },
  );
  await upsertVisits(tx, addUp(visits));
}

/** The rows that invented sources leave behind are bounded, too. */
function strongestSources(visits: CountedVisits[]): Set<string> {
  const weights = [...Map.groupBy(visits, nameOf)].map(([name, same]) => ({
    name,
    isUnknown: same.some(({ source }) => source === UNKNOWN_SOURCE),
    entries: same.reduce((total, { entries }) => total + entries, 0),
  }));
  const named = weights
    .filter(({ isUnknown }) => !isUnknown)
    .toSorted((one, other) => other.entries - one.entries || (one.name < other.name ? -1 : 1));
  return new Set(
    [...weights.filter(({ isUnknown }) => isUnknown), ...named.slice(0, SOURCES_OF_OLD_DAY)].map(({ name }) => name),
  );
}

async function limitSources(tx: Queryable, day: string, visits: CountedVisits[]): Promise<CountedVisits[]> {
  const known = new Set((await listSourcesBetween(tx, spanOfDay(day))).map(nameOf));
  const limited = visits.map((visit) => {
    const name = nameOf(visit);
    if (!known.has(name) && known.size >= SOURCES_A_DAY && visit.source !== UNKNOWN_SOURCE) {
      return { ...visit, source: OTHERS, campaign: '' };
    }
    known.add(name);
    return visit;
  });
  return addUp(limited);
}

/** Makes one row for each key, without those that cancel out. */
function addUp(visits: CountedVisits[]): CountedVisits[] {
  return [...Map.groupBy(visits, ({ hour, page, ...source }) => JSON.stringify([hour, page, nameOf(source)])).values()]
    .flatMap((same) => sumOf(same))
    .filter((visit) => visit.visits !== 0 || visit.entries !== 0);
}

function sumOf(same: CountedVisits[]): CountedVisits[] {
  const [first] = same;
  if (!first) return [];
  const sum = (figure: 'entries' | 'visits') => same.reduce((total, visit) => total + visit[figure], 0);
  return [{ ...first, entries: sum('entries'), visits: sum('visits') }];
}

function nameOf({ source, campaign }: VisitsOfSource): string {
  return JSON.stringify([source, campaign]);
}

function spanOfDay(day: string): HourSpan {
  return { start: hourOf(day), end: hourOf(shiftDay(day, 1)) };
}

function dayOfHour(hour: string): string {
  return dayOf(new Date(`${hour}:00:00Z`));
}

/** The first of the day. */
function hourOf(day: string): string {
  return startOf(day).toISOString().slice(0, 13);
}
