import { MonthlySales } from '#src/islands/admin/dashboard/monthly-sales.tsx';
import { useFigures } from '#src/islands/admin/dashboard/use-figures.ts';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { AnalyticsTabs } from './analytics-tabs.tsx';
import { CouponTable } from './coupon-table.tsx';
import { MachineTable } from './machine-table.tsx';
import { periodSearch } from './origins-url.ts';
import { PeriodChoice } from './period-choice.tsx';
import { PeriodTotals } from './period-totals.tsx';
import { ProductTable } from './product-table.tsx';
import { type Rendered, useAnalytics } from './use-analytics.ts';

type Props = { rendered: Rendered; styleNonce: string };

export function AnalyticsScreen({ rendered, styleNonce }: Props) {
  const { view, period, today, show, analytics, isStale, isError, isFetching, refetch } = useAnalytics(rendered);
  const { data: figures } = useFigures(period, rendered);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader title="Estatísticas" />
      <AnalyticsTabs current="Resumo" search={periodSearch(view.choice)} />
      <section aria-labelledby="period" className="grid grid-cols-1 gap-4">
        <PeriodChoice choice={view.choice} period={period} onChoose={(choice) => show({ choice, page: 1 })} />
        {isError && <QuietFailure isTrying={isFetching} onRetry={refetch} />}
        <PeriodTotals analytics={analytics} today={today} isStale={isStale} isMissing={isError && !analytics} />
        <MonthlySales figures={figures} today={today} styleNonce={styleNonce} />
        {(analytics || !isError) && (
          <>
            <ProductTable analytics={analytics} isStale={isStale} view={view} onShow={show} />
            <CouponTable analytics={analytics} isStale={isStale} />
          </>
        )}
      </section>
      <MachineTable />
    </div>
  );
}

/** The page stays without the figures; the console has the error. */
function QuietFailure({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <p>Os números deste período não chegaram.</p>
      <button
        type="button"
        className="min-h-9 max-sm:min-h-11 font-semibold text-link underline underline-offset-4"
        aria-disabled={isTrying}
        onClick={() => isTrying || onRetry()}
      >
        {isTrying ? 'Tentando...' : 'Tentar novamente'}
      </button>
    </div>
  );
}
