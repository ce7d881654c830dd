import {
  findAdministratorOf,
  findEventRevision,
  type LatestPurchase,
  listLatestPurchases,
  listSalesByPeriod,
  type Period,
  sumSales,
  sumSalesBetween,
} from '#db/queries/dashboard.ts';
import { listDamagedFiles } from '#db/queries/releases.ts';
import type { Queryable } from '#db/tables.ts';
import {
  type Change,
  type DashboardStats,
  ERASED_CUSTOMER,
  type RecentOrder,
  type SaleUpdate,
} from '#src/wire/dashboard.ts';
import { dayOf, monthName, monthOf, shiftMonth, startOf } from '#src/wire/dates.ts';
import { centsToReais, formatCents } from '#src/wire/money.ts';
import { shiftDay } from '#src/wire/periods.ts';
import { currentStatusLabel, orderExpiry, storedStatusLabel } from '#src/wire/purchase-status.ts';
import { refusal } from './refusals.ts';
import type { Shop } from './shop.ts';

type Books = Pick<Shop, 'db' | 'clock'>;

const RECENT_ORDERS = 10;
const MONTHS = 12;

/** A sale counts while it is COMPLETED, in the month in which it was paid. */
export async function showDashboard(shop: Books): Promise<DashboardStats> {
  const { thisMonthSoFar, sameDaysOfLastMonth } = comparedPeriods(shop.clock.now());
  const [totals, current, previous, monthlyData, recentOrders, damagedFiles] = await Promise.all([
    sumSales(shop.db),
    sumSalesBetween(shop.db, thisMonthSoFar.start, thisMonthSoFar.end),
    sumSalesBetween(shop.db, sameDaysOfLastMonth.start, sameDaysOfLastMonth.end),
    listMonthlySales(shop.db, shop.clock.now()),
    listRecentOrders(shop),
    listDamagedFiles(shop.db),
  ]);
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

export async function listMonthlySales(db: Queryable, now: Date): Promise<DashboardStats['monthlyData']> {
  const months = await listSalesByPeriod(db, lastMonths(now));
  return months.map((month) => ({ name: month.name, vendas: centsToReais(month.salesCents) }));
}

export async function readSaleUpdate(shop: Books, sessionId: string): Promise<SaleUpdate> {
  const now = Math.floor(shop.clock.now().getTime() / 1000);
  if (!(await findAdministratorOf(shop.db, sessionId, now))) {
    throw refusal('unauthenticated', 'unauthenticated', 'Sua sessão terminou. Entre de novo para continuar.');
  }
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

type Span = Omit<Period, 'name'>;

function lastMonths(now: Date): Period[] {
  return Array.from({ length: MONTHS }, (_, at) => {
    const month = shiftMonth(monthOf(now), at - MONTHS + 1);
    return {
      name: monthName(month),
      start: startOf(month).toISOString(),
      end: startOf(shiftMonth(month, 1)).toISOString(),
    };
  });
}

function percentChange(current: number, previous: number): Change {
  return previous === 0 ? null : Math.round(((current - previous) / previous) * 1000) / 10;
}

async function listRecentOrders(shop: Books): Promise<RecentOrder[]> {
  const now = shop.clock.now();
  const purchases = await listLatestPurchases(shop.db, RECENT_ORDERS);
  return purchases.map((purchase) => recentOrder(purchase, now));
}

function recentOrder(purchase: LatestPurchase, now: Date): RecentOrder {
  const booked = { status: storedStatusLabel(purchase), expiresAt: orderExpiry(purchase) };
  return {
    id: purchase.id,
    number: purchase.number,
    customer: purchase.customerName ?? ERASED_CUSTOMER,
    product: purchase.productName,
    date: purchase.createdAt,
    amount: formatCents(purchase.totalCents),
    status: currentStatusLabel(booked, now),
    expiresAt: booked.expiresAt,
  };
}
