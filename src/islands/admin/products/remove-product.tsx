import { useState } from 'react';
import { ApiError, api } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { ConfirmDialog } from '#src/islands/ui/confirm-dialog.tsx';
import type { AdminProduct } from '#src/wire/products.ts';
import { PRODUCTS_PATH } from './products-path.ts';

/** Asks, and deletes. Null closes it. */
export function RemoveProduct({ product, onClose }: { product: AdminProduct | null; onClose: () => void }) {
  // While the window leaves, it still says what it was about.
  const [shown, setShown] = useState(product);
  if (product && product !== shown) setShown(product);
  const removal = useChange({
    run: (id: string) => api.delete(`${PRODUCTS_PATH}/${encodeURIComponent(id)}`),
    done: async () => {
      await refreshLists(PRODUCTS_PATH);
      onClose();
      showToast({ title: 'Produto excluído', tone: 'success' });
    },
    failed: (error) => {
      onClose();
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) void refreshLists(PRODUCTS_PATH);
      showToast({
        title: 'Erro ao excluir',
        description: isGone ? error.message : 'Não foi possível excluir o produto. Tente novamente.',
        tone: 'danger',
      });
    },
  });
  return (
    <ConfirmDialog
      isOpen={product !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Confirmar exclusão"
      description={`Tem certeza que deseja excluir o produto ${shown?.name ?? ''}? Esta ação não pode ser desfeita.`}
      confirmLabel="Excluir"
      busyLabel="Excluindo..."
      isBusy={removal.isBusy}
      onConfirm={() => product && removal.submit(product.id)}
    >
      <p className="text-sm text-muted">Quem já comprou continua com a chave e o download.</p>
    </ConfirmDialog>
  );
}
