import { Fingerprint } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { canUsePasskeys, isGivenUp, signWithPasskey } from '#src/client/passkeys.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import type { ConfirmIdentity } from '#src/wire/access/factor-forms.ts';
import { type Challenge, CONFIRM_CHALLENGE_PATH, CONFIRM_PATH, type ConfirmKind } from '#src/wire/access/factors.ts';
import { FormDialog } from './form-dialog.tsx';

type Props = { kinds: readonly ConfirmKind[]; onProved: () => void; onClose: () => void };

/** A call waits behind it, and nothing that was typed is lost. */
export function IdentityDialog({ kinds, onProved, onClose }: Props) {
  const { typed, error, isBusy, setTyped, submit, usePasskey } = useProof(kinds, onProved);
  const hasPasskey = kinds.includes('passkey') && canUsePasskeys();
  const field = { error, value: typed, onChange: setTyped };
  return (
    <FormDialog
      title="Confirme que é você"
      description="A loja pede isto antes de dinheiro, exportações e acessos. Vale por dez minutos."
      submitLabel="Confirmar"
      busyLabel="Conferindo..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {hasPasskey && (
          <Button icon={Fingerprint} onClick={usePasskey}>
            Usar passkey
          </Button>
        )}
        {kinds.includes('password') ? (
          <PasswordField label="Sua senha" autoComplete="current-password" {...field} />
        ) : (
          <TextField
            label={kinds.includes('code') ? 'Código do aplicativo' : 'Código de reserva'}
            hint={kinds.includes('code') ? 'Ou um código de reserva.' : undefined}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            {...field}
          />
        )}
      </div>
    </FormDialog>
  );
}

function useProof(kinds: readonly ConfirmKind[], onProved: () => void) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const prove = async (makeProof: () => Promise<ConfirmIdentity>) => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setError(null);
    try {
      await api.post(CONFIRM_PATH, await makeProof());
      onProved();
    } catch (refusal) {
      if (!isGivenUp(refusal)) setError(sentenceOf(refusal, 'A passkey não respondeu. Tente de novo.'));
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return {
    ...{ typed, error, isBusy },
    setTyped: (event: SyntheticEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    submit: () => prove(async () => (kinds.includes('password') ? { current: typed } : { code: typed })),
    usePasskey: () =>
      void prove(async () => {
        const { challengeId } = await api.post<Challenge>(CONFIRM_CHALLENGE_PATH);
        return { challengeId, assertion: await signWithPasskey(challengeId) };
      }),
  };
}
