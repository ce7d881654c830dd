import { api, sentenceOf } from '#src/client/api.ts';
import { leaveToast } from '#src/client/left-toast.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import type { Customer } from '#src/wire/customers.ts';
import { customerPath } from './customer-paths.ts';
import { EraseDialog } from './erase-dialog.tsx';

type Props = {
  customer: Customer;
  backHref: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Erases the customer whose page this is, and leads back to the list. */
export function EraseHere({ customer, backHref, ...dialog }: Props) {
  const { submit, isBusy } = useChange<Customer, unknown>({
    run: ({ id }) => api.delete(customerPath(id)),
    done: () => {
      leaveToast({
        tone: 'success',
        title: 'Cliente excluído',
        description: 'Os dados pessoais foram apagados. As vendas continuam.',
      });
      // This page is nobody's any more: 'back' does not lead here.
      location.replace(backHref);
      return new Promise<void>(() => {});
    },
    failed: (error) => showToast({ tone: 'danger', title: 'Erro ao excluir', description: sentenceOf(error) }),
  });
  return <EraseDialog {...dialog} name={customer.name} isBusy={isBusy} onConfirm={() => submit(customer)} />;
}
