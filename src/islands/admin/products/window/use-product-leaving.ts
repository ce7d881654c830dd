import { type RefObject, useEffect, useState } from 'react';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import type { ProductWindow } from './use-product-window.ts';

type Options = { product: ProductWindow; holdsBack: RefObject<() => boolean>; onClose: () => void };

/** Asks before what was typed in a product's window is lost. */
export function useProductLeaving({ product, holdsBack, onClose }: Options) {
  const [asked, setAsked] = useState<'nothing' | 'leave' | 'discard'>('nothing');
  const { isAny } = product.changes;
  useLeaveWarning(isAny);

  const isHeld = () => {
    if (product.isBusy) return true;
    if (isAny) setAsked('leave');
    return isAny;
  };
  useEffect(() => {
    holdsBack.current = isHeld;
    return () => {
      holdsBack.current = () => false;
    };
  });
  const stay = () => setAsked('nothing');
  return {
    isAsked: asked !== 'nothing',
    stay,
    askDiscard: () => setAsked('discard'),
    leave(): void {
      if (!isHeld()) onClose();
    },
    discard(): void {
      stay();
      if (asked === 'leave') onClose();
      else product.discard();
    },
  };
}
