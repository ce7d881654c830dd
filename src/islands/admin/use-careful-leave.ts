import { useState } from 'react';

/** Closing a window with a form in it: at once while nothing was typed, after a question otherwise. */
export function useCarefulLeave(isBusy: boolean, close: () => void) {
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return {
    /** For the form in the window to tell whether it holds something that is not saved. */
    setChanged,
    leave(): void {
      if (isBusy) return;
      if (isChanged) setAsking(true);
      else close();
    },
    /** Spread over the question. */
    question: {
      isOpen: isAsking,
      onOpenChange: setAsking,
      onDiscard(): void {
        setAsking(false);
        close();
      },
    },
  };
}
