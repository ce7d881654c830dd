import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { focusRefusedFields } from '#src/islands/admin/form/refused-fields.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { OWN_FACTORS_PATH } from '#src/wire/access/factors.ts';
import { type ChangeOwnPassword, type ChangePassword, OWN_SESSIONS_PATH } from '#src/wire/access/own-account.ts';

type Props = {
  /** Tells password managers whose password changes. */
  email: string;
  path: string;
  label: string;
  hint: string;
  submitLabel: string;
  schema: typeof ChangePassword | typeof ChangeOwnPassword;
  /** Whoever has a second factor is asked for that instead. */
  asksCurrent: boolean;
  done: { title: string; description?: string };
};

const EMPTY = { current: '', password: '' };

/** Asks for the own password first, whichever is changed; or for the second factor, once it is sent. */
export function ChangePasswordForm({ email, path, label, hint, submitLabel, schema, asksCurrent, done }: Props) {
  const form = useForm<ChangeOwnPassword>({
    resolver: zodResolver(schema),
    defaultValues: asksCurrent ? EMPTY : { password: '' },
  });
  const { handleSubmit, reset } = form;
  const field = fieldOf(form);
  const { submit, isBusy } = useChange<ChangeOwnPassword, unknown>({
    run: (typed) => api.post(path, typed),
    told: done,
    done: async () => {
      reset(asksCurrent ? EMPTY : { password: '' });
      await Promise.all([refreshLists(OWN_SESSIONS_PATH), refreshLists(OWN_FACTORS_PATH)]);
    },
    isShown: (error) => focusRefusedFields(error, form),
    failed: 'Erro ao trocar a senha',
  });
  return (
    <Form onSubmit={handleSubmit(submit)} className="mt-4 grid max-w-sm gap-4">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {asksCurrent && <PasswordField label="Sua senha atual" autoComplete="current-password" {...field('current')} />}
      <PasswordField label={label} autoComplete="new-password" hint={hint} {...field('password')} />
      <div>
        <Button type="submit" isBusy={isBusy} busyLabel="Trocando...">
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}
