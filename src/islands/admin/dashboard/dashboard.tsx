import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { ReadinessCard } from '#src/islands/admin/readiness/readiness-card.tsx';
import { useSaleUpdates } from '#src/islands/admin/use-sale-updates.ts';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import type { DashboardStats } from '#src/wire/reports/dashboard.ts';
import type { Figures } from '#src/wire/reports/figures.ts';
import type { Attention } from '#src/wire/upkeep/attention.ts';
import type { ReadinessItem } from '#src/wire/upkeep/readiness.ts';
import { AttentionCard } from './attention-card.tsx';
import { LastUpdated } from './last-updated.tsx';
import { PeriodFigures } from './period-figures.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { refreshDashboard, showUpdate, useDashboard } from './use-dashboard.ts';

type Props = {
  /** It is null after an error. */
  rendered: DashboardStats | null;
  /** It is in milliseconds since 1970. */
  renderedAt: number;
  attention: Attention | null;
  readiness: ReadinessItem[] | null;
  /** The figures are those of the period in `search`, the page's own; null after an error. */
  figures: Figures | null;
  search: string;
  styleNonce: string;
};

export function Dashboard({ rendered, renderedAt, attention, readiness, figures, search, styleNonce }: Props) {
  const { data: stats, isError, isFetching, dataUpdatedAt, refetch } = useDashboard(rendered, renderedAt);
  const connection = useSaleUpdates({ onUpdate: showUpdate, refresh: refreshDashboard });
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Dashboard"
        help="index"
        actions={
          <>
            {stats && <LastUpdated connection={connection} updatedAt={dataUpdatedAt} />}
            <DownloadLink href="/api/admin/purchases/export.csv" text="Exportar CSV" />
          </>
        }
      />
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
          <AttentionCard rendered={attention} />
          <ReadinessCard rendered={readiness} isPassing />
          <PeriodFigures rendered={figures} at={renderedAt} search={search} styleNonce={styleNonce} />
          <RecentOrders orders={stats?.recentOrders} />
        </>
      )}
    </div>
  );
}
