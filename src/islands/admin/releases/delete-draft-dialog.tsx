import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import type { Release } from '#src/wire/releases/releases.ts';
import { releasePath, releasesPath } from './release-paths.ts';

type Props = { productId: string; release: Release; onClose: () => void };

export function DeleteDraftDialog({ productId, release: { id, version, files }, onClose }: Props) {
  return (
    <ConfirmedChange
      run={() => api.delete(releasePath(id))}
      refresh={[releasesPath(productId)]}
      done={`Rascunho ${version} excluído`}
      failed="Erro ao excluir"
      onClose={onClose}
      title={`Excluir o rascunho ${version}?`}
      description={
        files.length === 0
          ? 'O que você escreveu nele se perde.'
          : 'O que você escreveu e os arquivos que enviou se perdem.'
      }
      confirmLabel="Excluir rascunho"
    />
  );
}
