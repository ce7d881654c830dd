import { useState } from 'react';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { givenKeys, type ResolveSale, type SaleDetails } from '#src/wire/sales/sales.ts';

const ResolveDialog = lazyDialog(async () => (await import('./resolve-dialog.tsx')).ResolveDialog);
const loadDecisionDialogs = () => import('./decision-dialogs.tsx');
const AcceptDialog = lazyDialog(async () => (await loadDecisionDialogs()).AcceptDialog);
const KeyDialog = lazyDialog(async () => (await loadDecisionDialogs()).KeyDialog);
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
        <Button key={decision} size="small" onClick={() => setAsked(decision)}>
          {labelOf(decision, sale)}
        </Button>
      ))}
      {asked === 'accept' && <AcceptDialog sale={sale} onClose={close} />}
      {(asked === 'keep' || asked === 'revoke') && (
        <KeyDialog sale={sale} decision={asked} label={LABELS[asked]} onClose={close} />
      )}
      {asked === 'approve' && <ApproveWithdrawalDialog sale={sale} onClose={close} />}
      {asked === 'refuse' && <RefuseWithdrawalDialog sale={sale} onClose={close} />}
      {(asked === 'received' || asked === 'returned' || asked === 'unpaid') && (
        <ResolveDialog sale={sale} outcome={asked} onClose={close} />
      )}
    </>
  );
}

function decisionsOf(sale: SaleDetails): Decision[] {
  const { paymentStatus, review, refundPending, bank, withdrawal } = sale;
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
  if (review === 'partial_return')
    return givenKeys(sale).length > 0 ? ['keep', 'revoke', 'returned'] : ['keep', 'returned'];
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
