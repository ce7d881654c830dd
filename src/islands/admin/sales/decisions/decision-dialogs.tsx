import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import type { SaleDetails } from '#src/wire/sales/sales.ts';
import { useDecision } from '../use-sale-changes.ts';

export function AcceptDialog({ sale, onClose }: { sale: SaleDetails; onClose: () => void }) {
  const amount = sale.refundableAmount ?? sale.totalAmount;
  const decision = useDecision<undefined>(sale, 'accept', {
    done: { title: 'Venda concluída', description: `${amount} aceitos. O cliente recebe o produto agora.` },
    onClose,
  });
  return (
    <ConfirmDialog
      title={`Aceitar ${amount} e entregar?`}
      description={`O preço é ${sale.totalAmount}. ${sale.customerName} recebe o produto pelo valor que chegou, e a venda conta ${amount}.`}
      confirmLabel={`Aceitar ${amount} e entregar`}
      busyLabel="Entregando..."
      tone="neutral"
      isBusy={decision.isBusy}
      onConfirm={() => decision.submit(undefined)}
      onClose={onClose}
    />
  );
}

type KeyDialogProps = { sale: SaleDetails; decision: 'keep' | 'revoke'; label: string; onClose: () => void };

export function KeyDialog({ sale, decision: wanted, label, onClose }: KeyDialogProps) {
  const words = KEY_WORDS[wanted];
  const decision = useDecision<{ decision: 'keep' | 'revoke' }>(sale, 'partial-return', { done: words.done, onClose });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.description}
      confirmLabel={label}
      busyLabel="Salvando..."
      tone={wanted === 'revoke' ? 'danger' : 'neutral'}
      isBusy={decision.isBusy}
      onConfirm={() => decision.submit({ decision: wanted })}
      onClose={onClose}
    />
  );
}

const KEY_WORDS = {
  keep: {
    title: 'Manter a entrega?',
    description: 'O cliente fica com a chave e o download. A venda conta o valor que ficou com a loja.',
    done: { title: 'Entrega mantida', description: 'O cliente fica com o produto.' },
  },
  revoke: {
    title: 'Revogar a chave?',
    description:
      'A chave para de validar e não volta. O valor que ficou com a loja não é devolvido: para isso, use Reembolsar.',
    done: { title: 'Chave revogada', description: 'Ela não ativa mais o plugin.' },
  },
} as const;
