import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { type PurchaseWatch, watchPurchase } from '#src/client/checkout/purchase-watch.ts';
import { dismissToast } from '#src/client/page/toast.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';

type Identity = Pick<Purchase, 'transactionId'> & { purchaseId: string };

/** Follows the purchase while it is open; `first` is null for a new purchase. */
export function usePurchase({ purchaseId, transactionId }: Identity, first: Purchase | null) {
  const [purchase, setPurchase] = useState(first);
  const [isReachable, setReachable] = useState(true);
  const watch = useRef<PurchaseWatch | null>(null);
  const status = purchase?.paymentStatus;
  const statusShown = useRef(status);
  const isOpen = !purchase || purchase.paymentStatus === 'PENDING';

  useEffect(() => {
    if (!isOpen) return;
    const current = watchPurchase({ purchaseId, transactionId, onPurchase: setPurchase, onReachable: setReachable });
    watch.current = current;
    return () => {
      current.stop();
      watch.current = null;
    };
  }, [purchaseId, transactionId, isOpen]);

  // A toast spoke about the state before.
  useEffect(() => {
    if (statusShown.current && statusShown.current !== status) dismissToast();
    statusShown.current = status;
  }, [status]);

  // A closed purchase can still be refreshed, since money may come late.
  const refresh = useCallback(async () => {
    if (watch.current) await watch.current.refresh();
    else setPurchase(await api.get<Purchase>(`/api/payments/purchase/${purchaseId}`));
  }, [purchaseId]);
  return { purchase, isReachable, refresh };
}
