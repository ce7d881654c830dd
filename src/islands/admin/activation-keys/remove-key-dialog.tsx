import { useState } from 'react';
import { ApiError, api } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { ConfirmDialog } from '#src/islands/ui/confirm-dialog.tsx';
import type { ActivationKey } from '#src/wire/activation-keys.ts';
import { KEYS_PATH } from './key-paths.ts';

type Props = { removing: ActivationKey | null; onClose: () => void };

const FAILED = 'Ocorreu um erro ao excluir a chave. Por favor, tente novamente.';

export function RemoveKeyDialog({ removing, onClose }: Props) {
  // While the window leaves, it still says what it was about.
  const [shown, setShown] = useState(removing);
  if (removing && removing !== shown) setShown(removing);
  const { submit, isBusy } = useChange<ActivationKey, unknown>({
    run: ({ id, status }) => api.delete(`${KEYS_PATH}/${id}?status=${status}`),
    done: async () => {
      await refreshLists(KEYS_PATH);
      showToast({
        tone: 'success',
        title: 'Chave excluída com sucesso',
        description: 'A chave de ativação foi removida do sistema.',
      });
      onClose();
    },
    failed: (error) => {
      const hasChanged = error instanceof ApiError && (error.status === 404 || error.status === 409);
      showToast({
        tone: 'danger',
        title: 'Erro ao excluir chave',
        description: hasChanged ? error.message : FAILED,
      });
      if (!hasChanged) return;
      onClose();
      void refreshLists(KEYS_PATH);
    },
  });
  return (
    <ConfirmDialog
      isOpen={removing !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Confirmar exclusão"
      description="Tem certeza que deseja excluir esta chave de ativação? Esta ação não pode ser desfeita."
      confirmLabel="Excluir"
      busyLabel="Excluindo..."
      isBusy={isBusy}
      onConfirm={() => removing && submit(removing)}
    >
      <p className="code rounded-field bg-raised px-3 py-2 text-table wrap-anywhere">{shown?.key}</p>
      {shown?.status === 'assigned' && (
        <p className="mt-3 text-sm">
          <strong className="font-semibold">{shown.purchase?.customerName || 'Cliente'} perde esta chave:</strong> ela
          deixa de valer no plugin, e a página da compra avisa que foi revogada.
        </p>
      )}
    </ConfirmDialog>
  );
}
