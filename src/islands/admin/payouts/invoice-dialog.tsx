import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { INVOICE_NOTE, type Payout } from '#src/wire/payouts/payouts.ts';
import { PAYOUTS_PATH } from './payout-paths.ts';

/** An invoice often comes after the payment. */
export function InvoiceDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const [invoiceUrl, setInvoiceUrl] = useState(payout.invoiceUrl);
  const keeping = useChange<undefined, Payout>({
    run: () => api.put<Payout>(`${PAYOUTS_PATH}/${payout.id}`, { invoiceUrl }),
    refresh: [PAYOUTS_PATH],
    told: 'Link da nota fiscal guardado',
    done: onClose,
  });
  return (
    <FormDialog
      title={`Nota fiscal de ${payout.affiliate.name}`}
      description={INVOICE_NOTE}
      submitLabel="Guardar link"
      busyLabel="Guardando..."
      isBusy={keeping.isBusy}
      onSubmit={() => keeping.submit(undefined)}
      onClose={onClose}
    >
      <TextField
        label="Link da nota fiscal"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={invoiceUrl}
        onChange={({ target }) => setInvoiceUrl(target.value)}
        error={keeping.fieldErrors['invoiceUrl'] ?? null}
      />
      {payout.invoiceUrl && (
        <a
          href={payout.invoiceUrl}
          target="_blank"
          rel="noopener"
          className="mt-3 inline-flex min-h-9 items-center text-sm text-link hover:underline"
        >
          Abrir a nota guardada
        </a>
      )}
    </FormDialog>
  );
}
