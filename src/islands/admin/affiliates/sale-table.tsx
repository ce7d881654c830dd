import { HandCoins } from 'lucide-react';
import type { useList } from '#src/islands/admin/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { DataTable } from '#src/islands/ui/data-table.tsx';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import type { AffiliateSale } from '#src/wire/affiliates.ts';
import { PAGE_SIZE } from '#src/wire/lists.ts';
import { SALE_COLUMNS } from './sale-columns.tsx';
import type { SaleFilter } from './sale-list.tsx';

type Props = {
  list: ReturnType<typeof useList<AffiliateSale, SaleFilter>>;
  onPay: (sale: AffiliateSale) => void;
};

export function SaleTable({ list, onPay }: Props) {
  const { state, page } = list;
  const isOfOne = state.filters.affiliate !== '';
  const isNarrowed = state.q !== '' || state.filters.status !== '';
  return (
    <DataTable
      caption="Vendas de afiliados"
      columns={SALE_COLUMNS}
      rows={page?.items}
      rowKey={({ id }) => id}
      total={page?.total ?? 0}
      page={state.page}
      pageSize={PAGE_SIZE}
      sort={state.sort}
      order={state.order}
      onSort={list.setSort}
      isStale={list.isStale}
      noun={['venda', 'vendas']}
      onPage={list.setPage}
      onPrefetch={list.prefetch}
      actionsWidth="w-40"
      rowActions={(sale) =>
        sale.status === 'pending' && (
          <span className="@max-2xl:my-2 @max-2xl:mr-2">
            <Button
              variant="secondary"
              size="small"
              aria-label={`Marcar como paga a comissão de ${sale.affiliateName} pela venda a ${sale.customerName}`}
              onClick={() => onPay(sale)}
            >
              Marcar como paga
            </Button>
          </span>
        )
      }
      emptyState={
        <EmptyState
          icon={HandCoins}
          title={isOfOne ? 'Nenhuma venda encontrada para este afiliado.' : 'Nenhuma venda de afiliado encontrada.'}
          text={
            isNarrowed
              ? 'Nada combina com a busca e o status escolhidos.'
              : 'Uma venda aparece aqui assim que alguém paga usando o cupom de um afiliado.'
          }
          action={
            (isOfOne || isNarrowed) && (
              <Button variant="secondary" size="small" onClick={list.reset}>
                Ver todas as vendas
              </Button>
            )
          }
        />
      }
    />
  );
}
