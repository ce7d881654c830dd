import { Download, SearchX, Trash2, UserRoundSearch, Users } from 'lucide-react';
import { useState } from 'react';
import { ScreenHeader } from '#src/islands/admin/screen-header.tsx';
import { useList } from '#src/islands/admin/use-list.ts';
import { Button, buttonLook } from '#src/islands/ui/button.tsx';
import { DataTable } from '#src/islands/ui/data-table.tsx';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { SearchField } from '#src/islands/ui/search-field.tsx';
import { TooltipGroup } from '#src/islands/ui/tooltip.tsx';
import { CUSTOMER_LIST, type CustomerSummary } from '#src/wire/customers.ts';
import { PAGE_SIZE, type Page } from '#src/wire/lists.ts';
import { CUSTOMER_COLUMNS } from './customer-columns.tsx';
import { CUSTOMERS_PATH, customerScreen, EXPORT_PATH } from './customer-paths.ts';
import { EraseFromList } from './erase-from-list.tsx';

type Props = {
  /** Null when the page could not be read; the island asks again and says so. */
  rendered: Page<CustomerSummary> | null;
  renderedSearch: string;
};

const DEFAULTS = { sort: CUSTOMER_LIST.sort, order: CUSTOMER_LIST.order };
const FILTERS = {};

/** Who has bought, or wanted to. */
export function Customers({ rendered, renderedSearch }: Props) {
  const list = useList<CustomerSummary>({
    path: CUSTOMERS_PATH,
    defaults: DEFAULTS,
    filters: FILTERS,
    rendered,
    renderedSearch,
  });
  const [erasing, setErasing] = useState<CustomerSummary | null>(null);
  const { state, page } = list;
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader title="Clientes" subtitle="Quem gerou um Pix na loja, pago ou não." />
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <SearchField
            label="Buscar por nome ou e-mail"
            placeholder="Buscar por nome ou e-mail..."
            value={state.q}
            onChange={list.setQuery}
          />
        </div>
        <a
          href={list.csvHref(EXPORT_PATH)}
          download
          className={`${buttonLook('secondary', 'small')} min-h-10 max-sm:grow`}
        >
          <Download aria-hidden className="size-4 shrink-0" />
          Exportar CSV
        </a>
      </div>
      {list.isError ? (
        <FailedState title="Falha ao buscar clientes" isTrying={list.isFetching} onRetry={list.refetch} />
      ) : (
        <DataTable
          caption="Clientes da loja"
          columns={CUSTOMER_COLUMNS}
          rows={page?.items}
          rowKey={({ id }) => id}
          rowHref={({ id }) => customerScreen(id)}
          rowActions={(customer) => <Actions customer={customer} onErase={setErasing} />}
          total={page?.total ?? 0}
          page={state.page}
          pageSize={PAGE_SIZE}
          sort={state.sort}
          order={state.order}
          onSort={list.setSort}
          isLoading={list.isLoading}
          isStale={list.isStale}
          noun={['cliente', 'clientes']}
          onPage={list.setPage}
          onPrefetch={list.prefetch}
          emptyState={state.q ? <NobodyFound onReset={list.reset} /> : <NobodyYet />}
        />
      )}
      <EraseFromList erasing={erasing} onClose={() => setErasing(null)} />
    </div>
  );
}

function Actions({ customer, onErase }: { customer: CustomerSummary; onErase: (customer: CustomerSummary) => void }) {
  return (
    <TooltipGroup>
      <IconAction
        label={`Ver detalhes de ${customer.name}`}
        icon={UserRoundSearch}
        href={customerScreen(customer.id)}
      />
      <IconAction label={`Excluir ${customer.name}`} icon={Trash2} tone="danger" onClick={() => onErase(customer)} />
    </TooltipGroup>
  );
}

function NobodyFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Nenhum cliente encontrado"
      text="Ninguém com este nome ou e-mail. Confira se está escrito como na compra, ou busque só por uma parte."
      action={
        <Button variant="secondary" onClick={onReset}>
          Limpar busca
        </Button>
      }
    />
  );
}

function NobodyYet() {
  return (
    <EmptyState
      icon={Users}
      title="Nenhum cliente ainda"
      text="Quem gerar o primeiro Pix na loja aparece aqui. Enquanto isso, confira como a loja está para quem visita."
      action={
        <a href="/" className={buttonLook('secondary')}>
          Visitar Loja
        </a>
      }
    />
  );
}
