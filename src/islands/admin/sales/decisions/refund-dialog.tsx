import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { isRenewal } from '#src/wire/purchases/items.ts';
import { givenKeys, type SaleDetails } from '#src/wire/sales/sales.ts';
import { keptByCustomer } from '#src/wire/withdrawals/dependents.ts';
import { useRefund } from '../use-sale-changes.ts';

export function RefundDialog({ sale, onClose }: { sale: SaleDetails; onClose: () => void }) {
  const refund = useRefund(sale, onClose);
  const amount = sale.refundableAmount ?? sale.totalAmount;
  return (
    <ConfirmDialog
      title={`Reembolsar ${amount}?`}
      description={`${sale.customerName} recebe ${sale.returnedAmount ? 'o resto do valor' : 'o valor inteiro'} de volta. Não é possível desfazer.`}
      confirmLabel={`Reembolsar ${amount}`}
      busyLabel="Reembolsando..."
      isBusy={refund.isBusy}
      onConfirm={() => refund.submit(undefined)}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-sm marker:text-muted">
        {consequencesOf(sale, amount).map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function consequencesOf(sale: SaleDetails, amount: string): string[] {
  const { items, paymentStatus, isWaitingForKey, commission, couponUse, couponCode, review, dependents } = sale;
  return [
    `O banco devolve ${amount} para a conta que pagou.`,
    ...(review === 'dispute' ? ['Este pagamento está em disputa: confira no banco se ele já não foi devolvido.'] : []),
    ...(dependents.length > 0 ? [keptByCustomer(dependents)] : []),
    ...lossOfKeys(givenKeys(sale).length),
    ...(isWaitingForKey ? ['O cliente sai da fila de espera por uma chave.'] : []),
    ...(paymentStatus === 'COMPLETED'
      ? [items.some(isRenewal) ? 'Os meses saem das atualizações do cliente.' : 'O download deixa de funcionar.']
      : ['O pedido é encerrado sem entrega.']),
    ...(commission ? [commissionLoss(commission)] : []),
    ...(couponUse === 'USED' ? [`O uso do cupom ${couponCode} fica livre de novo.`] : []),
  ];
}

function lossOfKeys(count: number): string[] {
  if (count === 0) return [];
  return count === 1
    ? ['A chave de ativação é revogada e o plugin para de validar.']
    : ['As chaves de ativação são revogadas e os plugins param de validar.'];
}

function commissionLoss({ affiliate, amount, wasPaid }: NonNullable<SaleDetails['commission']>): string {
  const loss = `A comissão de ${affiliate} (${amount}) é retirada`;
  return wasPaid ? `${loss}. Ela já foi paga: desconte do próximo pagamento.` : `${loss}.`;
}
