import { KeyRound, SearchX, Trash2 } from 'lucide-react';
import type { useList } from '#src/islands/admin/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { DataTable } from '#src/islands/ui/data-table.tsx';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import type { ActivationKey } from '#src/wire/activation-keys.ts';
import { PAGE_SIZE } from '#src/wire/lists.ts';
import { KEY_COLUMNS } from './key-columns.tsx';
import type { KeyFilters } from './key-screen.tsx';

type Props = {
  list: ReturnType<typeof useList<ActivationKey, keyof KeyFilters>>;
  isLoading: boolean;
  onAdd: () => void;
  onRemove: (key: ActivationKey) => void;
};

export function KeyTable({ list, isLoading, onAdd, onRemove }: Props) {
  const { state, page } = list;
  const isNarrowed = state.q !== '' || state.filters.productId !== '' || state.filters.status !== '';
  return (
    <DataTable
      caption="Chaves de ativação"
      columns={KEY_COLUMNS}
      rows={isLoading ? undefined : page?.items}
      rowKey={(key) => key.id}
      total={page?.total ?? 0}
      page={state.page}
      pageSize={PAGE_SIZE}
      sort={state.sort}
      order={state.order}
      onSort={list.setSort}
      isLoading={isLoading}
      isStale={list.isStale}
      noun={['chave', 'chaves']}
      onPage={list.setPage}
      onPrefetch={list.prefetch}
      actionsWidth="w-18 @4xl:w-20"
      rowActions={(key) =>
        // A key that was taken back stays where it is: it tells what became of the sale.
        key.status !== 'revoked' && (
          <IconAction label={`Excluir a chave ${key.key}`} icon={Trash2} tone="danger" onClick={() => onRemove(key)} />
        )
      }
      emptyState={isNarrowed ? <NothingFound onReset={list.reset} /> : <NothingYet onAdd={onAdd} />}
    />
  );
}

function NothingYet({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={KeyRound}
      title="Nenhuma chave de ativação encontrada"
      text="Adicione as chaves dos seus produtos: cada venda paga recebe a sua na hora, sem você fazer nada."
      action={
        <Button variant="primary" size="small" onClick={onAdd}>
          Adicionar Chaves
        </Button>
      }
    />
  );
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Nenhuma chave de ativação encontrada"
      text="Nada combina com a busca e os filtros escolhidos. Procure por um trecho da chave, ou pelo nome ou e-mail de quem comprou."
      action={
        <Button variant="secondary" size="small" onClick={onReset}>
          Limpar busca e filtros
        </Button>
      }
    />
  );
}
