import { FailedState } from '#src/islands/ui/failed-state.tsx';
import type { DashboardStats } from '#src/wire/dashboard.ts';
import { Figures } from './figures.tsx';
import { Freshness } from './freshness.tsx';
import { MonthlySales } from './monthly-sales.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { useDashboard } from './use-dashboard.ts';
import { useSaleNews } from './use-sale-news.ts';

type Props = {
  /** What the page was rendered with; null when the figures could not be read. */
  rendered: DashboardStats | null;
  /** Milliseconds since 1970. */
  renderedAt: number;
  styleNonce: string;
};

export function Dashboard({ rendered, renderedAt, styleNonce }: Props) {
  const { data: stats, isError, isFetching, dataUpdatedAt, refetch } = useDashboard(rendered, renderedAt);
  const connection = useSaleNews();
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-1 lg:mb-1">
        <h1 className="text-title-3">Dashboard</h1>
        {stats && <Freshness connection={connection} updatedAt={dataUpdatedAt} />}
      </header>
      {isError && (
        <FailedState
          title="Erro ao carregar dados do dashboard"
          text={stats && 'Os números abaixo são os últimos que chegaram. Confira sua conexão e tente de novo.'}
          isTrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(stats || !isError) && (
        <>
          <Figures stats={stats} />
          <MonthlySales months={stats?.monthlyData} styleNonce={styleNonce} />
          <RecentOrders orders={stats?.recentOrders} />
        </>
      )}
    </div>
  );
}
