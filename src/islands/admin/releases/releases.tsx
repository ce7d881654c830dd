import { PackageOpen, Pencil, Plus, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { DataTable } from '#src/islands/ui/data-table.tsx';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import type { AdminProduct } from '#src/wire/products.ts';
import type { Release } from '#src/wire/releases.ts';
import { DeleteDraftDialog } from './delete-draft-dialog.tsx';
import { RELEASE_COLUMNS } from './release-columns.tsx';
import { ReleaseDrawer } from './release-drawer.tsx';
import { releasesPath } from './release-paths.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

type Window = { kind: 'none' | 'new' } | { kind: 'open' | 'delete' | 'withdraw'; release: Release };
const NO_WINDOW: Window = { kind: 'none' };

export function Releases({ product }: { product: AdminProduct }) {
  const list = useReleases(product.id);
  const [window, setWindow] = useState<Window>(NO_WINDOW);
  const close = () => setWindow(NO_WINDOW);
  const releases = list.data;
  const add = (
    <Button variant="primary" size="small" icon={Plus} onClick={() => setWindow({ kind: 'new' })}>
      Nova versão
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      {releases && releases.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-table">Quem comprou recebe a versão estável mais nova que a compra inclui.</p>
          {add}
        </div>
      )}
      {list.isError && !releases ? (
        <FailedState
          title="Não foi possível carregar as versões."
          isTrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <DataTable
          caption="Versões"
          columns={RELEASE_COLUMNS}
          rows={releases}
          rowKey={({ id }) => id}
          page={1}
          pageSize={releases?.length ?? WAITING_ROWS}
          total={releases?.length ?? 0}
          noun={['versão', 'versões']}
          actionsWidth="w-24"
          onRowSelect={(release) => setWindow({ kind: 'open', release })}
          rowActions={(release) => (
            <RowActions
              release={release}
              onEdit={() => setWindow({ kind: 'open', release })}
              onDelete={() => setWindow({ kind: 'delete', release })}
              onWithdraw={() => setWindow({ kind: 'withdraw', release })}
            />
          )}
          emptyState={
            <EmptyState
              icon={PackageOpen}
              title="Nenhuma versão ainda"
              text="Envie o instalador de cada sistema. Até lá, quem compra recebe o arquivo do link de download."
              action={add}
            />
          }
        />
      )}
      {(window.kind === 'new' || window.kind === 'open') && (
        <ReleaseDrawer
          product={product}
          release={window.kind === 'open' ? window.release : null}
          releases={releases ?? []}
          onWithdraw={(release) => setWindow({ kind: 'withdraw', release })}
          onClose={close}
        />
      )}
      {window.kind === 'delete' && (
        <DeleteDraftDialog productId={product.id} release={window.release} onClose={close} />
      )}
      {window.kind === 'withdraw' && (
        <WithdrawDialog product={product} release={window.release} releases={releases ?? []} onClose={close} />
      )}
    </div>
  );
}

export function useReleases(productId: string) {
  return useRead<Release[]>(releasesPath(productId), { refetchOnMount: 'always' });
}

type RowActionProps = { release: Release; onEdit: () => void; onDelete: () => void; onWithdraw: () => void };

function RowActions({ release: { version, state }, onEdit, onDelete, onWithdraw }: RowActionProps) {
  return (
    <>
      {state !== 'withdrawn' && <IconAction label={`Editar a versão ${version}`} icon={Pencil} onClick={onEdit} />}
      {state === 'draft' && (
        <IconAction label={`Excluir o rascunho ${version}`} icon={Trash2} tone="danger" onClick={onDelete} />
      )}
      {state === 'published' && (
        <IconAction label={`Retirar a versão ${version}`} icon={Undo2} tone="danger" onClick={onWithdraw} />
      )}
    </>
  );
}

const WAITING_ROWS = 3;
