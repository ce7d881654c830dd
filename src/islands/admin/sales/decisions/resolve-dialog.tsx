import { ResolveSale, type SaleDetails } from '#src/wire/sales/sales.ts';
import { keptByCustomer } from '#src/wire/withdrawals/dependents.ts';
import { useDecision } from '../use-sale-changes.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Props = { sale: SaleDetails; outcome: ResolveSale['outcome']; onClose: () => void };

export function ResolveDialog({ sale, outcome, onClose }: Props) {
  const words = WORDS[outcome];
  const kept = outcome === 'returned' && sale.dependents.length > 0 ? [keptByCustomer(sale.dependents)] : [];
  const decision = useDecision<ResolveSale>(sale, 'resolve', { done: words.done, onClose });
  return (
    <ReasonDialog
      title={words.title}
      description={outcome === 'received' ? receivedText(sale) : [words.description, ...kept].join(' ')}
      submitLabel={words.label}
      hint="Fica na linha do tempo desta venda. Quem decidiu fica na Auditoria."
      rows={3}
      isBusy={decision.isBusy}
      refusal={decision.fieldErrors['reason']}
      read={(reason) => ResolveSale.safeParse({ outcome, reason })}
      onSubmit={decision.submit}
      onClose={onClose}
    />
  );
}

function receivedText({ totalAmount, customerName }: SaleDetails): string {
  return `Só marque depois de ver ${totalAmount} no extrato: ${customerName} recebe o produto agora, e a venda entra nas contas. Não é possível desfazer.`;
}

const WORDS: Record<
  ResolveSale['outcome'],
  { title: string; description: string; label: string; done: { title: string; description: string } }
> = {
  received: {
    title: 'Marcar como recebido?',
    description: '',
    label: 'Recebido',
    done: { title: 'Venda concluída', description: 'O cliente recebe o produto agora.' },
  },
  returned: {
    title: 'Marcar como devolvido por fora?',
    description:
      'A loja não pede nada ao banco: marque depois de devolver o valor. A chave é revogada, a comissão é retirada e o cupom fica livre. Não é possível desfazer.',
    label: 'Devolvido por fora',
    done: { title: 'Devolução anotada', description: 'O pedido foi encerrado.' },
  },
  unpaid: {
    title: 'Encerrar como nunca pago?',
    description:
      'Confira o extrato antes. O pedido é cancelado e o cupom fica livre. Se o valor aparecer depois, a loja não saberá dele sozinha.',
    label: 'Nunca pago',
    done: { title: 'Pedido encerrado', description: 'Ele conta como cancelado.' },
  },
};
