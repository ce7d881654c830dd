import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { type InvoiceDetails, invoicePath } from '#src/wire/invoices/invoices.ts';
import { Taker, type TakerAddress, type TypedTaker } from '#src/wire/invoices/taker.ts';

type Props = {
  invoice: InvoiceDetails;
  onSaved: (invoice: InvoiceDetails) => Promise<void>;
  onClose: () => void;
};

/** The document is masked, so that it is typed anew. */
export function TakerDialog({ invoice, onSaved, onClose }: Props) {
  const [document, setDocument] = useState('');
  const [name, setName] = useState(invoice.takerName);
  const [address, setAddress] = useState<Partial<TakerAddress>>(invoice.takerAddress ?? {});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const saving = useChange<TypedTaker, InvoiceDetails>({
    run: (body) => api.put(`${invoicePath(invoice.id)}/taker`, body),
    done: async (saved) => {
      await onSaved(saved);
      onClose();
      showToast({ tone: 'success', title: 'Tomador corrigido' });
    },
    failed: 'O tomador não foi corrigido',
  });
  const hasAddress = Object.values(address).some((part) => part !== '');

  function save(): void {
    const typed = { document, name, address: hasAddress ? { ...BLANK, ...address } : null };
    const { error } = Taker.safeParse(typed);
    const refused = (error?.issues ?? []).map(({ path, message }) => [String(path.at(-1)), message] as const);
    setErrors(Object.fromEntries(refused.toReversed()));
    if (!error) saving.submit(typed);
  }

  return (
    <FormDialog
      title="Corrigir tomador"
      description={`${invoice.document} · digite o documento de novo.`}
      submitLabel="Salvar tomador"
      isBusy={saving.isBusy}
      unsavedIn={document === '' && name === invoice.takerName ? null : 'neste tomador'}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="CPF ou CNPJ"
          size="small"
          spellCheck={false}
          value={document}
          onChange={(event) => setDocument(event.target.value)}
          error={errors['document'] ?? saving.fieldErrors['document'] ?? null}
        />
        <TextField
          label="Nome ou razão social"
          size="small"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errors['name'] ?? null}
        />
        {PARTS.map(({ key, label }) => (
          <TextField
            key={key}
            label={label}
            size="small"
            value={address[key] ?? ''}
            onChange={(event) => setAddress({ ...address, [key]: event.target.value })}
            error={errors[key] ?? null}
          />
        ))}
      </div>
    </FormDialog>
  );
}

const PARTS: readonly { key: keyof TakerAddress; label: string }[] = [
  { key: 'zip', label: 'CEP (opcional)' },
  { key: 'street', label: 'Rua' },
  { key: 'number', label: 'Número' },
  { key: 'district', label: 'Bairro' },
  { key: 'city', label: 'Cidade' },
  { key: 'state', label: 'UF' },
];
const BLANK: TakerAddress = { zip: '', street: '', number: '', district: '', city: '', state: '' };
