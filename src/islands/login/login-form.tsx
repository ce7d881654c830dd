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
import type { ConfirmKind } from '#src/wire/access/factors.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

const REDIRECT_MS = 500;
const TITLE = 'Erro ao fazer login';

type Asked = { challengeId: string; kinds: readonly ConfirmKind[] };

type Props = {
  typed: { email: string };
  errors: Partial<Record<Field, string>>;
  /** The password was right, and came before this script ran. */
  asked: Asked | null;
  offersPasskeys: boolean;
};

/** The password first, then what else the person has; a passkey alone opens at once. */
export function LoginForm({ asked: rendered, offersPasskeys, ...props }: Props) {
  const [asked, setAsked] = useState(rendered);
  const [isEntered, setEntered] = useState(false);
  const entered = () => {
    setEntered(true);
    showToast({ title: 'Login bem-sucedido', description: 'Você entrou no painel administrativo.', tone: 'success' });
    // Replaces the history entry, so that Back does not return to the login.
    setTimeout(() => location.replace('/admin'), REDIRECT_MS);
  };
  if (asked) return <SecondFactorForm {...asked} onEntered={entered} onOver={() => setAsked(null)} />;
  return (
    <>
      <PasswordForm {...props} isEntered={isEntered} onEntered={entered} onAsked={setAsked} />
      {offersPasskeys && <PasskeySignIn onEntered={entered} />}
    </>
  );
}

type PasswordProps = Pick<Props, 'typed' | 'errors'> & {
  isEntered: boolean;
  onEntered: () => void;
  onAsked: (asked: Asked) => void;
};

/** The page takes this form before its script runs, too. Uncontrolled fields keep what was typed until then. */
function PasswordForm({ typed, errors, isEntered, onEntered, onAsked }: PasswordProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Login>({ resolver: zodResolver(Login) });
  const [told, setTold] = useState(errors);
  const [isSending, setSending] = useState(false);
  const isEntering = isSending || isEntered;
  const errorOf = (field: Field) => formState.errors[field]?.message ?? told[field] ?? null;
  const submit = handleSubmit(async (form) => {
    setSending(true);
    setTold({});
    try {
      await logIn(form);
      onEntered();
    } catch (error) {
      setSending(false);
      const asked = askedIn(error);
      if (asked) return onAsked(asked);
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
        autoComplete="username webauthn"
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

function askedIn(error: unknown): Asked | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required' || !error.challengeId) return null;
  return { challengeId: error.challengeId, kinds: error.kinds };
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
