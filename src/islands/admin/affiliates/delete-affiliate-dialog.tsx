import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { ConfirmDialog } from '#src/islands/ui/confirm-dialog.tsx';
import type { Affiliate } from '#src/wire/affiliates.ts';
import { AFFILIATES_PATH, BOTH_PATHS } from './affiliate-paths.ts';
import { reaisText } from './affiliate-words.ts';

type Props = { deleting: Affiliate | null; onClose: () => void };

export function DeleteAffiliateDialog({ deleting, onClose }: Props) {
  // While the window leaves, it still says what it was about.
  const [shown, setShown] = useState(deleting);
  if (deleting && deleting !== shown) setShown(deleting);
  const { submit, isBusy } = useChange<Affiliate, unknown>({
    run: ({ id }) => api.delete(`${AFFILIATES_PATH}/${id}`),
    done: async (_, { couponCode }) => {
      await Promise.all([refreshLists(BOTH_PATHS), refreshLists('/api/admin/coupons')]);
      showToast({ tone: 'success', title: 'Afiliado excluído', description: `O cupom ${couponCode} não vale mais.` });
      onClose();
    },
    failed: (error) => {
      showToast({ tone: 'danger', title: 'Falha ao excluir afiliado', description: sentenceOf(error) });
      if (!(error instanceof ApiError) || error.status !== 404) return;
      onClose();
      void refreshLists(BOTH_PATHS);
    },
  });
  return (
    <ConfirmDialog
      isOpen={deleting !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Confirmar exclusão"
      description={`Tem certeza que deseja excluir ${shown?.name ?? ''}? O cupom ${shown?.couponCode ?? ''} para de valer na hora. Esta ação não pode ser desfeita.`}
      confirmLabel="Excluir"
      busyLabel="Excluindo..."
      isBusy={isBusy}
      onConfirm={() => deleting && submit(deleting)}
    >
      {shown && shown.totalSales > 0 && (
        <p className="text-sm">
          As vendas continuam na aba Vendas
          {shown.pendingCommission > 0 && `, com ${reaisText(shown.pendingCommission)} de comissão ainda a pagar`}.
        </p>
      )}
    </ConfirmDialog>
  );
}
