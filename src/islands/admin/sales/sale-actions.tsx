import { useState } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import type { SaleDetails } from '#src/wire/sales.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { useResend, useVerify } from './use-sale-changes.ts';

/** What can be done with a sale as it stands. */
export function SaleActions({ sale }: { sale: SaleDetails }) {
  const [isAsking, setAsking] = useState(false);
  const verify = useVerify(sale);
  const resend = useResend(sale);
  const isPaid = sale.paymentStatus === 'COMPLETED';
  const isAtBank = sale.paymentStatus !== 'REFUNDED' && sale.failureReason !== 'provider';
  if (!isAtBank) return <p className="py-1.5 text-sm text-muted">Não há mais nada a fazer neste pedido.</p>;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        isBusy={verify.isBusy}
        busyLabel="Verificando..."
        onClick={() => verify.submit(undefined)}
      >
        Verificar agora
      </Button>
      {isPaid && sale.customerEmail && (
        <Button
          variant="secondary"
          size="small"
          isBusy={resend.isBusy}
          busyLabel="Reenviando..."
          onClick={() => resend.submit(undefined)}
        >
          Reenviar e-mail
        </Button>
      )}
      {isPaid && !sale.refundPending && (
        <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
          Reembolsar
        </Button>
      )}
      {isPaid && sale.refundPending && (
        <Button variant="secondary" size="small" isBusy busyLabel="Reembolso em andamento" />
      )}
      {isAsking && <RefundDialog sale={sale} onClose={() => setAsking(false)} />}
    </>
  );
}
