import { useState } from 'react';
import { lazyDialog } from '#src/islands/admin/lazy-dialog.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { ConfirmDialog } from '#src/islands/ui/confirm-dialog.tsx';
import type { ResolveSale, SaleDetails } from '#src/wire/sales.ts';
import { useDecision } from './use-sale-changes.ts';

const ResolveDialog = lazyDialog(async () => (await import('./resolve-dialog.tsx')).ResolveDialog);
const loadWithdrawalDialogs = () => import('./withdrawal-dialogs.tsx');
const ApproveWithdrawalDialog = lazyDialog(async () => (await loadWithdrawalDialogs()).ApproveWithdrawalDialog);
const RefuseWithdrawalDialog = lazyDialog(async () => (await loadWithdrawalDialogs()).RefuseWithdrawalDialog);

type Decision = 'accept' | 'keep' | 'revoke' | 'approve' | 'refuse' | ResolveSale['outcome'];

export function SaleDecisions({ sale }: { sale: SaleDetails }) {
  const [asked, setAsked] = useState<Decision | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {decisionsOf(sale).map((decision) => (
        <Button key={decision} variant="secondary" size="small" onClick={() => setAsked(decision)}>
          {labelOf(decision, sale)}
        </Button>
      ))}
      {asked === 'accept' && <AcceptDialog sale={sale} onClose={close} />}
      {(asked === 'keep' || asked === 'revoke') && <KeyDialog sale={sale} decision={asked} onClose={close} />}
      {asked === 'approve' && <ApproveWithdrawalDialog sale={sale} onClose={close} />}
      {asked === 'refuse' && <RefuseWithdrawalDialog sale={sale} onClose={close} />}
      {(asked === 'received' || asked === 'returned' || asked === 'unpaid') && (
        <ResolveDialog sale={sale} outcome={asked} onClose={close} />
      )}
    </>
  );
}

function decisionsOf(sale: SaleDetails): Decision[] {
  const { paymentStatus, review, refundPending, bank, key, withdrawal } = sale;
  const isUnproven = review === 'unknown_account' || review === 'unknown_state' || review === 'duplicate_payment';
  if (paymentStatus === 'PENDING') {
    if (isUnproven) return ['received', 'returned', 'unpaid'];
    if (review === 'short_payment') return refundPending ? ['returned'] : ['accept', 'returned'];
    return bank.isConfigured ? [] : ['received', 'returned'];
  }
  if (paymentStatus === 'FAILED') return bank.isConfigured ? [] : ['received'];
  if (paymentStatus !== 'COMPLETED') return [];
  if (withdrawal?.state === 'requested') return bank.isConfigured ? ['approve', 'refuse'] : ['returned', 'refuse'];
  if (withdrawal?.isDelayed) return ['returned'];
  const isKeyGiven = key !== null && key.state !== 'revoked';
  if (review === 'partial_return') return isKeyGiven ? ['keep', 'revoke', 'returned'] : ['keep', 'returned'];
  return bank.isConfigured ? [] : ['returned'];
}

function labelOf(decision: Decision, { refundableAmount }: SaleDetails): string {
  if (decision === 'approve') return `Aceitar e devolver ${refundableAmount}`;
  return decision === 'accept' ? `Aceitar ${refundableAmount} e entregar` : LABELS[decision];
}

const LABELS: Record<Exclude<Decision, 'accept' | 'approve'>, string> = {
  refuse: 'Recusar',
  received: 'Recebido',
  returned: 'Devolvido por fora',
  unpaid: 'Nunca pago',
  keep: 'Manter a entrega',
  revoke: 'Revogar a chave',
};

function AcceptDialog({ sale, onClose }: { sale: SaleDetails; onClose: () => void }) {
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

type KeyDialogProps = { sale: SaleDetails; decision: 'keep' | 'revoke'; onClose: () => void };

function KeyDialog({ sale, decision: wanted, onClose }: KeyDialogProps) {
  const words = KEY_WORDS[wanted];
  const decision = useDecision<{ decision: 'keep' | 'revoke' }>(sale, 'partial-return', { done: words.done, onClose });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.description}
      confirmLabel={LABELS[wanted]}
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
