import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { ConfirmDialog } from '#src/islands/ui/confirm-dialog.tsx';
import type { AffiliateSale } from '#src/wire/affiliates.ts';
import { formatDay } from '#src/wire/dates.ts';
import { BOTH_PATHS, SALES_PATH } from './affiliate-paths.ts';
import { reaisText } from './affiliate-words.ts';

type Props = { paying: AffiliateSale | null; onClose: () => void };

export function PayDialog({ paying, onClose }: Props) {
  // While the window leaves, it still says what it was about.
  const [shown, setShown] = useState(paying);
  if (paying && paying !== shown) setShown(paying);
  const { submit, isBusy } = useChange<AffiliateSale, AffiliateSale>({
    run: ({ id }) => api.post<AffiliateSale>(`${SALES_PATH}/${id}/pay`),
    done: async ({ commission, affiliateName }) => {
      await refreshLists(BOTH_PATHS);
      showToast({
        tone: 'success',
        title: 'Comissão marcada como paga',
        description: `${reaisText(commission)} para ${affiliateName}.`,
      });
      onClose();
    },
    failed: (error) => {
      showToast({ tone: 'danger', title: 'Falha ao marcar a comissão', description: sentenceOf(error) });
      const hasChanged = error instanceof ApiError && (error.status === 404 || error.status === 409);
      if (!hasChanged) return;
      onClose();
      void refreshLists(BOTH_PATHS);
    },
  });
  return (
    <ConfirmDialog
      isOpen={paying !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Marcar comissão como paga"
      description={
        shown && `${reaisText(shown.commission)} para ${shown.affiliateName}, pela venda de ${formatDay(shown.date)}.`
      }
      confirmLabel="Marcar como paga"
      busyLabel="Marcando..."
      tone="neutral"
      isBusy={isBusy}
      onConfirm={() => paying && submit(paying)}
    >
      <p className="text-sm">
        Faça isso depois de transferir o dinheiro: a loja não faz a transferência, e não dá para desfazer.
      </p>
    </ConfirmDialog>
  );
}
