import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { canOfferPasskeys, canUsePasskeys, isGivenUp, signWithPasskey } from '#src/client/passkeys.ts';
import { enterByPasskey } from '#src/client/session.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { useHydrated } from '#src/islands/ui/use-hydrated.ts';
import type { PasskeySignIn as PasskeyProof } from '#src/wire/access/factor-forms.ts';
import type { Challenge } from '#src/wire/access/factors.ts';

/** Passkeys stand in the field of the e-mail, where the browser can do that, and behind a button everywhere. */
export function PasskeySignIn({ onEntered }: { onEntered: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const entered = useRef(onEntered);
  entered.current = onEntered;
  const isHydrated = useHydrated();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the press of the button takes the offer's place until it fails
  useEffect(() => offer(() => entered.current()), [turn]);
  const press = async () => {
    setBusy(true);
    try {
      const { challengeId } = await api.post<Challenge>(CHALLENGE_PATH);
      await enterByPasskey({ challengeId, assertion: await signWithPasskey(challengeId) });
      onEntered();
    } catch (error) {
      setBusy(false);
      tell(error);
      setTurn(turn + 1);
    }
  };
  if (!isHydrated || !canUsePasskeys()) return null;
  return (
    <div className="mt-4">
      <Button icon={Fingerprint} isWide isBusy={isBusy} busyLabel="Entrando..." onClick={() => void press()}>
        Entrar com passkey
      </Button>
    </div>
  );
}

/** Begins anew before the challenge is over. */
function offer(onEntered: () => void): () => void {
  let isOver = false;
  const begin = async () => {
    const proof = await waitForChoice(() => isOver);
    if (proof) await enterByPasskey(proof).then(onEntered, tell);
  };
  void begin();
  const renewal = setInterval(() => void begin(), RENEW_MS);
  return () => {
    isOver = true;
    clearInterval(renewal);
  };
}

/** Nobody asked for the offer, so what keeps it away is nobody's news. */
async function waitForChoice(isOver: () => boolean): Promise<PasskeyProof | null> {
  try {
    if (isOver() || !(await canOfferPasskeys())) return null;
    const { challengeId } = await api.post<Challenge>(CHALLENGE_PATH);
    // The field may have left the page meanwhile.
    return isOver() ? null : { challengeId, assertion: await signWithPasskey(challengeId, true) };
  } catch {
    return null;
  }
}

const RENEW_MS = 9 * 60_000;

const CHALLENGE_PATH = '/api/auth/passkey/challenge';

function tell(error: unknown): void {
  if (isGivenUp(error)) return;
  const description = sentenceOf(error, 'A passkey não respondeu. Tente de novo.');
  showToast({ tone: 'danger', title: 'Erro ao fazer login', description });
}
