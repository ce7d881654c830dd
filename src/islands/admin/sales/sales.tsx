import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { LiveSign } from '#src/islands/admin/live-sign.tsx';
import { ScreenHeader } from '#src/islands/admin/screen-header.tsx';
import { refreshLists, useList } from '#src/islands/admin/use-list.ts';
import { useSaleNews } from '#src/islands/admin/use-sale-news.ts';
import { buttonLook } from '#src/islands/ui/button.tsx';
import { DataTable } from '#src/islands/ui/data-table.tsx';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import { useNow } from '#src/islands/ui/use-now.ts';
import type { BankComparison as Comparison } from '#src/wire/bank.ts';
import type { Page } from '#src/wire/lists.ts';
import { SALE_PAGE_SIZE } from '#src/wire/sale-list.ts';
import type { Sale, SaleDetails } from '#src/wire/sales.ts';
import { BankComparison } from './bank-comparison.tsx';
import { NoSales, NoSalesFound } from './no-sales.tsx';
import { saleColumns } from './sale-columns.tsx';
import { SaleDrawer } from './sale-drawer.tsx';
import { SaleToolbar } from './sale-toolbar.tsx';
import { SALES_PATH } from './use-sale.ts';
import { useSaleAddress } from './use-sale-address.ts';

type Props = {
  /** What the page was rendered with; null when it could not be read. */
  rendered: Page<Sale> | null;
  renderedSearch: string;
  /** The sale that the address names, if there is such a one. */
  renderedSale: SaleDetails | null;
  /** Null with the bank of the sandbox, which knows only what we told it. */
  comparison: Comparison | null;
};

const LOOK_MS = 30_000;

/** Every sale, and all that can be said and done about one. */
export function Sales({ rendered, renderedSearch, renderedSale, comparison }: Props) {
  const list = useList<Sale, 'status' | 'period'>({
    path: SALES_PATH,
    defaults: { sort: 'createdAt', order: 'desc', pageSize: SALE_PAGE_SIZE },
    filters: { status: '', period: '' },
    rendered,
    renderedSearch,
  });
  const connection = useSaleNews({ refresh: () => refreshLists(SALES_PATH) });
  const { openId, open, close } = useSaleAddress(renderedSearch);
  const now = useNow(LOOK_MS);
  const columns = useMemo(() => saleColumns(now), [now]);
  const { state, page } = list;
  const isNarrowed = state.q !== '' || state.filters.status !== '' || state.filters.period !== '';
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Vendas"
        subtitle="Encontre um pedido, confira o pagamento, reenvie o recibo ou devolva o dinheiro."
        actions={
          <>
            <LiveSign connection={connection} />
            <a href={list.csvHref(`${SALES_PATH}/export.csv`)} download className={buttonLook('secondary', 'small')}>
              <Download aria-hidden className="size-4" />
              Exportar CSV
            </a>
          </>
        }
      />
      {comparison && <BankComparison rendered={comparison} onOpenSale={open} />}
      <SaleToolbar
        query={state.q}
        onQuery={list.setQuery}
        status={state.filters.status}
        onStatus={(status) => list.setFilter('status', status)}
        period={state.filters.period}
        onPeriod={(period) => list.setFilter('period', period)}
      />
      {list.isError && (
        <FailedState
          title="Erro ao carregar vendas"
          text={page && 'A lista abaixo é a última que chegou. Confira sua conexão e tente de novo.'}
          isTrying={list.isFetching}
          onRetry={list.refetch}
        />
      )}
      {(page || !list.isError) && (
        <DataTable
          caption="Vendas"
          columns={columns}
          rows={page?.items}
          total={page?.total ?? 0}
          page={state.page}
          pageSize={SALE_PAGE_SIZE}
          noun={['venda', 'vendas']}
          sort={state.sort}
          order={state.order}
          onSort={list.setSort}
          onPage={list.setPage}
          onPrefetch={list.prefetch}
          rowKey={(sale) => sale.id}
          onRowSelect={(sale) => open(sale.id)}
          selectedKey={openId}
          isLoading={list.isLoading}
          isStale={list.isStale}
          emptyState={isNarrowed ? <NoSalesFound query={state.q} onReset={list.reset} /> : <NoSales />}
        />
      )}
      <SaleDrawer id={openId} rendered={renderedSale} onClose={close} />
    </div>
  );
}
