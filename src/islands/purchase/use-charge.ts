import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { whileVisible } from '#src/client/page/while-visible.ts';
import type { PixCharge, Purchase } from '#src/wire/purchases/purchases.ts';

const CHARGE_EVERY_MS = 10_000;

/** Waits for the code where the bank was late: reads again on every event and every 10 s. */
export function useCharge(purchase: Purchase, first: PixCharge | null): PixCharge | null {
  const [charge, setCharge] = useState(first);
  const isAwaited = charge === null && purchase.paymentStatus === 'PENDING' && !purchase.review;

  useEffect(() => {
    if (!isAwaited) return;
    let isOver = false;
    const fetchCharge = () =>
      api.get<PixCharge>(`/api/payments/purchase/${purchase.id}/pix`).then(
        (fetched) => isOver || setCharge(fetched),
        // The call has logged why there is no charge yet, and the next turn asks again.
        () => {},
      );
    const stop = whileVisible(() => {
      void fetchCharge();
      const timer = setInterval(() => void fetchCharge(), CHARGE_EVERY_MS);
      return () => clearInterval(timer);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [isAwaited, purchase]);

  return charge;
}
