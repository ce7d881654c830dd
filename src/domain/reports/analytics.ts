import {
  listReportedProducts,
  type Refunds,
  type ReportedProduct,
  type SoldByCoupon,
  type SoldOfProduct,
  type SoldTotal,
  type Span,
  type StartedPurchases,
} from '#db/queries/reports/analytics.ts';
import { countTrials } from '#db/queries/trials/trials.ts';
import { inTransaction, readAsOfOneMoment } from '#db/transactions.ts';
import { apportion } from '#src/wire/basics/apportion.ts';
import { monthOf, shiftDay, startOf } from '#src/wire/basics/dates.ts';
import { centsToReais } from '#src/wire/basics/money.ts';
import { type DayPeriod, isDay } from '#src/wire/basics/periods.ts';
import type { Analytics, Conversion, CouponSales, PeriodTotals, ProductSales } from '#src/wire/reports/analytics.ts';
import { type Days, previousDays } from '#src/wire/reports/figures.ts';
import { readCached } from '../lists/cached-reads.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { listMonthlySales } from './dashboard.ts';
import { openReports, type Reports } from './report-parts.ts';
import { AFTER_ALL, BEFORE_ALL } from './report-plan.ts';

/** Reads everything in one transaction, so that the tables add up; `withHistory` adds the sales of other platforms. */
export async function showAnalytics(shop: Books, asked: DayPeriod, withHistory = false): Promise<Analytics> {
  const period = readPeriod(asked);
  const month = monthOf(shop.clock.now());
  return readCached(shop, 'analytics', { ...period, month, withHistory }, () =>
    readAnalytics(shop, period, withHistory),
  );
}

type Books = Pick<Shop, 'db' | 'clock' | 'readCache'>;

async function readAnalytics(shop: Books, period: DayPeriod, withHistory: boolean): Promise<Analytics> {
  const span = spanOf(period);
  const previous = previousDays(period);
  const books = await inTransaction(shop.db, async (tx) => {
    await readAsOfOneMoment(tx);
    const reports = await openReports(tx, withHistory);
    const { products, kits, coupons, started, refunds } = await reports.sum(REPORTED, span);
    return {
      products: withSales(await listReportedProducts(tx), [
        ...products,
        ...kits.map((kit) => ({ ...kit, firstSales: 0 })),
      ]),
      coupons: coupons.toSorted((one, other) => ((one.couponCode ?? '') < (other.couponCode ?? '') ? -1 : 1)),
      started,
      refunds: sumOfRefunds(refunds),
      before: previous && (await totalsOfDays(reports, previous)),
      monthlyData: await listMonthlySales(reports, shop.clock.now()),
      trials: await countTrials(tx, span),
    };
  });
  const plugins = books.products.filter(({ kind }) => kind === 'plugin');
  const total = totalOf(plugins, books.coupons);
  return {
    period,
    ...toPeriodTotals(total, books.started, books.refunds),
    before: books.before,
    monthlyData: books.monthlyData,
    trials: books.trials,
    products: productSales(books.products, total),
    coupons: [...books.coupons, withoutCoupon(books.coupons, total)].filter(({ sales }) => sales > 0).map(couponSales),
  };
}

const REPORTED = ['products', 'kits', 'coupons', 'started', 'refunds'] as const;

type SoldProduct = ReportedProduct & SoldOfProduct;

/** Withdrawn products show only where something was sold. */
function withSales(products: ReportedProduct[], sold: SoldOfProduct[]): SoldProduct[] {
  const soldOf = new Map(sold.map((row) => [row.productId, row]));
  return products
    .filter(({ id, withdrawnAt }) => withdrawnAt === null || soldOf.has(id))
    .map((product) => ({ ...product, ...(soldOf.get(product.id) ?? { productId: product.id, ...NOTHING_SOLD }) }));
}

const NOTHING_SOLD = { sales: 0, licenses: 0, firstSales: 0, cents: 0, discountCents: 0 };

function sumOfRefunds([refunds = { count: 0, cents: 0 }]: Refunds[]): Refunds {
  return refunds;
}

export function readPeriod({ from, to }: DayPeriod): DayPeriod {
  const fields = { ...wrongDay('from', from), ...wrongDay('to', to) };
  if (Object.keys(fields).length === 0 && from && to && from > to) {
    Object.assign(fields, { to: 'O último dia não pode vir antes do primeiro.' });
  }
  const [sentence] = Object.values(fields);
  if (sentence) throw refusal('invalid', 'invalid', sentence, { fields });
  return { from: from || null, to: to || null };
}

function wrongDay(field: 'from' | 'to', day: string | null): Record<string, string> {
  return !day || isDay(day) ? {} : { [field]: 'Informe um dia que exista, como 2026-11-21.' };
}

export function spanOf({ from, to }: DayPeriod): Span {
  return {
    start: from ? startOf(from).toISOString() : BEFORE_ALL,
    end: to ? startOf(shiftDay(to, 1)).toISOString() : AFTER_ALL,
  };
}

async function totalsOfDays(reports: Reports, days: Days): Promise<Analytics['before']> {
  const { sold, started, refunds } = await reports.sum(['sold', 'started', 'refunds'], spanOf(days));
  const [total = NO_SALES] = sold;
  return { days, ...toPeriodTotals(total, started, sumOfRefunds(refunds)) };
}

const NO_SALES: SoldTotal = { sales: 0, cents: 0, discountCents: 0, commissionCents: 0 };

function toPeriodTotals(total: SoldTotal, started: StartedPurchases[], refunds: Refunds): PeriodTotals {
  return {
    revenue: centsToReais(total.cents),
    sales: total.sales,
    averageTicket: total.sales === 0 ? null : centsToReais(Math.round(total.cents / total.sales)),
    discount: centsToReais(total.discountCents),
    commission: centsToReais(total.commissionCents),
    conversion: conversionOf(started),
    refunds: { count: refunds.count, amount: centsToReais(refunds.cents) },
  };
}

function totalOf(products: SoldProduct[], coupons: SoldByCoupon[]): SoldTotal {
  const sum = <Row>(rows: Row[], figure: (row: Row) => number) => rows.reduce((whole, row) => whole + figure(row), 0);
  return {
    sales: sum(products, (product) => product.firstSales),
    cents: sum(products, (product) => product.cents),
    discountCents: sum(products, (product) => product.discountCents),
    commissionCents: sum(coupons, (coupon) => coupon.commissionCents),
  };
}

function withoutCoupon(coupons: SoldByCoupon[], total: SoldTotal): SoldByCoupon {
  return coupons.reduce<SoldByCoupon>(
    (rest, coupon) => ({
      couponCode: null,
      sales: rest.sales - coupon.sales,
      cents: rest.cents - coupon.cents,
      discountCents: rest.discountCents - coupon.discountCents,
      commissionCents: rest.commissionCents - coupon.commissionCents,
    }),
    { couponCode: null, ...total },
  );
}

function productSales(products: SoldProduct[], { cents: totalCents }: SoldTotal): ProductSales[] {
  const tenthsOfPercent = apportion(
    1000,
    products.map(({ kind, cents }) => (kind === 'plugin' ? cents : 0)),
  );
  const shareOf = (kit: SoldProduct) => (totalCents === 0 ? 0 : Math.round((kit.cents * 1000) / totalCents));
  return products.map((product, at) => ({
    id: product.id,
    name: product.name,
    kind: product.kind,
    status: product.withdrawnAt ? 'withdrawn' : product.status,
    price: centsToReais(product.priceCents),
    sales: product.sales,
    licenses: product.licenses,
    revenue: centsToReais(product.cents),
    share: (product.kind === 'kit' ? shareOf(product) : (tenthsOfPercent[at] ?? 0)) / 10,
    downloads: product.downloads,
    keysAvailable: product.requiresActivation && product.keySource === 'pool' ? product.keysAvailable : null,
  }));
}

function couponSales(sold: SoldByCoupon): CouponSales {
  return {
    code: sold.couponCode,
    sales: sold.sales,
    revenue: centsToReais(sold.cents),
    discount: centsToReais(sold.discountCents),
    commission: centsToReais(sold.commissionCents),
  };
}

function conversionOf(rows: StartedPurchases[]): Conversion {
  const count = (...statuses: StartedPurchases['status'][]) =>
    rows.reduce((sum, row) => (statuses.includes(row.status) ? sum + row.started : sum), 0);
  const started = count('PENDING', 'COMPLETED', 'REFUNDED', 'FAILED');
  const paid = count('COMPLETED', 'REFUNDED');
  return {
    started,
    paid,
    open: count('PENDING'),
    unpaid: count('FAILED'),
    rate: started === 0 ? null : Math.round((paid / started) * 1000) / 10,
  };
}
