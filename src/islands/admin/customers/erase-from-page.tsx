import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { toastOnNextPage } from '#src/client/page/next-page-toast.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import type { Customer } from '#src/wire/customers/customers.ts';
import { customerPath } from './customer-paths.ts';
import { EraseDialog } from './erase-dialog.tsx';

type Props = { customer: Customer; backHref: string; onClose: () => void };

export function EraseFromPage({ customer, backHref, onClose }: Props) {
  const { submit, isBusy } = useChange<undefined, unknown>({
    run: () => api.delete(customerPath(customer.id)),
    done: () => {
      toastOnNextPage({
        tone: 'success',
        title: 'Cliente excluído',
        description: 'Os dados pessoais foram apagados. As vendas continuam.',
      });
      // Replaces the entry, so that Back does not return to an erased customer.
      location.replace(backHref);
      return new Promise<void>(() => {});
    },
    failed: (error) => {
      showToast({ tone: 'danger', title: 'Erro ao excluir', description: sentenceOf(error) });
      // The page says so where the customer was erased elsewhere meanwhile.
      if (error instanceof ApiError && error.status === 404) void refreshLists(customerPath(customer.id));
    },
  });
  return <EraseDialog name={customer.name} isBusy={isBusy} onConfirm={() => submit(undefined)} onClose={onClose} />;
}
