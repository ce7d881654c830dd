import { listProductPages, listSourcesBetween, upsertVisits, type VisitsOfSource } from '#db/queries/visits.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { dayOf, startOf } from '#src/wire/dates.ts';
import { HOST_KEYS } from '#src/wire/hosts.ts';
import { OTHERS, readOrigin, type SentVisit, SOURCES_A_DAY, UNKNOWN_SOURCE } from '#src/wire/origins.ts';
import { shiftDay } from '#src/wire/periods.ts';
import { refusal } from './refusals.ts';
import type { CountedVisits, Shop } from './shop.ts';

/** Adds what this process counted to what all of them have stored; a failure keeps it for the next time. */
export async function storeVisits(shop: Pick<Shop, 'db' | 'visits'>): Promise<void> {
  const counted = shop.visits.take();
  if (counted.length === 0) return;
  try {
    const asked = [...new Set(counted.map(({ page }) => page))];
    // An invented address is no visit.
    const pages = new Set([...STANDING_PAGES, ...(await listProductPages(shop.db, asked))]);
    const days = Map.groupBy(
      counted.filter(({ page }) => pages.has(page)),
      ({ hour }) => dayOf(new Date(`${hour}:00:00Z`)),
    );
    await inTransaction(shop.db, async (tx) => {
      await oneAtATime(tx, 'visits');
      for (const [day, visits] of days) await upsertVisits(tx, await limitSources(tx, day, visits));
    });
  } catch (error) {
    shop.visits.giveBack(counted);
    throw error;
  }
}

const STANDING_PAGES = ['/', ...HOST_KEYS.map((host) => `/editores/${host}`)];

/** The page was opened from another page of ours, so only the browser knows where its visitor came from. */
export async function countCheckoutFromWithin(
  shop: Pick<Shop, 'visits' | 'limits' | 'settings'>,
  { page, origin }: SentVisit,
  clientNetwork: string,
): Promise<{ success: true }> {
  const retryAfterSeconds = await shop.limits.take('visits', clientNetwork);
  if (retryAfterSeconds !== null) {
    throw refusal('too_many', 'too_many_visits', 'Muitas visitas em pouco tempo.', { retryAfterSeconds });
  }
  const found = readOrigin(origin, new URL(shop.settings.siteUrl).host);
  if (found) {
    const { source, campaign } = found.origin;
    shop.visits.count({ page, source: UNKNOWN_SOURCE, campaign: '', entries: 0, visits: -1 });
    shop.visits.count({ page, source, campaign: campaign ?? '', entries: 0, visits: 1 });
  }
  return { success: true };
}

async function limitSources(tx: Queryable, day: string, visits: CountedVisits[]): Promise<CountedVisits[]> {
  const span = { start: hourOf(day), end: hourOf(shiftDay(day, 1)) };
  const known = new Set((await listSourcesBetween(tx, span)).map(nameOf));
  const limited = visits.map((visit) => {
    const name = nameOf(visit);
    if (!known.has(name) && known.size >= SOURCES_A_DAY && visit.source !== UNKNOWN_SOURCE) {
      return { ...visit, source: OTHERS, campaign: '' };
    }
    known.add(name);
    return visit;
  });
  return [...Map.groupBy(limited, ({ hour, page, ...source }) => JSON.stringify([hour, page, nameOf(source)])).values()]
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

function hourOf(day: string): string {
  return startOf(day).toISOString().slice(0, 13);
}
