import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { refreshLists, useList } from '#src/islands/admin/list/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { useSaleUpdates } from '#src/islands/admin/use-sale-updates.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import type { ActivationKey, KeyStock, KeysAdded } from '#src/wire/keys/activation-keys.ts';
import { KEY_LIST } from '#src/wire/keys/key-list.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { AddKeysDialog } from './add-keys-dialog.tsx';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { KEYS_PATH, STOCK_PATH } from './key-paths.ts';
import { KeyNames } from './key-preview.tsx';
import { KeyTable } from './key-table.tsx';
import { KeyToolbar } from './key-toolbar.tsx';
import { StockStrip } from './stock-strip.tsx';
import { useKeyDraft } from './use-key-draft.ts';

const KeyMachinesDrawer = lazyDialog(async () => (await import('./key-machines-drawer.tsx')).KeyMachinesDrawer);

type Props = { rendered: Page<ActivationKey> | null; renderedStock: KeyStock[] | null; renderedSearch: string };

export function KeyScreen({ rendered, renderedStock, renderedSearch }: Props) {
  const list = useList({ list: KEY_LIST, rendered, renderedSearch });
  const stock = useRead<KeyStock[]>(STOCK_PATH, { initialData: renderedStock ?? undefined });
  // Each sale takes a key or adds a waiting buyer.
  useSaleUpdates({ refresh: () => refreshLists(KEYS_PATH) });
  const draft = useKeyDraft();
  const [deleting, setDeleting] = useState<ActivationKey | null>(null);
  const [open, setOpen] = useState<ActivationKey | null>(null);
  const [report, setReport] = useState<KeysAdded | null>(null);
  const isLoading = list.isLoading || stock.isPending;
  const retry = () => {
    list.refetch();
    if (stock.isError) void stock.refetch();
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Gerenciar Chaves de Ativação"
        help="activation-keys"
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
      {stock.isError && !list.isError && <FailedState title="Erro ao carregar o estoque de chaves" read={stock} />}
      <KeyToolbar list={list} stock={stock.data ?? []} />
      <KeyTable
        list={{ ...list, page: isLoading ? undefined : list.page, refetch: retry }}
        onAdd={() => draft.open()}
        onDelete={setDeleting}
        onOpenMachines={setOpen}
      />
      {draft.isOpen && <AddKeysDialog draft={draft} stock={stock.data ?? []} onAdded={setReport} />}
      {open && <KeyMachinesDrawer activationKey={open} onClose={() => setOpen(null)} />}
      {deleting && <DeleteKeyDialog activationKey={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

function AddedReport({ report: { duplicates }, onClose }: { report: KeysAdded; onClose: () => void }) {
  if (duplicates.length === 0) return null;
  const title = countText(duplicates.length, 'chave repetida ficou de fora', 'chaves repetidas ficaram de fora');
  return (
    <section aria-label="Chaves repetidas" className="rounded-card border border-line bg-surface py-2 pr-2 pl-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 py-1.5">
          <h2 className="text-base leading-5">{title}</h2>
          <p className="text-table text-muted">
            {duplicates.length === 1
              ? 'Ela veio mais de uma vez ou este produto já a tinha.'
              : 'Elas vieram mais de uma vez ou este produto já as tinha.'}{' '}
            Cada chave fica guardada uma vez só.
          </p>
        </div>
        <IconAction label="Fechar" icon={X} onClick={onClose} />
      </div>
      <details className="pb-1.5 text-table">
        <summary className="min-h-6 font-medium">Ver quais</summary>
        <KeyNames keys={duplicates} />
      </details>
    </section>
  );
}
