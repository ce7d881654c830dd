import { sumShownOffers } from '#db/queries/offers/offers.ts';
import type { Span } from '#db/queries/reports/analytics.ts';
import {
  listNames,
  listSlugs,
  type OrdersOfOrigin,
  type OrderTotals,
  type VisitsBy,
} from '#db/queries/reports/sales-by-origin.ts';
import { countTrials } from '#db/queries/trials/trials.ts';
import type { Database, Queryable } from '#db/tables.ts';
import { inTransaction, readAsOfOneMoment } from '#db/transactions.ts';
import { centsToReais } from '#src/wire/basics/money.ts';
import type { DayPeriod } from '#src/wire/basics/periods.ts';
import { previousDays } from '#src/wire/reports/figures.ts';
import {
  ORIGIN_GROUPS,
  type OriginGroup,
  type OriginReport,
  type OriginRow,
  OTHERS,
} from '#src/wire/reports/origins.ts';
import { readCached } from '../lists/cached-reads.ts';
import type { Shop } from '../shop.ts';
import { readPeriod, spanOf } from './analytics.ts';
import { openReports, type Reports } from './report-parts.ts';

/** Orders are those that began in the period, so that no step of the funnel is wider than the one before by time alone. */
export async function showOrigins(
  shop: Pick<Shop, 'db' | 'readCache'>,
  asked: DayPeriod,
  asksBy: string | null,
): Promise<OriginReport> {
  const period = readPeriod(asked);
  const by = readGroup(asksBy);
  return readCached(shop, 'origins', { ...period, by }, () => readOrigins(shop.db, period, by));
}

function readOrigins(db: Database, period: DayPeriod, by: OriginGroup): Promise<OriginReport> {
  const span = spanOf(period);
  const previous = previousDays(period);
  return inTransaction(db, async (tx) => {
    await readAsOfOneMoment(tx);
    const reports = await openReports(tx);
    const { orders, visits } = await readGroups(reports, by, span);
    const totals = await reports.sum(TOTALS, span);
    return {
      period,
      by,
      funnel: funnelOf(totals),
      trials: await sumTrials(tx, span),
      offers: await sumOffers(tx, period, totals),
      before: previous && { days: previous, ...funnelOf(await reports.sum(TOTALS, spanOf(previous))) },
      rows: await withLabels(tx, by, foldTail(joinFigures(orders, visitsBy(by, visits, await slugsFor(tx, by))))),
    };
  });
}

async function readGroups(
  reports: Reports,
  by: OriginGroup,
  span: Span,
): Promise<{ orders: OrdersOfOrigin[]; visits: VisitsBy[] }> {
  switch (by) {
    case 'source': {
      const { ordersBySource, visitsBySource } = await reports.sum(['ordersBySource', 'visitsBySource'], span);
      return { orders: ordersBySource, visits: visitsBySource };
    }
    case 'campaign': {
      const { ordersByCampaign, visitsByCampaign } = await reports.sum(['ordersByCampaign', 'visitsByCampaign'], span);
      return { orders: ordersByCampaign, visits: visitsByCampaign };
    }
    case 'product': {
      const { ordersByProduct, visitsByPage } = await reports.sum(['ordersByProduct', 'visitsByPage'], span);
      return { orders: ordersByProduct, visits: visitsByPage };
    }
    case 'coupon': {
      const { ordersByCoupon, visits } = await reports.sum(['ordersByCoupon', 'visits'], span);
      return { orders: ordersByCoupon, visits };
    }
    case 'affiliate': {
      const { ordersByAffiliate, visits } = await reports.sum(['ordersByAffiliate', 'visits'], span);
      return { orders: ordersByAffiliate, visits };
    }
  }
}

async function sumTrials(tx: Queryable, span: Span): Promise<OriginReport['trials']> {
  const products = await countTrials(tx, span);
  const sum = (figure: 'begun' | 'bought') => products.reduce((total, product) => total + product[figure], 0);
  return { begun: sum('begun'), bought: sum('bought') };
}

async function sumOffers(tx: Queryable, period: DayPeriod, { orders }: Totals): Promise<OriginReport['offers']> {
  const taken = orders[0]?.offers ?? 0;
  // Visits are stored a while after they came.
  return { shown: Math.max(taken, await sumShownOffers(tx, period)), taken };
}

const TOTALS = ['visits', 'orders'] as const;
type Totals = { visits: VisitsBy[]; orders: OrderTotals[] };

function funnelOf({ visits, orders }: Totals): OriginReport['funnel'] {
  const [{ charges, paid } = { charges: 0, paid: 0 }] = orders;
  return { ...sumOf(visits), charges, paid };
}

function readGroup(text: string | null): OriginGroup {
  return text !== null && Object.hasOwn(ORIGIN_GROUPS, text) ? (text as OriginGroup) : 'source';
}

type Opened = { entries: number; checkouts: number };

function sumOf(visits: VisitsBy[]): Opened {
  const sum = (figure: 'entries' | 'checkouts') => visits.reduce((total, row) => total + row[figure], 0);
  return { entries: sum('entries'), checkouts: Math.max(0, sum('checkouts')) };
}

const CHECKOUT = '/checkout/';

/** Returns null where a visit does not show the group: only an order has a coupon that was applied. */
function visitsBy(by: OriginGroup, visits: VisitsBy[], productOf: Map<string, string>): Map<string, Opened> | null {
  if (by === 'coupon' || by === 'affiliate') return null;
  const groupOf = ({ key }: VisitsBy) => {
    if (by !== 'product') return key;
    return key.startsWith(CHECKOUT) ? key.slice(CHECKOUT.length) : (productOf.get(key) ?? '');
  };
  return new Map([...Map.groupBy(visits, groupOf)].map(([key, rows]) => [key, sumOf(rows)]));
}

async function slugsFor(tx: Queryable, by: OriginGroup): Promise<Map<string, string>> {
  const slugs = by === 'product' ? await listSlugs(tx) : [];
  return new Map(slugs.map(({ slug, productId }) => [`/plugins/${slug}`, productId]));
}

type Figures = Omit<OriginRow, 'label'>;

function joinFigures(orders: OrdersOfOrigin[], visits: Map<string, Opened> | null): Figures[] {
  const ordersOf = new Map(orders.map((row) => [row.key, row]));
  const keys = new Set([...ordersOf.keys(), ...(visits?.keys() ?? [])]);
  return [...keys]
    .map((key) => figuresOf(key, ordersOf.get(key), visits && (visits.get(key) ?? NOT_OPENED)))
    .filter((row) => row.charges > 0 || (row.entries ?? 0) > 0 || (row.checkouts ?? 0) > 0)
    .toSorted(byWeight);
}

const NOT_OPENED: Opened = { entries: 0, checkouts: 0 };

function figuresOf(key: string, orders: OrdersOfOrigin | undefined, opened: Opened | null): Figures {
  const paid = orders?.paid ?? 0;
  return {
    key,
    entries: opened?.entries ?? null,
    checkouts: opened?.checkouts ?? null,
    charges: orders?.charges ?? 0,
    paid,
    revenue: centsToReais(orders?.cents ?? 0),
    refunded: centsToReais(orders?.refundedCents ?? 0),
    rate: rateOf(paid, opened?.entries ?? 0),
  };
}

function rateOf(paid: number, entries: number): number | null {
  return entries === 0 ? null : Math.round((paid / entries) * 1000) / 10;
}

function byWeight(one: Figures, other: Figures): number {
  return (
    other.revenue - one.revenue ||
    other.paid - one.paid ||
    other.charges - one.charges ||
    (other.entries ?? 0) - (one.entries ?? 0) ||
    (other.checkouts ?? 0) - (one.checkouts ?? 0) ||
    (one.key < other.key ? -1 : 1)
  );
}

/** Anybody can invent sources, so what nobody would read is one row. */
function foldTail(rows: Figures[]): Figures[] {
  const known = rows.filter(({ key }) => key !== OTHERS);
  const shown = known.slice(0, MOST_ROWS);
  const rest = [...known.slice(MOST_ROWS), ...rows.filter(({ key }) => key === OTHERS)];
  return rest.length === 0 ? shown : [...shown, rest.reduce(added)];
}

const MOST_ROWS = 200;

function added(one: Figures, other: Figures): Figures {
  const entries = one.entries === null ? null : one.entries + (other.entries ?? 0);
  const paid = one.paid + other.paid;
  return {
    key: OTHERS,
    entries,
    checkouts: one.checkouts === null ? null : one.checkouts + (other.checkouts ?? 0),
    charges: one.charges + other.charges,
    paid,
    revenue: inCents(one.revenue + other.revenue),
    refunded: inCents(one.refunded + other.refunded),
    rate: rateOf(paid, entries ?? 0),
  };
}

function inCents(reais: number): number {
  return Math.round(reais * 100) / 100;
}

async function withLabels(tx: Queryable, by: OriginGroup, rows: Figures[]): Promise<OriginRow[]> {
  const ids = rows.map(({ key }) => key);
  const names = by === 'product' || by === 'affiliate' ? await listNames(tx, by, ids) : [];
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, label: row.key === '' ? NONE[by] : (nameOf.get(row.key) ?? row.key) }));
}

const NONE: Record<OriginGroup, string> = {
  source: 'Sem registro',
  campaign: 'Sem campanha',
  product: 'Início e outras páginas',
  coupon: 'Sem cupom',
  affiliate: 'Sem afiliado',
};
