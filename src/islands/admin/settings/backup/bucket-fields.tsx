import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { BUCKET_FIELDS } from '#src/wire/backups/bucket-fields.ts';
import { BACKUP_BUCKET_PARTS } from '#src/wire/backups/bucket-parts.ts';
import { CheckedFoot } from '../checked-foot.tsx';
import type { BackupFormState } from './use-backup-form.ts';

export function BucketFields({ form }: { form: BackupFormState }) {
  const { draft, errors, shown, type } = form;
  return (
    <fieldset className="grid min-w-0 gap-5 border-t border-line pt-5 sm:grid-cols-2">
      <legend className="sr-only">Balde S3</legend>
      {BUCKET_FIELDS.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          size="small"
          autoCapitalize="none"
          spellCheck={false}
          value={draft[name]}
          error={errors[name] ?? null}
          onChange={(event) => type({ [name]: event.target.value })}
        />
      ))}
      <PasswordField
        label="Segredo da chave"
        size="small"
        value={draft.secret}
        error={errors.secret ?? null}
        placeholder={shown.hasSecret ? 'Guardado. Digite para trocar' : ''}
        onChange={(event) => type({ secret: event.target.value })}
      />
      <div className="min-w-0 sm:col-span-2">
        <CheckedFoot
          label="Conferência do balde"
          seen={form.checked}
          isBusy={form.isChecking}
          expected={BACKUP_BUCKET_PARTS.length}
          check={form.check}
          save={null}
        />
      </div>
    </fieldset>
  );
}
