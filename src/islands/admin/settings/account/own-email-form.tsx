import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { focusRefusedFields } from '#src/islands/admin/form/refused-fields.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { EmailField } from '#src/islands/ui/fields/email-field.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { ChangeOwnEmail } from '#src/wire/access/own-account.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';

type Props = {
  email: string;
  askedEmail: string | null;
  /** Whoever has no password is asked for the second factor instead. */
  asksCurrent: boolean;
};

export function OwnEmailForm({ email, askedEmail, asksCurrent }: Props) {
  const empty = { email: '', ...(asksCurrent && { current: '' }) };
  const [asked, setAsked] = useState(askedEmail);
  const form = useForm<ChangeOwnEmail>({ resolver: zodResolver(ChangeOwnEmail), defaultValues: empty });
  const { handleSubmit, reset } = form;
  const field = fieldOf(form);
  const { submit, isBusy } = useChange<ChangeOwnEmail, Done>({
    run: (typed) => api.post('/api/admin/account/email', typed),
    told: ({ message }) => ({ title: 'Falta confirmar', description: message }),
    done: (_done, typed) => {
      setAsked(typed.email);
      reset(empty);
    },
    isShown: (error) => focusRefusedFields(error, form),
    failed: 'Erro ao trocar o e-mail',
  });
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        Hoje é <strong className="font-semibold text-foreground wrap-anywhere">{email}</strong>.
        {asked && (
          <>
            {' '}
            Espera a confirmação de <strong className="font-semibold text-foreground wrap-anywhere">{asked}</strong>,
            pelo link que vale por 24 horas.
          </>
        )}
      </p>
      <Form onSubmit={handleSubmit(submit)} className="mt-4 grid max-w-sm gap-4">
        <EmailField
          label="Novo e-mail"
          hint="Enviamos um link para ele, e um aviso para o atual. Confirmada a troca, suas outras sessões são encerradas."
          {...field('email')}
        />
        {asksCurrent && <PasswordField label="Sua senha atual" autoComplete="current-password" {...field('current')} />}
        <div>
          <Button type="submit" isBusy={isBusy} busyLabel="Enviando...">
            Trocar o e-mail
          </Button>
        </div>
      </Form>
    </>
  );
}
