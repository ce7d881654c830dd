import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { CopyButton } from '#src/islands/ui/copy/copy-button.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { formatReais } from '#src/wire/basics/money.ts';
import { INVOICE_NOTE, type Payout, type PayoutDetails, salesText } from '#src/wire/payouts/payouts.ts';
import { PIX_KEY_TYPES, pixKeyText } from '#src/wire/payouts/pix-keys.ts';
import { PAYOUTS_PATH } from './payout-paths.ts';

export function OpenPayout({ payout }: { payout: Payout }) {
  const { id, affiliate, reference, amount, pixKeyType, pixKey, pixCopyPaste, qrCodeBase64 } = payout;
  const field = useRef<HTMLInputElement>(null);
  return (
    <section
      aria-label={`Pagamento de ${affiliate.name}`}
      className="rounded-panel border border-line bg-surface p-5 sm:p-6 xl:sticky xl:top-6 xl:col-start-2 xl:row-span-4 xl:row-start-1"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-base wrap-anywhere">{affiliate.name}</h2>
        <span className="code text-table text-muted">{reference}</span>
      </div>
      <p className="mt-1 text-3xl font-semibold tabular-nums">{formatReais(amount)}</p>
      <div className="mt-4 flex flex-wrap items-start gap-4">
        {qrCodeBase64 && (
          <img
            src={`data:image/png;base64,${qrCodeBase64}`}
            alt={`QR do Pix de ${formatReais(amount)} para ${affiliate.name}`}
            width={168}
            height={168}
            className="rounded-field border border-line bg-white"
          />
        )}
        <dl className="grid min-w-0 flex-1 basis-36 gap-3 text-sm">
          <div>
            <dt className="text-muted">{`Chave Pix (${PIX_KEY_TYPES[pixKeyType]})`}</dt>
            <dd className="font-medium wrap-anywhere">{pixKeyText(pixKeyType, pixKey)}</dd>
          </div>
        </dl>
      </div>
      <div className="mt-3 grid gap-2">
        <input
          ref={field}
          readOnly
          aria-label="Pix copia e cola"
          value={pixCopyPaste}
          onFocus={({ target }) => target.select()}
          className="code min-h-9 w-full min-w-0 rounded-field border border-line bg-raised px-3 text-table max-sm:min-h-11"
        />
        <CopyButton label="Copiar código" text={pixCopyPaste} field={field} className="button-2 w-full" />
      </div>
      <Lines id={id} amount={amount} />
      <EndForm payout={payout} />
    </section>
  );
}

function Lines({ id, amount }: { id: string; amount: number }) {
  const { data } = useRead<PayoutDetails>(`${PAYOUTS_PATH}/${id}`);
  if (!data) return null;
  const earned = data.lines.filter((line) => line.amount > 0);
  const cents = earned.reduce((sum, line) => sum + Math.round(line.amount * 100), 0);
  return (
    <dl className="mt-4 grid gap-1.5 border-y border-line py-3 text-sm *:flex *:justify-between *:gap-3">
      <div>
        <dt className="text-muted">{`Comissão de ${salesText(earned.length)}`}</dt>
        <dd className="tabular-nums">{formatReais(cents / 100)}</dd>
      </div>
      {data.lines
        .filter((line) => line.amount < 0)
        .map((line) => (
          <div key={line.saleId}>
            <dt className="text-muted">
              Devolvida depois de paga,{' '}
              <a href={`/admin/sales?id=${line.purchaseId}`} className="text-link hover:underline">
                {`#${line.number}`}
              </a>
            </dt>
            <dd className="whitespace-nowrap tabular-nums">{formatReais(line.amount)}</dd>
          </div>
        ))}
      <div className="font-semibold">
        <dt>A pagar</dt>
        <dd className="tabular-nums">{formatReais(amount)}</dd>
      </div>
    </dl>
  );
}

function EndForm({ payout: { id, affiliate, amount } }: { payout: Payout }) {
  const [invoiceUrl, setInvoiceUrl] = useState('');
  const [isCancelling, setCancelling] = useState(false);
  const paying = useChange<undefined, Payout>({
    run: () => api.post<Payout>(`${PAYOUTS_PATH}/${id}/pay`, invoiceUrl.trim() ? { invoiceUrl } : {}),
    refresh: [PAYOUTS_PATH, '/api/admin/affiliate'],
    told: { title: 'Pagamento marcado como pago', description: `${formatReais(amount)} para ${affiliate.name}.` },
    failed: 'O pagamento não foi marcado',
  });
  return (
    <Form className="mt-4 grid gap-3" onSubmit={() => paying.submit(undefined)}>
      <p className="text-table text-muted">{INVOICE_NOTE}</p>
      <TextField
        label="Link da nota fiscal (opcional)"
        size="small"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={invoiceUrl}
        onChange={(event) => setInvoiceUrl(event.target.value)}
        error={paying.fieldErrors['invoiceUrl'] ?? null}
      />
      <Button variant="primary" type="submit" icon={Check} isBusy={paying.isBusy} busyLabel="Marcando..." isWide>
        Marcar como pago
      </Button>
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-table text-muted">
        Marque depois que o banco confirmar.
        <button
          type="button"
          className="min-h-9 text-link underline-offset-4 hover:underline"
          onClick={() => setCancelling(true)}
        >
          Cancelar pagamento
        </button>
      </p>
      {isCancelling && <CancelDialog id={id} name={affiliate.name} onClose={() => setCancelling(false)} />}
    </Form>
  );
}

function CancelDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <ConfirmedChange
      run={() => api.post(`${PAYOUTS_PATH}/${id}/cancel`)}
      refresh={[PAYOUTS_PATH]}
      done="Pagamento cancelado"
      failed="O pagamento não foi cancelado"
      onClose={onClose}
      title={`Cancelar o pagamento de ${name}?`}
      description="As vendas dele voltam a Liberado e entram no próximo. Só cancele se ainda não pagou no banco."
      confirmLabel="Cancelar pagamento"
      busyLabel="Cancelando..."
    />
  );
}
