import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { whileSeen } from '#src/client/while-seen.ts';
import type { PixCharge, Purchase } from '#src/wire/purchases.ts';

const CHARGE_EVERY_MS = 10_000;

/** The code of an open purchase. Where the bank answered late it is waited for: asked for at each news, and every 10 s. */
export function useCharge(purchase: Purchase, first: PixCharge | null): PixCharge | null {
  const [charge, setCharge] = useState(first);
  const isAwaited = charge === null && purchase.paymentStatus === 'PENDING' && !purchase.review;

  useEffect(() => {
    if (!isAwaited) return;
    let isOver = false;
    const ask = () =>
      api.get<PixCharge>(`/api/payments/purchase/${purchase.id}/pix`).then(
        (answer) => isOver || setCharge(answer),
        // Not there yet, or no network: the call has logged its reason, and the next turn asks again.
        () => {},
      );
    const stop = whileSeen(() => {
      void ask();
      const timer = setInterval(() => void ask(), CHARGE_EVERY_MS);
      return () => clearInterval(timer);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [isAwaited, purchase]);

  return charge;
}
