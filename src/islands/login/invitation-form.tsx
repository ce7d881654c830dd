import { Fingerprint } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { canUsePasskeys, isGivenUp, makePasskey } from '#src/client/passkeys.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { CopyButton } from '#src/islands/ui/copy/copy-button.tsx';
import { RecoveryCodesField } from '#src/islands/ui/copy/recovery-codes-field.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { useHydrated } from '#src/islands/ui/use-hydrated.ts';
import { type FactorAdded, INVITED_PATH, type PasskeyBegun } from '#src/wire/access/factors.ts';

type Props = {
  action: string;
  token: string;
  email: string;
  name: string;
  errors: Record<string, string>;
  leastPassword: number;
  offersPasskey: boolean;
};

/** The page takes the form with a password; a passkey comes in by itself. */
export function InvitationForm({ action, token, email, name, errors, leastPassword, offersPasskey }: Props) {
  const { codes, told, isBusy, enter } = usePasskeyEntry(token);
  const canUse = useHydrated() && offersPasskey && canUsePasskeys();
  const nameError = told?.name ?? errors['name'] ?? null;
  const press = (event: SyntheticEvent<HTMLButtonElement>) => {
    const field = event.currentTarget.form?.elements.namedItem('name');
    if (field instanceof HTMLInputElement) void enter(field);
  };
  if (codes) return <KeepCodes codes={codes} />;
  return (
    <form method="post" action={action} noValidate className="grid gap-5">
      <input type="hidden" name="t" value={token} />
      {/* Password managers keep it beside the password. */}
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <TextField
        label="Seu nome"
        name="name"
        autoComplete="name"
        maxLength={120}
        required
        defaultValue={name}
        error={nameError}
        hint="A equipe vê este nome, e a Auditoria o anota."
        autoFocus={'name' in errors}
      />
      <PasswordField
        label="Senha"
        name="password"
        autoComplete="new-password"
        maxLength={200}
        required
        error={errors['password'] ?? null}
        hint={`Ao menos ${leastPassword} caracteres. Uma frase serve, e sinais não são precisos.`}
        autoFocus={'password' in errors && !('name' in errors)}
      />
      <button type="submit" className="button-1 min-h-12 w-full">
        Entrar na equipe
      </button>
      {canUse && (
        <div className="grid gap-3 border-t border-line pt-5">
          <p className="text-sm text-muted">Ou entre sem senha, com a digital, o rosto ou o PIN deste aparelho.</p>
          {told?.trouble && (
            <div role="alert">
              <Notice tone="danger" title={told.trouble} />
            </div>
          )}
          <Button icon={Fingerprint} isWide isBusy={isBusy} busyLabel="Entrando..." onClick={press}>
            Entrar com passkey
          </Button>
        </div>
      )}
    </form>
  );
}

type Told = { name?: string; trouble?: string };

function usePasskeyEntry(token: string) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const [isBusy, setBusy] = useState(false);
  const enter = async (field: HTMLInputElement) => {
    const typed = { token, name: field.value };
    setBusy(true);
    setTold(null);
    try {
      const begun = await api.post<PasskeyBegun>(`${INVITED_PATH}/begin`, typed);
      const attestation = await makePasskey(begun);
      const proof = { challengeId: begun.challengeId, attestation };
      const { recoveryCodes } = await api.post<FactorAdded>(INVITED_PATH, { ...typed, ...proof });
      if (recoveryCodes) setCodes(recoveryCodes);
      else location.assign('/admin');
    } catch (error) {
      setBusy(false);
      if (isGivenUp(error)) return;
      const wrongName = error instanceof ApiError ? error.fields['name'] : undefined;
      if (wrongName === undefined) return setTold({ trouble: sentenceOf(error, NOT_MADE) });
      setTold({ name: wrongName });
      field.focus();
    }
  };
  return { codes, told, isBusy, enter };
}

/** The account is made, and its session open. */
function KeepCodes({ codes }: { codes: string[] }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <section aria-labelledby="recovery-codes" className="grid gap-4">
      <div role="status">
        <h2 id="recovery-codes" className="text-lg">
          Guarde os códigos de reserva
        </h2>
        <p className="mt-1 text-sm text-muted">
          Você está na equipe. Cada código confirma uma vez que é você, quando faltar a passkey. Eles não aparecem de
          novo.
        </p>
      </div>
      <RecoveryCodesField ref={field} codes={codes} />
      <div className="flex flex-wrap gap-3">
        <CopyButton label="Copiar todos" text={codes.join('\n')} field={field} className="button-2" />
        <a href="/admin" className="button-1">
          Guardei os códigos
        </a>
      </div>
    </section>
  );
}

const NOT_MADE = 'O navegador não criou a passkey. Tente de novo, ou entre com uma senha.';
