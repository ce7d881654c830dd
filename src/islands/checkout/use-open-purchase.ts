import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { readOpenPurchase } from '#src/client/checkout/checkout-draft.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';

export type OpenPurchaseFacts = { id: string; amount: string };

/** Reads it again when the form comes back, by Back or from the browser's page cache. */
export function useOpenPurchase(first: OpenPurchaseFacts | null, isAtForm: boolean): OpenPurchaseFacts | null {
  const [open, setOpen] = useState(first);
  const hasLeft = useRef(!isAtForm);

  useEffect(() => {
    if (!isAtForm) {
      hasLeft.current = true;
      return;
    }
    let isOver = false;
    const check = async () => {
      const found = await findOpen();
      if (!isOver) setOpen(found);
    };
    const checkAfterRestore = ({ persisted }: PageTransitionEvent) => persisted && void check();
    if (hasLeft.current) void check();
    window.addEventListener('pageshow', checkAfterRestore);
    return () => {
      isOver = true;
      window.removeEventListener('pageshow', checkAfterRestore);
    };
  }, [isAtForm]);

  return open;
}

async function findOpen(): Promise<OpenPurchaseFacts | null> {
  const id = readOpenPurchase();
  if (!id) return null;
  try {
    const { paymentStatus, review, totalAmount } = await api.get<Purchase>(`/api/payments/purchase/${id}`);
    return paymentStatus === 'PENDING' && !review ? { id, amount: totalAmount } : null;
  } catch {
    // The call has logged its reason; the offer is a convenience, and the form works without it.
    return null;
  }
}
