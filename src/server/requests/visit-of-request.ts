import type { IncomingMessage } from 'node:http';
import type { PageVisit, VisitCounter } from '#src/domain/reports/visit-counter.ts';
import { isRobot } from '#src/http/robots.ts';
import { DIRECT, readOrigin, UNKNOWN_SOURCE } from '#src/wire/reports/origins.ts';

/** Runs before the page cache answers, so it may cost next to nothing: what was read once is remembered. */
export function countVisitsWith(visits: Pick<VisitCounter, 'count'>): (request: IncomingMessage) => void {
  const robots = new Map<string, boolean>();
  const read = new Map<string, PageVisit | null>();
  return ({ method, url = '', headers }) => {
    if (method !== 'GET' || !isCountedPage(url) || isPrefetch(headers)) return;
    const agent = headers['user-agent'] ?? '';
    if (remember(robots, agent, () => isRobot(agent))) return;
    const { host = '', referer = '' } = headers;
    const visit = remember(read, `${host} ${url} ${referer}`, () => readVisit(host, url, referer));
    if (visit) visits.count(visit);
  };
}

/** An internal way to the checkout is of a source that the buyer's browser tells later. */
function readVisit(host: string, url: string, referrer: string): PageVisit | null {
  const [page = ''] = url.split('?', 1);
  if (isOfHost(referrer, host)) {
    return page.startsWith('/checkout/') ? { page, source: UNKNOWN_SOURCE, campaign: '', entries: 0, visits: 1 } : null;
  }
  const found = readOrigin({ address: `http://${host || 'localhost'}${url}`, referrer }, host);
  const { source = DIRECT, campaign = null } = found?.origin ?? {};
  return { page, source, campaign: campaign ?? '', entries: 1, visits: 1 };
}

function isOfHost(referrer: string, host: string): boolean {
  return referrer !== '' && URL.parse(referrer)?.host === host.toLowerCase();
}

function isCountedPage(url: string): boolean {
  return (
    url === '/' || url.startsWith('/?') || /^\/(?:plugins|editores|categorias|checkout)\/[\w-]{1,80}(?:\?|$)/.test(url)
  );
}

/** The browser may never show what it fetched ahead. */
function isPrefetch(headers: IncomingMessage['headers']): boolean {
  return headers['sec-purpose'] !== undefined || headers['purpose'] !== undefined;
}

/** Forgets all at once when it is full, which costs a moment and no memory. */
function remember<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MOST_REMEMBERED) known.clear();
  const value = read();
  if (key.length <= LONGEST_REMEMBERED) known.set(key, value);
  return value;
}

const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 600;
