import { LiveIndicator } from '#src/islands/admin/frame/live-indicator.tsx';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { ReadinessCard } from '#src/islands/admin/readiness/readiness-card.tsx';
import { forRole, useCan } from '#src/islands/admin/role.tsx';
import { type Connection, useSaleUpdates } from '#src/islands/admin/use-sale-updates.ts';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { DashboardStats } from '#src/wire/reports/dashboard.ts';
import type { Figures } from '#src/wire/reports/figures.ts';
import type { Attention } from '#src/wire/upkeep/attention.ts';
import type { ReadinessItem } from '#src/wire/upkeep/readiness.ts';
import { AttentionCard } from './attention-card.tsx';
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

export const Dashboard = forRole(DashboardOfRole);

function DashboardOfRole(props: Props) {
  const can = useCan();
  return can('readReports') ? <DashboardScreen {...props} /> : <LimitedDesk attention={props.attention} />;
}

/** Who sees no figures begins with what waits for them. */
function LimitedDesk({ attention }: Pick<Props, 'attention'>) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader title="Dashboard" help="index" />
      <AttentionCard rendered={attention} />
    </div>
  );
}

function DashboardScreen({ rendered, renderedAt, attention, readiness, figures, search, styleNonce }: Props) {
  const can = useCan();
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
            {can('export') && <DownloadLink href="/api/admin/purchases/export.csv" text="Exportar CSV" />}
          </>
        }
      />
      {isError && (
        <FailedState
          title="Erro ao carregar dados do dashboard"
          text={stats && 'Os números abaixo são os últimos que chegaram. Confira sua conexão e tente de novo.'}
          read={{ isFetching, refetch }}
        />
      )}
      {(stats || !isError) && (
        <>
          <AttentionCard rendered={attention} />
          {can('settings') && <ReadinessCard rendered={readiness} isPassing />}
          <PeriodFigures rendered={figures} at={renderedAt} search={search} styleNonce={styleNonce} />
          <RecentOrders orders={stats?.recentOrders} />
        </>
      )}
    </div>
  );
}

type LastUpdatedProps = {
  connection: Connection;
  updatedAt: number;
};

function LastUpdated({ connection, updatedAt }: LastUpdatedProps) {
  return (
    // The width is fixed, so that the changing text moves nothing.
    <div className="flex w-full sm:w-auto sm:min-w-56 sm:justify-end">
      <LiveIndicator connection={connection}>
        {' '}
        · atualizado às <span className="tabular-nums">{formatDayTime(new Date(updatedAt)).slice(-5)}</span>
      </LiveIndicator>
    </div>
  );
}
