import { useState } from 'react';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { useCan } from '#src/islands/admin/role.tsx';
import { Button, buttonClass } from '#src/islands/ui/button.tsx';
import { firstNameOf } from '#src/wire/basics/first-name.ts';
import { whatsappUrl } from '#src/wire/customers/whatsapp-contact.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import { WAITING_LABELS } from '#src/wire/purchases/purchase-status.ts';
import type { SaleDetails } from '#src/wire/sales/sales.ts';
import { SaleDecisions } from './decisions/sale-decisions.tsx';
import { SALES_PATH } from './use-sale.ts';
import { useResend, useVerify, useWhatsappNote } from './use-sale-changes.ts';

const RefundDialog = lazyDialog(async () => (await import('./decisions/refund-dialog.tsx')).RefundDialog);
const EmailDialog = lazyDialog(async () => (await import('#src/islands/admin/customers/email-dialog.tsx')).EmailDialog);

export function SaleActions({ sale }: { sale: SaleDetails }) {
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [isEmailOpen, setEmailOpen] = useState(false);
  const can = useCan();
  const verify = useVerify(sale);
  const resend = useResend(sale);
  const note = useWhatsappNote(sale);
  const isPaid = sale.paymentStatus === 'COMPLETED';
  const isShort = sale.paymentStatus === 'PENDING' && sale.review === 'short_payment';
  const isRefundable = can('refund') && (isPaid || isShort) && sale.bank.isConfigured;
  const isAtBank = sale.paymentStatus !== 'REFUNDED' && sale.failureReason !== 'provider';
  const canCall = sale.whatsapp !== null && (sale.paymentStatus === 'PENDING' || sale.paymentStatus === 'FAILED');
  if (!isAtBank && !canCall) return <p className="py-1.5 text-sm text-muted">Não há mais nada a fazer neste pedido.</p>;
  return (
    <>
      {can('refund') && <SaleDecisions sale={sale} />}
      {sale.whatsapp !== null && canCall && (
        <a
          href={whatsappUrl(sale.whatsapp, { name: firstNameOf(sale.customerName), product: namesOf(sale) })}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => note.submit(undefined)}
          className={buttonClass('secondary', 'small')}
        >
          Chamar no WhatsApp
        </a>
      )}
      {can('reconcile') && sale.bank.isConfigured && isAtBank && (
        <ChangeButton change={verify} label="Verificar agora" busyLabel="Verificando..." />
      )}
      {isPaid && sale.customerEmail && sale.importedFrom === null && (
        <ChangeButton change={resend} label="Reenviar e-mail" busyLabel="Reenviando..." />
      )}
      {can('writeCustomers') && sale.customerEmail && sale.customerId && (
        <Button size="small" onClick={() => setEmailOpen(true)}>
          Corrigir e-mail
        </Button>
      )}
      {isRefundable && !sale.refundPending && sale.withdrawal?.state !== 'requested' && (
        <Button size="small" onClick={() => setConfirmOpen(true)}>
          Reembolsar
        </Button>
      )}
      {isRefundable && sale.refundPending && <Button size="small" isBusy busyLabel={WAITING_LABELS.refund_pending} />}
      {isEmailOpen && sale.customerId && (
        <EmailDialog
          customerId={sale.customerId}
          email={sale.customerEmail}
          refresh={[SALES_PATH]}
          onClose={() => setEmailOpen(false)}
        />
      )}
      {isConfirmOpen && <RefundDialog sale={sale} onClose={() => setConfirmOpen(false)} />}
    </>
  );
}
