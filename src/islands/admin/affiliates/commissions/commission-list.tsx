import { useState } from 'react';
import { useList } from '#src/islands/admin/list/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { COMMISSION_LIST, type Commission, type CommissionSummary } from '#src/wire/affiliates/affiliates.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { SUMMARY_PATH } from '../affiliate-paths.ts';
import { CommissionTable } from './commission-table.tsx';
import { CommissionToolbar } from './commission-toolbar.tsx';
import { CommissionTotals } from './commission-totals.tsx';
import { PayDialog } from './pay-dialog.tsx';

type Props = {
  rendered: Page<Commission> | null;
  renderedSummary: CommissionSummary | null;
  renderedSearch: string;
};

export function CommissionList({ rendered, renderedSummary, renderedSearch }: Props) {
  const list = useList({ list: COMMISSION_LIST, rendered, renderedSearch });
  const { affiliate } = list.state.filters;
  const summary = useSummary(affiliate, renderedSearch, renderedSummary);
  const [paying, setPaying] = useState<{ commissions: readonly Commission[]; done?: () => void } | null>(null);
  const retry = () => {
    list.refetch();
    if (summary.isError) void summary.refetch();
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {(summary.data || !summary.isError) && <CommissionTotals summary={summary.data} />}
      {summary.isError && !list.isError && <FailedState title="Falha ao carregar as comissões" read={summary} />}
      <CommissionToolbar list={list} affiliates={summary.data?.affiliates ?? []} />
      <CommissionTable
        list={{ ...list, refetch: retry }}
        onPay={(commissions, done) => setPaying({ commissions, done })}
      />
      {paying && <PayDialog {...paying} onClose={() => setPaying(null)} />}
    </div>
  );
}

/** The rendered figures belong to the address of the page. */
function useSummary(affiliate: string, renderedSearch: string, rendered: CommissionSummary | null) {
  const isRendered = (new URLSearchParams(renderedSearch).get('affiliate') ?? '') === affiliate;
  const path = affiliate ? `${SUMMARY_PATH}?affiliate=${encodeURIComponent(affiliate)}` : SUMMARY_PATH;
  return useRead<CommissionSummary>(path, {
    initialData: (isRendered && rendered) || undefined,
    placeholderData: (before) => before,
  });
}
