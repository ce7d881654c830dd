import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import {
  INVOICE_FILE_LIMIT_BYTES,
  INVOICE_TEXTS,
  type InvoiceDetails,
  invoicePath,
  type TypedInvoice,
} from '#src/wire/invoices/invoices.ts';

type Props = {
  invoice: InvoiceDetails;
  onSaved: (invoice: InvoiceDetails) => Promise<void>;
  onClose: () => void;
};

/** The number, with a link or the PDF: the buyer gets the mail at once. */
export function IssuedDialog({ invoice, onSaved, onClose }: Props) {
  const [number, setNumber] = useState('');
  const [url, setUrl] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const saving = useChange<TypedInvoice, InvoiceDetails>({
    run: async (body) => {
      if (file) await upload(invoice.id, file);
      return api.put(invoicePath(invoice.id), body);
    },
    done: async (saved) => {
      await onSaved(saved);
      onClose();
      showToast({ tone: 'success', title: 'Nota registrada', description: 'Quem comprou recebe o e-mail.' });
    },
    failed: 'A nota não foi registrada',
  });
  const choose = (chosen: File | undefined) => {
    const isWrong = chosen && (chosen.type !== 'application/pdf' || chosen.size > INVOICE_FILE_LIMIT_BYTES);
    setRefused(isWrong ? INVOICE_TEXTS.notPdf : null);
    setFile(isWrong ? null : (chosen ?? null));
  };
  return (
    <FormDialog
      title={`Nota do pedido #${invoice.purchaseNumber}`}
      description="Cole o número e o link, ou envie o PDF. Quem comprou recebe um e-mail na hora."
      submitLabel="Salvar e avisar"
      isBusy={saving.isBusy}
      unsavedIn={number || url || file ? 'nesta nota' : null}
      onSubmit={() => saving.submit({ state: 'issued', number, url })}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <TextField
          label="Número da nota"
          size="small"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          error={saving.fieldErrors['number'] ?? null}
        />
        <TextField
          label="Link da nota"
          size="small"
          type="url"
          placeholder="https://www.nfse.gov.br/..."
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={saving.fieldErrors['url'] ?? null}
        />
        <div>
          <label htmlFor="invoice-file" className="block text-sm font-medium">
            PDF da nota (no lugar do link, ou junto com ele)
          </label>
          <input
            id="invoice-file"
            type="file"
            accept="application/pdf"
            className="mt-1.5 block w-full text-sm file:mr-3 file:min-h-10 file:rounded-field file:border file:border-line file:bg-surface file:px-3"
            onChange={(event) => choose(event.target.files?.[0])}
          />
          {refused && (
            <p role="alert" className="mt-1.5 text-mini text-danger">
              {refused}
            </p>
          )}
        </div>
      </div>
    </FormDialog>
  );
}

function upload(id: string, file: File): Promise<unknown> {
  const body = new FormData();
  body.append('file', file, file.name);
  return api.post(`${invoicePath(id)}/file`, body);
}
