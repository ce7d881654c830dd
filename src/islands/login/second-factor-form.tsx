import { Fingerprint } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { canUsePasskeys, isGivenUp, signWithPasskey } from '#src/client/passkeys.ts';
import { enterBySecondFactor } from '#src/client/session.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import type { SecondFactor } from '#src/wire/access/factor-forms.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import type { ConfirmKind } from '#src/wire/access/factors.ts';

type Props = { challengeId: string; kinds: readonly ConfirmKind[]; onEntered: () => void; onOver: () => void };

/** After the right password. */
export function SecondFactorForm({ challengeId, kinds, onEntered, onOver }: Props) {
  const { code, setCode, error, isBusy, prove } = useSecondFactor({ challengeId, onEntered, onOver });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const hasPasskey = kinds.includes('passkey') && canUsePasskeys();
  const hasCode = kinds.includes('code');
  const hasField = hasCode || kinds.includes('recovery');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void prove(async () => ({ challengeId, code }));
  };
  return (
    <form noValidate aria-label="Segundo fator" onSubmit={submit} className="grid gap-5">
      {kinds.length === 0 ? (
        <Notice tone="warning" title="Esta conta não abre por aqui">
          {FACTOR_TEXTS.noneLeft}
        </Notice>
      ) : (
        <p className="text-sm text-muted">{FACTOR_TEXTS.required}</p>
      )}
      {hasPasskey && (
        <Button
          icon={Fingerprint}
          isWide
          onClick={() => void prove(async () => ({ challengeId, assertion: await signWithPasskey(challengeId) }))}
        >
          Usar passkey
        </Button>
      )}
      {!hasField && error && (
        <div role="alert">
          <Notice tone="danger" title={error} />
        </div>
      )}
      {hasField && (
        <>
          <TextField
            ref={field}
            label={hasCode ? 'Código do aplicativo' : 'Código de reserva'}
            hint={hasCode ? 'Seis números. Sem o celular, use um código de reserva.' : undefined}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            value={code}
            onChange={({ target }) => setCode(target.value)}
            error={error}
          />
          <Button type="submit" variant="primary" isWide isBusy={isBusy} busyLabel="Entrando...">
            Entrar
          </Button>
        </>
      )}
      <button type="button" className="link text-sm" onClick={onOver}>
        Entrar com outra conta
      </button>
    </form>
  );
}

function useSecondFactor({ onEntered, onOver }: Pick<Props, 'challengeId' | 'onEntered' | 'onOver'>) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const prove = async (makeProof: () => Promise<SecondFactor>) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await enterBySecondFactor(await makeProof());
      onEntered();
    } catch (refusal) {
      setBusy(false);
      if (isGivenUp(refusal)) return;
      const sentence = sentenceOf(refusal, 'A passkey não respondeu. Tente de novo.');
      if (!(refusal instanceof ApiError) || refusal.code !== 'challenge_over') return setError(sentence);
      onOver();
      showToast({ tone: 'danger', title: 'Erro ao fazer login', description: sentence });
    }
  };
  return { code, setCode, error, isBusy, prove };
}
