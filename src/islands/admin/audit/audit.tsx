import { ScrollText, SearchX } from 'lucide-react';
import { ScreenHeader } from '#src/islands/admin/screen-header.tsx';
import { useList } from '#src/islands/admin/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { DataTable } from '#src/islands/ui/data-table.tsx';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import { AUDIT_PAGE_SIZE, type AuditEntry } from '#src/wire/audit.ts';
import type { Page } from '#src/wire/lists.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditFilters } from './audit-filters.tsx';

type Props = {
  /** Null when it could not be read; the island asks again and says so. */
  rendered: Page<AuditEntry> | null;
  renderedSearch: string;
};

const PATH = '/api/admin/audit';
const DEFAULTS = { sort: 'time', order: 'desc', pageSize: AUDIT_PAGE_SIZE } as const;
const FILTERS = { kind: '', from: '', to: '' };

/** Who changed what, and when. */
export function Audit({ rendered, renderedSearch }: Props) {
  const list = useList<AuditEntry, keyof typeof FILTERS>({
    path: PATH,
    defaults: DEFAULTS,
    filters: FILTERS,
    rendered,
    renderedSearch,
  });
  const { state, page } = list;
  const isNarrowed = state.q !== '' || Object.values(state.filters).some((value) => value !== '');
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader title="Auditoria" subtitle="Quem mudou o quê no painel, e quando. Nada sai desta lista." />
      <AuditFilters state={state} onQuery={list.setQuery} onFilter={list.setFilter} />
      {list.isError ? (
        <FailedState title="Erro ao carregar a auditoria" isTrying={list.isFetching} onRetry={list.refetch} />
      ) : (
        <DataTable
          caption="Mudanças feitas no painel"
          columns={AUDIT_COLUMNS}
          rows={page?.items}
          rowKey={(entry) => entry.id}
          total={page?.total ?? 0}
          page={state.page}
          pageSize={AUDIT_PAGE_SIZE}
          sort={state.sort}
          order={state.order}
          onSort={list.setSort}
          isLoading={list.isLoading}
          isStale={list.isStale}
          noun={['registro', 'registros']}
          onPage={list.setPage}
          onPrefetch={list.prefetch}
          emptyState={isNarrowed ? <NothingFound onReset={list.reset} /> : <NothingYet />}
        />
      )}
    </div>
  );
}

function NothingYet() {
  return (
    <EmptyState
      icon={ScrollText}
      title="Nenhuma mudança ainda"
      text="Assim que alguém alterar um produto, uma chave, um cupom ou qualquer outra coisa no painel, fica registrado aqui."
    />
  );
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Nenhum registro encontrado"
      text="Nada combina com a busca e os filtros escolhidos. Confira o código ou amplie o período."
      action={
        <Button variant="secondary" onClick={onReset}>
          Limpar busca e filtros
        </Button>
      }
    />
  );
}
