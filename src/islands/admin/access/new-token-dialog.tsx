import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { showRefusedFields } from '#src/islands/admin/form/refused-fields.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { FieldToCopy } from '#src/islands/admin/settings/field-to-copy.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { CreateToken, TOKEN_DAYS, TOKENS_PATH, type TokenCreated } from '#src/wire/access/api-tokens.ts';
import { SCOPES, type Scope } from '#src/wire/access/scopes.ts';

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<TokenCreated | null>(null);
  const form = useForm<CreateToken>({
    resolver: zodResolver(CreateToken, undefined, { raw: true }),
    defaultValues: { name: '', scopes: [], expiresInDays: 90 },
  });
  const { submit, isBusy } = useChange<CreateToken, TokenCreated>({
    run: (values) => api.post<TokenCreated>(TOKENS_PATH, values),
    refresh: [TOKENS_PATH],
    done: (token) => setCreated(token),
    isShown: (error) => showRefusedFields(error, form),
    failed: 'O token não foi criado',
  });
  if (created) return <CreatedDialog created={created} onClose={onClose} />;
  return (
    <FormDialog
      title="Criar token"
      description="Um para cada programa, com o mínimo de que ele precisa."
      submitLabel="Criar token"
      busyLabel="Criando..."
      isBusy={isBusy}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <TokenInputs form={form} />
    </FormDialog>
  );
}

function TokenInputs({ form }: { form: UseFormReturn<CreateToken> }) {
  const { watch, setValue } = form;
  const { expiresInDays } = watch();
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField label="Nome" placeholder="n8n" {...fieldOf(form)('name')} />
      <Select
        label="Vale por"
        value={String(expiresInDays)}
        onChange={(value) =>
          setValue('expiresInDays', TOKEN_DAYS.find((days) => String(days) === value) ?? null, { shouldDirty: true })
        }
        options={LIFETIMES}
      />
      <ScopeInputs form={form} />
    </div>
  );
}

function ScopeInputs({ form: { watch, setValue, formState } }: { form: UseFormReturn<CreateToken> }) {
  const { scopes } = watch();
  const error = formState.errors.scopes?.message;
  const choose = (chosen: readonly Scope[]) =>
    setValue('scopes', [...chosen], { shouldDirty: true, shouldValidate: formState.isSubmitted });
  return (
    <fieldset className="min-w-0 sm:col-span-2" aria-describedby={error ? 'scopes-error' : undefined}>
      <legend className="text-sm font-medium">O que o token pode fazer</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {PRESETS.map(({ name, scopes: chosen }) => (
          <Button key={name} size="small" onClick={() => choose(chosen)}>
            {name}
          </Button>
        ))}
      </div>
      {error && (
        <p id="scopes-error" role="alert" className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
      {GROUPS.map(([group, members]) => (
        <div key={group} className="mt-4">
          <p className="text-table text-muted">{group}</p>
          {members.map((scope) => (
            <label key={scope} className="flex min-h-11 items-center gap-2.5 text-sm sm:min-h-9">
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  choose(ALL.filter((each) => (each === scope ? target.checked : scopes.includes(each))))
                }
                className="size-4 shrink-0 accent-petrol-600"
              />
              <span className="min-w-0">
                {SCOPES[scope].text} <code className="text-mini text-muted">{scope}</code>
              </span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}

/** The shop keeps a hash alone, so that nobody reads the token again. */
function CreatedDialog({ created: { name, token }, onClose }: { created: TokenCreated; onClose: () => void }) {
  return (
    <Dialog
      title={`Token ${name}`}
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          Já guardei
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <Notice tone="warning" title="Copie agora: ele não aparece de novo">
          Guarde o token no programa que vai usá-lo. Perdeu? Revogue este e crie outro.
        </Notice>
        <FieldToCopy aria-label="Token" value={token} copyLabel="Copiar token" />
        <div>
          <p className="text-sm text-muted">Para experimentar, no terminal:</p>
          <pre className="code mt-1 whitespace-pre-wrap wrap-anywhere rounded-field border border-line bg-background p-3 text-mini">
            <code>{`curl -H 'Authorization: Bearer ${token}' \\\n  '${location.origin}/api/admin/purchases?cursor='`}</code>
          </pre>
        </div>
      </div>
    </Dialog>
  );
}

const ALL = Object.keys(SCOPES) as Scope[];
const GROUPS = [...Map.groupBy(ALL, (scope) => SCOPES[scope].group)];

const PRESETS: readonly { name: string; scopes: readonly Scope[] }[] = [
  { name: 'Só leitura', scopes: ALL.filter((scope) => scope.endsWith(':read') && scope !== 'keys:read') },
  { name: 'Planilha de vendas', scopes: ['sales:read', 'reports:read'] },
  { name: 'Publicar versões', scopes: ['products:read', 'products:write'] },
];

const LIFETIMES = [
  ...TOKEN_DAYS.map((days) => ({ value: String(days), label: `${days} dias` })),
  { value: 'null', label: 'Sem prazo' },
];
