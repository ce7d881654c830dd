import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import type { SaleDetails } from '#src/wire/sales/sales.ts';
import { keptByCustomer } from '#src/wire/withdrawals/dependents.ts';
import { WITHDRAWAL_DAYS } from '#src/wire/withdrawals/withdrawal-days.ts';
import type { DecideWithdrawal } from '#src/wire/withdrawals/withdrawal-decision.ts';
import { RefuseWithdrawal } from '#src/wire/withdrawals/withdrawals.ts';
import { useDecision } from '../use-sale-changes.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Props = { sale: SaleDetails; onClose: () => void };

export function ApproveWithdrawalDialog({ sale, onClose }: Props) {
  const amount = sale.refundableAmount ?? sale.totalAmount;
  const decision = useDecision<DecideWithdrawal>(sale, 'withdrawal', {
    done: { title: 'Desistência aceita', description: `O banco devolve ${amount} para a conta que pagou.` },
    onClose,
  });
  return (
    <ConfirmDialog
      title={`Aceitar a desistência e devolver ${amount}?`}
      description={`${sale.customerName} recebe o valor de volta. A chave é revogada, a comissão é retirada e o cupom fica livre. Não é possível desfazer.${sale.dependents.length > 0 ? ` ${keptByCustomer(sale.dependents)}` : ''}`}
      confirmLabel={`Devolver ${amount}`}
      busyLabel="Devolvendo..."
      isBusy={decision.isBusy}
      onConfirm={() => decision.submit({ decision: 'approve' })}
      onClose={onClose}
    />
  );
}

export function RefuseWithdrawalDialog({ sale, onClose }: Props) {
  const decision = useDecision<DecideWithdrawal>(sale, 'withdrawal', {
    done: {
      title: 'Desistência recusada',
      description: 'O cliente recebe o motivo por e-mail, e a chave volta a valer.',
    },
    onClose,
  });
  return (
    <ReasonDialog
      title="Recusar a desistência?"
      description={`O cliente fica com a compra, e a chave volta a valer. A lei dá ${WITHDRAWAL_DAYS} dias para desistir de uma compra pela internet: recuse só com um bom motivo.`}
      submitLabel="Recusar a desistência"
      hint="O cliente lê este texto no e-mail e na página da compra. De 20 a 500 caracteres."
      rows={4}
      isBusy={decision.isBusy}
      refusal={decision.fieldErrors['reason']}
      read={(reason) => RefuseWithdrawal.safeParse({ decision: 'refuse', reason })}
      onSubmit={decision.submit}
      onClose={onClose}
    />
  );
}
