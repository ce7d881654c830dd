import { api } from '#src/client/api.ts';
import { useConfirmedChange } from '#src/islands/admin/form/use-confirmed-change.ts';
import type { CustomerSummary } from '#src/wire/customers/customers.ts';
import { CUSTOMERS_PATH, customerPath } from './customer-paths.ts';
import { EraseDialog } from './erase-dialog.tsx';

export function EraseFromList({ customer, onClose }: { customer: CustomerSummary; onClose: () => void }) {
  const erasure = useConfirmedChange({
    run: () => api.delete(customerPath(customer.id)),
    refresh: [CUSTOMERS_PATH],
    done: {
      title: 'Cliente excluído com sucesso',
      description: 'Os dados pessoais foram apagados. As vendas continuam.',
    },
    failed: { title: 'Erro ao excluir cliente' },
    onClose,
  });
  return <EraseDialog {...erasure} name={customer.name} />;
}
