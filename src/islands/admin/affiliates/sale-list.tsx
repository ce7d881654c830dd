import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#src/client/queries.ts';
import { useList } from '#src/islands/admin/use-list.ts';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import type { AffiliateSale, CommissionSummary } from '#src/wire/affiliates.ts';
import type { Page } from '#src/wire/lists.ts';
import { ALL_SALES_PATH, SUMMARY_PATH } from './affiliate-paths.ts';
import { CommissionTotals } from './commission-totals.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { SaleTable } from './sale-table.tsx';
import { SaleToolbar } from './sale-toolbar.tsx';

type Props = {
  rendered: Page<AffiliateSale> | null;
  renderedSummary: CommissionSummary | null;
  renderedSearch: string;
};

export type SaleFilter = 'affiliate' | 'status';
const FILTERS = { affiliate: '', status: '' };
const DEFAULTS = { sort: 'date', order: 'desc' } as const;

/** The sales of affiliates, of all or of one, and what is owed for them. */
export function SaleList({ rendered, renderedSummary, renderedSearch }: Props) {
  const list = useList<AffiliateSale, SaleFilter>({
    path: ALL_SALES_PATH,
    defaults: DEFAULTS,
    filters: FILTERS,
    rendered,
    renderedSearch,
  });
  const { affiliate } = list.state.filters;
  const summary = useSummary(affiliate, renderedSearch, renderedSummary);
  const [paying, setPaying] = useState<AffiliateSale | null>(null);
  const isFailed = list.isError || summary.isError;
  const retry = () => {
    list.refetch();
    void summary.refetch();
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <CommissionTotals summary={summary.data} />
      <SaleToolbar
        state={list.state}
        affiliates={summary.data?.affiliates ?? []}
        onQuery={list.setQuery}
        onFilter={list.setFilter}
      />
      {isFailed ? (
        <FailedState
          title="Falha ao carregar vendas"
          isTrying={list.isFetching || summary.isFetching}
          onRetry={retry}
        />
      ) : (
        <SaleTable list={list} onPay={setPaying} />
      )}
      <PayDialog paying={paying} onClose={() => setPaying(null)} />
    </div>
  );
}

/** Figures of the affiliate in sight. What the page came with is that of its own address. */
function useSummary(affiliate: string, renderedSearch: string, rendered: CommissionSummary | null) {
  const [client] = useState(queryClient);
  const isRendered = (new URLSearchParams(renderedSearch).get('affiliate') ?? '') === affiliate;
  return useQuery<CommissionSummary>(
    {
      queryKey: [affiliate ? `${SUMMARY_PATH}?affiliate=${encodeURIComponent(affiliate)}` : SUMMARY_PATH],
      initialData: (isRendered && rendered) || undefined,
      placeholderData: (before) => before,
    },
    client,
  );
}
