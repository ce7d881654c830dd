import { api } from '#src/client/api.ts';
import { useConfirmedChange } from '#src/islands/admin/use-confirmed-change.ts';
import { ConfirmDialog } from '#src/islands/ui/confirm-dialog.tsx';
import type { AffiliateSale } from '#src/wire/affiliates.ts';
import { formatDay } from '#src/wire/dates.ts';
import { formatReais } from '#src/wire/money.ts';
import { BOTH_PATHS, SALES_PATH } from './affiliate-paths.ts';

/** Notes that the commission of a sale was paid, outside the shop. */
export function PayDialog({ sale, onClose }: { sale: AffiliateSale; onClose: () => void }) {
  const payment = `${formatReais(sale.commission)} para ${sale.affiliateName}`;
  const marking = useConfirmedChange({
    run: () => api.post(`${SALES_PATH}/${sale.id}/pay`),
    refresh: [BOTH_PATHS],
    done: { title: 'Comissão marcada como paga', description: `${payment}.` },
    failed: { title: 'Falha ao marcar a comissão' },
    onClose,
  });
  return (
    <ConfirmDialog
      {...marking}
      title="Marcar comissão como paga"
      description={`${payment}, pela venda de ${formatDay(sale.date)}.`}
      confirmLabel="Marcar como paga"
      busyLabel="Marcando..."
      tone="neutral"
    >
      <p className="text-sm">
        Faça isso depois de transferir o dinheiro: a loja não faz a transferência, e não dá para desfazer.
      </p>
    </ConfirmDialog>
  );
}
