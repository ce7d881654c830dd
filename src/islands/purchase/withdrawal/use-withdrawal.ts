import { useEffect, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { whileVisible } from '#src/client/page/while-visible.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';

export function useWithdrawal({ id, customerEmail: email }: Purchase, done: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function send(path: string, body: object): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await api.post(`/api/payments/withdrawal/${id}${path}`, body);
      await done();
    } catch (reason) {
      setError(sentenceOf(reason));
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    error,
    withdraw: (reason: string) => send('', { email, reason }),
    cancel: () => send('/cancel', { email }),
  };
}

/** Asks again while the money or the owner's answer is on its way. */
export function useWithdrawalWatch({ withdrawal }: Purchase, refresh: () => Promise<void>): void {
  const isAwaited = withdrawal?.state === 'requested' || withdrawal?.state === 'refunding';
  useEffect(() => {
    if (!isAwaited) return;
    return whileVisible(() => {
      // The call has logged its reason, and the next turn asks again.
      const timer = setInterval(() => void refresh().catch(() => {}), LOOK_MS);
      return () => clearInterval(timer);
    });
  }, [isAwaited, refresh]);
}

const LOOK_MS = 10_000;
