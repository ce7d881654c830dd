import { DASHBOARD_PERIODS, type DashboardPeriod } from '#src/wire/reports/figures.ts';

export function readDashboardPeriod(search: string): DashboardPeriod {
  const named = new URLSearchParams(search).get('period');
  return DASHBOARD_PERIODS.find((period) => period === named) ?? 'month';
}

export function dashboardUrl(period: DashboardPeriod): string {
  return period === 'month' ? '/admin' : `/admin?period=${period}`;
}
