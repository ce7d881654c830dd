import { PackageOpen, Pencil, Plus, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { MenuAction } from '#src/islands/ui/overlays/menu-action.ts';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { Release } from '#src/wire/releases/releases.ts';
import { DeleteDraftDialog } from './delete-draft-dialog.tsx';
import { type Activation, NextSteps } from './next-steps.tsx';
import { RELEASE_COLUMNS } from './release-columns.tsx';
import { ReleaseDrawer } from './release-drawer.tsx';
import { releasesPath } from './release-paths.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

type Window =
  | { kind: 'none' }
  | { kind: 'new'; files?: readonly File[] }
  | { kind: 'open' | 'delete' | 'withdraw'; release: Release };
const NO_WINDOW: Window = { kind: 'none' };

type Props = {
  product: AdminProduct;
  /** They were chosen while the product was created, and begin its first version. */
  dropped: readonly File[];
  onTaken: () => void;
  activation: Activation;
};

export function Releases({ product, dropped, onTaken, activation }: Props) {
  const list = useReleases(product.id);
  const [window, setWindow] = useState<Window>(dropped.length > 0 ? { kind: 'new', files: dropped } : NO_WINDOW);
  const taken = useRef(onTaken);
  useEffect(() => taken.current(), []);
  const close = () => setWindow(NO_WINDOW);
  const releases = list.data;
  const add = (
    <Button variant="primary" size="small" icon={Plus} onClick={() => setWindow({ kind: 'new' })}>
      Nova versão
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      {releases && (
        <NextSteps
          product={product}
          releases={releases}
          activation={activation}
          onOpen={(release) => setWindow({ kind: 'open', release })}
        />
      )}
      {releases && releases.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-table">Quem comprou recebe a versão estável mais nova que a compra inclui.</p>
          {add}
        </div>
      )}
      {list.isError && !releases ? (
        <FailedState title="Não foi possível carregar as versões." read={list} />
      ) : (
        <DataTable
          caption="Versões"
          columns={RELEASE_COLUMNS}
          rows={releases}
          pageSize={WAITING_ROWS}
          onRowSelect={(release) => setWindow({ kind: 'open', release })}
          rowName={({ version }) => `versão ${version}`}
          rowMenu={(release) => menuOf(release, setWindow)}
          emptyState={<NoReleases hasDownloadUrl={product.downloadUrl !== ''}>{add}</NoReleases>}
        />
      )}
      {(window.kind === 'new' || window.kind === 'open') && (
        <ReleaseDrawer
          product={product}
          release={window.kind === 'open' ? window.release : null}
          releases={releases ?? []}
          dropped={window.kind === 'new' ? (window.files ?? []) : []}
          onActivate={product.status === 'active' ? null : () => activation.submit(undefined)}
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

function NoReleases({ hasDownloadUrl, children }: { hasDownloadUrl: boolean; children: ReactNode }) {
  return (
    <EmptyState
      icon={PackageOpen}
      title="Nenhuma versão ainda"
      text={
        hasDownloadUrl
          ? 'Envie o instalador de cada sistema. Até lá, quem compra recebe o arquivo do link de download.'
          : 'Envie o instalador de cada sistema e publique: é o que quem compra recebe.'
      }
      action={children}
    />
  );
}

export function useReleases(productId: string) {
  return useRead<Release[]>(releasesPath(productId), { refetchOnMount: 'always' });
}

function menuOf(release: Release, setWindow: (window: Window) => void): MenuAction[] {
  const { state } = release;
  return [
    ...(state === 'withdrawn'
      ? []
      : [{ label: 'Editar', icon: Pencil, run: () => setWindow({ kind: 'open', release }) }]),
    ...(state === 'draft'
      ? [
          {
            label: 'Excluir o rascunho...',
            icon: Trash2,
            tone: 'danger' as const,
            run: () => setWindow({ kind: 'delete', release }),
          },
        ]
      : []),
    ...(state === 'published'
      ? [
          {
            label: 'Retirar...',
            icon: Undo2,
            tone: 'danger' as const,
            run: () => setWindow({ kind: 'withdraw', release }),
          },
        ]
      : []),
  ];
}

const WAITING_ROWS = 3;
