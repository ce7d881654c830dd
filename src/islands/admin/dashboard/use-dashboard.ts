import { queryClient } from '#src/client/queries.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { DashboardStats, SaleUpdate } from '#src/wire/reports/dashboard.ts';
import { FIGURES_PATH } from '#src/wire/reports/figures.ts';
import { refreshFailedMail } from './use-failed-mail.ts';

const PATH = '/api/admin/dashboard-stats';
const FRESH_MS = 5 * MINUTE_MS;

export function useDashboard(rendered: DashboardStats | null, renderedAt: number) {
  return useRead<DashboardStats>(PATH, {
    initialData: rendered ?? undefined,
    initialDataUpdatedAt: renderedAt,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
}

/** The totals follow with the next refetch. */
export function showUpdate({ recentOrders }: SaleUpdate): void {
  queryClient().setQueryData<DashboardStats>([PATH], (stats) => stats && { ...stats, recentOrders });
}

export async function refreshDashboard(): Promise<void> {
  await Promise.all([
    queryClient().invalidateQueries({ queryKey: [PATH] }),
    queryClient().invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(FIGURES_PATH) }),
    refreshFailedMail(),
  ]);
}
