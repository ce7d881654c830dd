import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import type { CustomerSummary } from '#src/wire/customers.ts';
import { CUSTOMERS_PATH, customerPath } from './customer-paths.ts';
import { EraseDialog } from './erase-dialog.tsx';

type Props = { erasing: CustomerSummary | null; onClose: () => void };

export function EraseFromList({ erasing, onClose }: Props) {
  // While the window leaves, it still says whom it was about.
  const [shown, setShown] = useState(erasing);
  if (erasing && erasing !== shown) setShown(erasing);
  const { submit, isBusy } = useChange<CustomerSummary, unknown>({
    run: ({ id }) => api.delete(customerPath(id)),
    done: async () => {
      await refreshLists(CUSTOMERS_PATH);
      showToast({
        tone: 'success',
        title: 'Cliente excluído com sucesso',
        description: 'Os dados pessoais foram apagados. As vendas continuam.',
      });
      onClose();
    },
    failed: (error) => {
      showToast({ tone: 'danger', title: 'Erro ao excluir cliente', description: sentenceOf(error) });
      if (!(error instanceof ApiError) || error.status !== 404) return;
      // Somebody else was first.
      onClose();
      void refreshLists(CUSTOMERS_PATH);
    },
  });
  return (
    <EraseDialog
      name={shown?.name ?? ''}
      isOpen={erasing !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      isBusy={isBusy}
      onConfirm={() => erasing && submit(erasing)}
    />
  );
}
