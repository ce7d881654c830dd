import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { type PurchaseWatch, watchPurchase } from '#src/client/purchase-watch.ts';
import type { Purchase } from '#src/wire/purchases.ts';

type Identity = Pick<Purchase, 'transactionId'> & { purchaseId: string };

/** A purchase that stays true: followed while it is open. `first` is what the page knew, null for one that is just made. */
export function usePurchase({ purchaseId, transactionId }: Identity, first: Purchase | null) {
  const [purchase, setPurchase] = useState(first);
  const [isReachable, setReachable] = useState(true);
  const watch = useRef<PurchaseWatch | null>(null);
  const isOpen = !purchase || purchase.paymentStatus === 'PENDING';

  useEffect(() => {
    if (!isOpen) return;
    const current = watchPurchase({ purchaseId, transactionId, onPurchase: setPurchase, onReach: setReachable });
    watch.current = current;
    return () => {
      current.stop();
      watch.current = null;
    };
  }, [purchaseId, transactionId, isOpen]);

  // What is over is not followed any more, and can still be looked at: money may have come late.
  const look = useCallback(async () => {
    if (watch.current) await watch.current.look();
    else setPurchase(await api.get<Purchase>(`/api/payments/purchase/${purchaseId}`));
  }, [purchaseId]);
  return { purchase, isReachable, look };
}
