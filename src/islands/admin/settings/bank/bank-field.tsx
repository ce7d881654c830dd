import { CircleCheck, FileUp } from 'lucide-react';
import { useId } from 'react';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { FileButton } from '#src/islands/ui/file-button.tsx';
import type { BankFieldName, BankField as Row } from '#src/wire/payments/bank-fields.ts';
import { MAXIMUM_BANK_FILE_BYTES } from '#src/wire/payments/bank-files.ts';
import type { BankForm } from './use-bank-form.ts';

type Props = { name: BankFieldName; field: Row; form: BankForm };

export function BankField({ name, field, form }: Props) {
  const shared = {
    label: field.label,
    hint: field.hint,
    error: form.errors[name] ?? null,
    size: 'small',
    value: form.values[name] ?? '',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => form.type(name, event.target.value),
  } as const;
  if (field.kind === 'file') return <CertificateFile name={name} field={field} form={form} />;
  if (field.kind === 'secret') {
    return (
      <PasswordField
        {...shared}
        autoComplete="new-password"
        onBlur={name === 'certificatePassphrase' ? form.judgeAgain : undefined}
      />
    );
  }
  return <TextField {...shared} {...(field.kind === 'address' && { type: 'url', inputMode: 'url' as const })} />;
}

/** The file is read and judged as soon as it is chosen. */
function CertificateFile({ name, field, form }: Props) {
  const id = useId();
  const error = form.errors[name];
  const chosen = form.fileNames[name];
  const verdict = name === 'certificate' && form.verdict?.isRight ? form.verdict.sentence : null;
  const choose = (file: File) => {
    if (file.size > MAXIMUM_BANK_FILE_BYTES) form.refuse(name, 'O arquivo deve ter até 64 kB.');
    else void form.chooseFile(name, file);
  };
  return (
    <fieldset aria-describedby={`${id}-note`} className="min-w-0">
      <legend className="text-sm font-medium">{field.label}</legend>
      <div className="mt-1.5 flex flex-wrap items-center gap-3">
        <FileButton size="small" icon={FileUp} fieldLabel={field.label} accept={ACCEPTED} onFile={choose}>
          {chosen ? 'Escolher outro' : `Escolher: ${field.label.toLowerCase()}`}
        </FileButton>
        <span className="min-w-0 text-sm wrap-anywhere text-muted">{chosen}</span>
      </div>
      <p
        id={`${id}-note`}
        role={error ? 'alert' : 'status'}
        className={`mt-1.5 flex items-start gap-1.5 text-table ${error ? 'text-danger' : verdict ? 'text-success' : 'text-muted'}`}
      >
        {verdict && !error && <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />}
        {error ?? verdict ?? field.hint}
      </p>
    </fieldset>
  );
}

const ACCEPTED = '.p12,.pfx,.pem,.crt,.cer,.key';
