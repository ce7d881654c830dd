import { MonthlySales } from '#src/islands/admin/dashboard/monthly-sales.tsx';
import { useFigures } from '#src/islands/admin/dashboard/use-figures.ts';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { type Analytics, analyticsAddress } from '#src/wire/reports/analytics.ts';
import type { Figures } from '#src/wire/reports/figures.ts';
import { AnalyticsTabs } from './analytics-tabs.tsx';
import { readAnalyticsUrl, writeAnalyticsUrl } from './analytics-url.ts';
import { CouponTable } from './coupon-table.tsx';
import { MachineTable } from './machine-table.tsx';
import { periodSearch } from './origins-url.ts';
import { PeriodChoice } from './period-choice.tsx';
import { PeriodTotals } from './period-totals.tsx';
import { ProductTable } from './product-table.tsx';
import { TrialTable } from './trial-table.tsx';
import { type Rendered, useReport } from './use-report.ts';

type Props = {
  rendered: Rendered & { analytics: Analytics | null; figures: Figures | null; hasHistory: boolean };
  styleNonce: string;
};

export function AnalyticsScreen({ rendered, styleNonce }: Props) {
  const report = useReport(ANALYTICS, rendered.analytics, rendered);
  const { view, period, today, show, data: analytics, isStale, isError, isFetching, refetch } = report;
  const { data: figures } = useFigures(period, rendered);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader title="Estatísticas" help="analytics/index" />
      <AnalyticsTabs current="Resumo" search={periodSearch(view.choice)} />
      <section aria-labelledby="period" className="grid grid-cols-1 gap-4">
        <PeriodChoice choice={view.choice} period={period} onChoose={(choice) => show({ choice, page: 1 })} />
        {(rendered.hasHistory || view.withHistory) && (
          <label className="flex min-h-11 items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              checked={view.withHistory}
              className="size-4.5 accent-petrol-700"
              onChange={(event) => show({ withHistory: event.target.checked })}
            />
            Incluir histórico importado
          </label>
        )}
        {isError && <QuietFailure isTrying={isFetching} onRetry={refetch} />}
        <PeriodTotals analytics={analytics} today={today} isStale={isStale} isMissing={isError && !analytics} />
        <MonthlySales figures={figures} today={today} styleNonce={styleNonce} />
        {(analytics || !isError) && (
          <>
            <ProductTable analytics={analytics} isStale={isStale} view={view} onShow={show} />
            <CouponTable analytics={analytics} isStale={isStale} />
            <TrialTable products={analytics?.trials} isStale={isStale} />
          </>
        )}
      </section>
      <MachineTable />
    </div>
  );
}

const ANALYTICS = {
  read: readAnalyticsUrl,
  write: writeAnalyticsUrl,
  addressOf: analyticsAddress,
  freshMs: 5 * MINUTE_MS,
};

/** The page stays without the figures; the console has the error. */
function QuietFailure({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <p>Os números deste período não chegaram.</p>
      <button
        type="button"
        className="min-h-9 max-sm:min-h-11 font-semibold link"
        aria-disabled={isTrying}
        onClick={() => isTrying || onRetry()}
      >
        {isTrying ? 'Tentando...' : 'Tentar novamente'}
      </button>
    </div>
  );
}
