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
        <LoadingFailed isTrying={isFetching} hasFigures={stats !== undefined} onRetry={() => void refetch()} />
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

function LoadingFailed({
  isTrying,
  hasFigures,
  onRetry,
}: {
  isTrying: boolean;
  hasFigures: boolean;
  onRetry: () => void;
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-danger bg-surface p-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold text-danger">Erro ao carregar dados do dashboard</p>
        <p className="text-sm text-muted">
          {hasFigures
            ? 'Os números abaixo são os últimos que chegaram. Confira sua conexão e tente de novo.'
            : 'Confira sua conexão e tente de novo.'}
        </p>
      </div>
      <button type="button" className="button-2" aria-disabled={isTrying} onClick={() => isTrying || onRetry()}>
        {isTrying ? 'Tentando...' : 'Tentar novamente'}
      </button>
    </div>
  );
}
