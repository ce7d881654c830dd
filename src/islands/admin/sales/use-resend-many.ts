import { api } from '#src/client/api.ts';
import { showResult } from '#src/islands/admin/form/use-activation.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import type { ChosenResult } from '#src/wire/lists/chosen-rows.ts';
import type { Sale } from '#src/wire/sales/sales.ts';
import { SALES_PATH } from './use-sale.ts';

export function isResendable({ paymentStatus, customerEmail, importedFrom }: Sale): boolean {
  return paymentStatus === 'COMPLETED' && customerEmail !== '' && importedFrom === null;
}

export function isRemindable({ paymentStatus, customerEmail }: Sale): boolean {
  return (paymentStatus === 'PENDING' || paymentStatus === 'FAILED') && customerEmail !== '';
}

export function useResendMany() {
  return useChange<{ sales: readonly Pick<Sale, 'id'>[] }, ChosenResult>({
    run: ({ sales }) => api.post<ChosenResult>(`${SALES_PATH}/resend-email`, { ids: sales.map(({ id }) => id) }),
    refresh: [SALES_PATH],
    done: (result) => showResult(result, ['e-mail', 'e-mails'], ['a caminho', 'a caminho']),
    failed: 'Erro ao enviar',
  });
}
