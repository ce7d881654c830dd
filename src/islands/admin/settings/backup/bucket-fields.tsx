import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { Button } from '#src/islands/ui/button.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import type { BucketFinding } from '#src/wire/backups/backups.ts';
import { BUCKET_FIELDS } from '#src/wire/backups/bucket-fields.ts';
import type { BackupFormState } from './use-backup-form.ts';

export function BucketFields({ form }: { form: BackupFormState }) {
  const { draft, errors, shown, findings, type } = form;
  return (
    <fieldset className="grid min-w-0 gap-5 border-t border-line pt-5 sm:grid-cols-2">
      <legend className="sr-only">Balde S3</legend>
      {BUCKET_FIELDS.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          size="small"
          autoComplete="off"
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
        autoComplete="off"
        value={draft.secret}
        error={errors.secret ?? null}
        placeholder={shown.hasSecret ? 'Guardado. Digite para trocar' : ''}
        onChange={(event) => type({ secret: event.target.value })}
      />
      <div className="min-w-0 sm:col-span-2">
        <Button
          variant="secondary"
          size="small"
          isBusy={form.isChecking}
          busyLabel="Conferindo..."
          onClick={form.check}
        >
          Conferir
        </Button>
        <p role="status" className="sr-only">
          {findings && summaryOf(findings)}
        </p>
        {findings && (
          <ul aria-label="Conferência do balde" className="mt-3 divide-y divide-line rounded-card border border-line">
            {findings.map((finding) => (
              <Finding key={finding.subject} finding={finding} />
            ))}
          </ul>
        )}
      </div>
    </fieldset>
  );
}

function Finding({ finding: { subject, state, sentence } }: { finding: BucketFinding }) {
  const { Sign, color, word } = LOOKS[state];
  return (
    <li className="flex items-start gap-3 px-3.5 py-2.5 text-sm">
      <Sign aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{subject}</span>
          <span className={`text-mini ${color}`}>{word}</span>
        </p>
        <p className="text-muted wrap-anywhere">{sentence}</p>
      </div>
    </li>
  );
}

function summaryOf(findings: BucketFinding[]): string {
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  if (wrong === 0) return 'Conferência terminada: o balde serve.';
  return `Conferência terminada: ${wrong} ${wrong === 1 ? 'item' : 'itens'} a corrigir.`;
}

const LOOKS = {
  right: { Sign: CircleCheck, color: 'text-success', word: 'certo' },
  wrong: { Sign: CircleAlert, color: 'text-danger', word: 'a corrigir' },
  hint: { Sign: Info, color: 'text-link', word: 'sugestão' },
} as const;
