import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ScreenHeader } from '#src/islands/admin/screen-header.tsx';
import { refreshLists, useList } from '#src/islands/admin/use-list.ts';
import { useSaleNews } from '#src/islands/admin/use-sale-news.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import { type ActivationKey, KEY_LIST, type KeyStock, type KeysAdded } from '#src/wire/activation-keys.ts';
import type { Page } from '#src/wire/lists.ts';
import { AddKeysDialog } from './add-keys-dialog.tsx';
import { AddedReport } from './added-report.tsx';
import { EXPORT_PATH, KEYS_PATH } from './key-paths.ts';
import { KeyTable } from './key-table.tsx';
import { KeyToolbar } from './key-toolbar.tsx';
import { RemoveKeyDialog } from './remove-key-dialog.tsx';
import { StockStrip } from './stock-strip.tsx';
import { useKeyDraft } from './use-key-draft.ts';
import { useKeyStock } from './use-key-stock.ts';

type Props = { rendered: Page<ActivationKey> | null; renderedStock: KeyStock[] | null; renderedSearch: string };

export type KeyFilters = { productId: string; status: string };
const FILTERS: KeyFilters = { productId: '', status: '' };
const DEFAULTS = { sort: KEY_LIST.sort, order: KEY_LIST.order };

export function KeyScreen({ rendered, renderedStock, renderedSearch }: Props) {
  const list = useList<ActivationKey, keyof KeyFilters>({
    path: KEYS_PATH,
    defaults: DEFAULTS,
    filters: FILTERS,
    rendered,
    renderedSearch,
  });
  const stock = useKeyStock(renderedStock);
  // Each sale takes a key, or leaves a buyer waiting for one.
  useSaleNews({ refresh: () => refreshLists(KEYS_PATH) });
  const draft = useKeyDraft();
  const [removing, setRemoving] = useState<ActivationKey | null>(null);
  const [report, setReport] = useState<KeysAdded | null>(null);
  // What stands above the table comes with it, so that the table does not move.
  const isLoading = list.isLoading || stock.isPending;
  const retry = () => {
    list.refetch();
    if (stock.isError) void stock.refetch();
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Gerenciar Chaves de Ativação"
        actions={
          <Button variant="primary" size="small" icon={Plus} onClick={() => draft.open()}>
            Adicionar Chaves
          </Button>
        }
      />
      {isLoading && !list.isError && (
        <p role="status" className="sr-only">
          Carregando chaves de ativação...
        </p>
      )}
      {report && <AddedReport report={report} onClose={() => setReport(null)} />}
      {!isLoading && stock.data && <StockStrip stock={stock.data} onAdd={draft.open} />}
      {stock.isError && !list.isError && (
        <FailedState
          title="Erro ao carregar o estoque de chaves"
          isTrying={stock.isFetching}
          onRetry={() => void stock.refetch()}
        />
      )}
      <KeyToolbar
        state={list.state}
        stock={stock.data ?? []}
        csvHref={list.csvHref(EXPORT_PATH)}
        onQuery={list.setQuery}
        onFilter={list.setFilter}
      />
      {list.isError ? (
        <FailedState title="Erro ao carregar chaves de ativação" isTrying={list.isFetching} onRetry={retry} />
      ) : (
        <KeyTable list={list} isLoading={isLoading} onAdd={draft.open} onRemove={setRemoving} />
      )}
      <AddKeysDialog draft={draft} stock={stock.data ?? []} onAdded={setReport} />
      <RemoveKeyDialog removing={removing} onClose={() => setRemoving(null)} />
    </div>
  );
}
