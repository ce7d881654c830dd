import { useState } from 'react';
import { ApiError, api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { type CreatedHook, HOOKS_PATH, type Hook, SaveHook } from '#src/wire/hooks/hooks.ts';
import { HookFields } from './hook-fields.tsx';
import type { ShownSecret } from './secret-dialog.tsx';
import { toBody, typedOf } from './typed-hook.ts';

type Props = {
  /** It is null for a new hook. */
  hook: Hook | null;
  onCreated: (secret: ShownSecret) => void;
  onClose: () => void;
};

export function HookDialog({ hook, onCreated, onClose }: Props) {
  const first = typedOf(hook);
  const [typed, setTyped] = useState(first);
  const [isSubmitted, setSubmitted] = useState(false);
  const { submit, isBusy, fieldErrors } = useChange<SaveHook, Hook | CreatedHook>({
    run: (body) => (hook ? api.put<Hook>(`${HOOKS_PATH}/${hook.id}`, body) : api.post<CreatedHook>(HOOKS_PATH, body)),
    refresh: [HOOKS_PATH],
    done: (saved) => {
      onClose();
      const { description } = saved;
      if ('secret' in saved && saved.secret) onCreated({ secret: saved.secret, description, isRotated: false });
      else showToast({ tone: 'success', title: hook ? 'Webhook salvo' : 'Canal criado' });
    },
    isShown: (error) => error instanceof ApiError && Object.keys(error.fields).length > 0,
    failed: 'O webhook não foi salvo',
  });
  const read = SaveHook.safeParse(toBody(typed));
  const ownErrors = isSubmitted && !read.success ? errorsOf(read.error.issues) : {};
  return (
    <FormDialog
      title={hook ? 'Editar webhook' : 'Criar webhook'}
      submitLabel={hook ? 'Salvar alterações' : 'Criar webhook'}
      isBusy={isBusy}
      unsavedIn={JSON.stringify(typed) === JSON.stringify(first) ? null : 'neste webhook'}
      onSubmit={() => {
        setSubmitted(true);
        if (read.success) submit(read.data);
      }}
      onClose={onClose}
    >
      <HookFields
        typed={typed}
        isNew={hook === null}
        errors={{ ...fieldErrors, ...ownErrors }}
        onChange={(change) => setTyped({ ...typed, ...change })}
      />
    </FormDialog>
  );
}

function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string> {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}
