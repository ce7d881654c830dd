import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import { dismissFailure, showToast } from '#src/client/page/toast.ts';
import { logIn } from '#src/client/session.ts';
import { EmailField } from '#src/islands/ui/fields/email-field.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { Spinner } from '#src/islands/ui/states/spinner.tsx';
import { Login } from '#src/wire/access/auth.ts';

const REDIRECT_MS = 500;
const TITLE = 'Erro ao fazer login';

/** The page takes this form before its script runs, too. Uncontrolled fields keep what was typed until then. */
export function LoginForm({ typed, errors }: { typed: { email: string }; errors: Partial<Record<Field, string>> }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Login>({ resolver: zodResolver(Login) });
  const [told, setTold] = useState(errors);
  const [isEntering, setEntering] = useState(false);

  const errorOf = (field: Field) => formState.errors[field]?.message ?? told[field] ?? null;
  const submit = handleSubmit(async (form) => {
    setEntering(true);
    setTold({});
    try {
      await logIn(form);
      showToast({ title: 'Login bem-sucedido', description: 'Você entrou no painel administrativo.', tone: 'success' });
      // Replaces the history entry, so that Back does not return to the login.
      setTimeout(() => location.replace('/admin'), REDIRECT_MS);
    } catch (error) {
      setEntering(false);
      const refused = refusedFields(error);
      for (const { field, message } of refused) setError(field, { message });
      setFocus(refused[0]?.field ?? 'password', { shouldSelect: true });
      if (refused.length > 0) return dismissFailure();
      showToast({ title: TITLE, description: sentenceOf(error, 'Falha no login'), tone: 'danger' });
    }
  });

  return (
    <form method="post" action="/login" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <EmailField
        label="Email"
        autoComplete="username"
        enterKeyHint="next"
        defaultValue={typed.email}
        error={errorOf('email')}
        {...register('email')}
      />
      <PasswordField
        label="Senha"
        autoComplete="current-password"
        enterKeyHint="go"
        error={errorOf('password')}
        {...register('password')}
      />
      <button
        type="submit"
        aria-disabled={isEntering}
        className="button-1 w-full"
        onClick={(event) => isEntering && event.preventDefault()}
      >
        {isEntering && <Spinner className="size-4" />}
        {isEntering ? 'Entrando...' : 'Entrar'}
      </button>
    </form>
  );
}

type Field = keyof Login;
type Refused = { field: Field; message: string };

/** Wrong credentials stand at the password, whichever of the two is wrong. */
function refusedFields(error: unknown): Refused[] {
  if (!(error instanceof ApiError)) return [];
  if (error.status === 401) return [{ field: 'password', message: `${TITLE}. ${error.message}` }];
  const { fields } = error;
  return (['email', 'password'] as const).flatMap((field) => {
    const message = fields[field];
    return message ? [{ field, message }] : [];
  });
}
