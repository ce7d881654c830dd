import { api } from '#src/client/api.ts';
import { useConfirmedChange } from '#src/islands/admin/use-confirmed-change.ts';
import { ConfirmDialog } from '#src/islands/ui/confirm-dialog.tsx';
import type { Commission } from '#src/wire/affiliates.ts';
import { formatDay } from '#src/wire/dates.ts';
import { formatReais } from '#src/wire/money.ts';
import { BOTH_PATHS, COMMISSIONS_PATH } from './affiliate-paths.ts';

/** Notes that a commission was paid, outside the shop. */
export function PayDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const payment = `${formatReais(commission.commission)} para ${commission.affiliateName}`;
  const marking = useConfirmedChange({
    run: () => api.post(`${COMMISSIONS_PATH}/${commission.id}/pay`),
    refresh: [BOTH_PATHS],
    done: { title: 'Comissão marcada como paga', description: `${payment}.` },
    failed: { title: 'Falha ao marcar a comissão' },
    onClose,
  });
  return (
    <ConfirmDialog
      {...marking}
      title="Marcar comissão como paga"
      description={`${payment}, pela venda de ${formatDay(commission.date)}.`}
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
