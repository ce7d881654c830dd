import { useMemo } from 'react';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import type { ListRules } from '#src/islands/admin/list/list-url.ts';
import { useListUrl } from '#src/islands/admin/list/use-list-url.ts';
import { PRODUCTS_PATH } from '#src/islands/admin/products/products-path.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import { lastPage } from '#src/islands/ui/table/page-numbers.ts';
import { PAGE_SIZE } from '#src/wire/lists/lists.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { PurchaseRecord } from '#src/wire/purchases/purchases.ts';
import { purchaseColumns } from './purchase-columns.tsx';

type Props = { purchases: PurchaseRecord[]; now: Date; renderedSearch: string };

export function PurchaseHistory({ purchases, now, renderedSearch }: Props) {
  const { state, show } = useListUrl(renderedSearch, NEWEST_FIRST);
  const page = Math.min(state.page, lastPage(purchases.length, PAGE_SIZE));
  const { products, isError, isFetching, refetch } = useBoughtProducts();
  const columns = useMemo(() => purchaseColumns(products, now), [products, now]);
  return (
    <TitledSection id="history" title="Histórico de compras" look="part">
      {isError && (
        <FailedState
          title="Erro ao carregar produtos"
          text="As compras estão completas; faltam as imagens e a situação de cada produto."
          read={{ isFetching, refetch }}
        />
      )}
      <DataTable
        caption="Compras deste cliente"
        columns={columns}
        rows={purchases.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowHref={({ id }) => `/admin/sales?id=${encodeURIComponent(id)}`}
        total={purchases.length}
        page={page}
        pageSize={PAGE_SIZE}
        noun={['compra', 'compras']}
        onPage={(number) => show({ page: number }, 'push')}
        emptyState={<EmptyState title="Nenhuma compra" text="Este cliente ainda não gerou nenhum Pix." />}
      />
    </TitledSection>
  );
}

const NEWEST_FIRST: ListRules<never> = { sorts: ['createdAt'], sort: 'createdAt', order: 'desc', filters: {} };

function useBoughtProducts() {
  const { data, isError, isFetching, refetch } = useRead<AdminProduct[]>(PRODUCTS_PATH);
  const products = useMemo(() => data && new Map(data.map((product) => [product.id, product])), [data]);
  return { products, isError, isFetching, refetch };
}
