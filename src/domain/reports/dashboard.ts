import { withProduct } from '#db/queries/purchases/purchase-items.ts';
import { listDamagedFiles } from '#db/queries/releases/releases.ts';
import type { Span } from '#db/queries/reports/analytics.ts';
import {
  findEventRevision,
  findRoleOf,
  type LatestPurchase,
  listLatestPurchases,
  type SalesTotals,
  sumSales,
} from '#db/queries/reports/dashboard.ts';
import { inTransaction, readAsOfOneMoment } from '#db/transactions.ts';
import { dayOf, monthName, monthOf, shiftDay, shiftMonth, startOf } from '#src/wire/basics/dates.ts';
import { centsToReais, formatCents } from '#src/wire/basics/money.ts';
import { ERASED_CUSTOMER } from '#src/wire/customers/erased-customer.ts';
import { currentStatusLabel, orderExpiry, storedStatusLabel } from '#src/wire/purchases/purchase-status.ts';
import type { Change, DashboardStats, RecentOrder, SaleUpdate } from '#src/wire/reports/dashboard.ts';
import { requireCapability } from '../access/capabilities.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { openReports, type Reports } from './report-parts.ts';
import { spanOfPeriod } from './report-plan.ts';

type Books = Pick<Shop, 'db' | 'clock'>;

const RECENT_ORDERS = 10;
const MONTHS = 12;

/** A sale counts while it is COMPLETED, in the month in which it was paid. */
export async function showDashboard(shop: Books): Promise<DashboardStats> {
  const { thisMonthSoFar, sameDaysOfLastMonth } = comparedPeriods(shop.clock.now());
  const [sold, recentOrders, damagedFiles] = await Promise.all([
    inTransaction(shop.db, async (tx) => {
      await readAsOfOneMoment(tx);
      const reports = await openReports(tx);
      return {
        totals: await sumSales(tx),
        current: await sumSalesOf(reports, thisMonthSoFar),
        previous: await sumSalesOf(reports, sameDaysOfLastMonth),
        monthlyData: await listMonthlySales(reports, shop.clock.now()),
      };
    }),
    listRecentOrders(shop),
    listDamagedFiles(shop.db),
  ]);
  const { totals, current, previous, monthlyData } = sold;
  return {
    totalSales: centsToReais(totals.salesCents),
    totalCustomers: totals.customers,
    totalProductsSold: totals.products,
    newCustomers: current.customers,
    monthlyData,
    recentOrders,
    changes: {
      sales: percentChange(current.salesCents, previous.salesCents),
      customers: percentChange(current.customers, previous.customers),
      products: percentChange(current.products, previous.products),
    },
    damagedFiles,
  };
}

export async function listMonthlySales(reports: Reports, now: Date): Promise<DashboardStats['monthlyData']> {
  const months = Array.from({ length: MONTHS }, (_, at) => shiftMonth(monthOf(now), at - MONTHS + 1));
  const sums = await reports.sumEach('sold', months.map(spanOfPeriod));
  return months.map((month, at) => ({ name: monthName(month), vendas: centsToReais(sums[at]?.[0]?.cents ?? 0) }));
}

/** `customers` are first-time buyers. */
export async function sumSalesOf(reports: Reports, span: Span): Promise<SalesTotals> {
  const { sold, newBuyers } = await reports.sum(['sold', 'newBuyers'], span);
  const [{ sales, cents } = { sales: 0, cents: 0 }] = sold;
  return { salesCents: cents, customers: newBuyers[0]?.customers ?? 0, products: sales };
}

export async function readSaleUpdate(shop: Books, sessionId: string): Promise<SaleUpdate> {
  const now = Math.floor(shop.clock.now().getTime() / 1000);
  const role = await findRoleOf(shop.db, sessionId, now);
  if (!role) throw refusal('unauthenticated', 'unauthenticated', 'Sua sessão terminou. Entre de novo para continuar.');
  // The stream began when the role may have been another.
  requireCapability(role, 'readSales');
  return { revision: await findEventRevision(shop.db), recentOrders: await listRecentOrders(shop) };
}

/** A shorter last month is compared as a whole. */
export function comparedPeriods(now: Date): { thisMonthSoFar: Span; sameDaysOfLastMonth: Span } {
  const month = monthOf(now);
  const lastMonth = shiftMonth(month, -1);
  const monthStart = startOf(month);
  const dayAfterLastMonthsToday = startOf(shiftDay(`${lastMonth}-${dayOf(now).slice(8)}`, 1));
  const end = new Date(Math.min(dayAfterLastMonthsToday.getTime(), monthStart.getTime()));
  return {
    thisMonthSoFar: { start: monthStart.toISOString(), end: startOf(shiftMonth(month, 1)).toISOString() },
    sameDaysOfLastMonth: { start: startOf(lastMonth).toISOString(), end: end.toISOString() },
  };
}

function percentChange(current: number, previous: number): Change {
  return previous === 0 ? null : Math.round(((current - previous) / previous) * 1000) / 10;
}

async function listRecentOrders(shop: Books): Promise<RecentOrder[]> {
  const now = shop.clock.now();
  const purchases = await withProduct(shop.db, await listLatestPurchases(shop.db, RECENT_ORDERS));
  return purchases.map((purchase) => recentOrder(purchase, now));
}

function recentOrder(purchase: LatestPurchase & { product: string }, now: Date): RecentOrder {
  const booked = { status: storedStatusLabel(purchase), expiresAt: orderExpiry(purchase) };
  return {
    id: purchase.id,
    number: purchase.number,
    customer: purchase.customerName ?? ERASED_CUSTOMER,
    product: purchase.product,
    date: purchase.createdAt,
    amount: formatCents(purchase.totalCents),
    status: currentStatusLabel(booked, now),
    expiresAt: booked.expiresAt,
    isWaitingForKey: Boolean(purchase.isWaitingForKey),
  };
}
