import { api } from '#src/client/api.ts';
import { useConfirmedChange } from '#src/islands/admin/form/use-confirmed-change.ts';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import type { Release } from '#src/wire/releases/releases.ts';
import { releasePath, releasesPath } from './release-paths.ts';

type Props = { productId: string; release: Release; onClose: () => void };

export function DeleteDraftDialog({ productId, release: { id, version, files }, onClose }: Props) {
  const deletion = useConfirmedChange({
    run: () => api.delete(releasePath(id)),
    refresh: [releasesPath(productId)],
    done: { title: `Rascunho ${version} excluído` },
    failed: { title: 'Erro ao excluir' },
    onClose,
  });
  return (
    <ConfirmDialog
      {...deletion}
      title={`Excluir o rascunho ${version}?`}
      description={
        files.length === 0
          ? 'O que você escreveu nele se perde.'
          : 'O que você escreveu e os arquivos que enviou se perdem.'
      }
      confirmLabel="Excluir rascunho"
      busyLabel="Excluindo..."
    />
  );
}
