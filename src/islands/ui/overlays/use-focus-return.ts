import { type RefObject, useRef } from 'react';

type FocusHandlers = { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void };

/** Radix returns the focus only to its own triggers; this falls back to `otherwise`, then to the window beneath or the page's content. */
export function useFocusReturn(otherwise?: RefObject<HTMLElement | null>): FocusHandlers {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = focused();
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      // The outer one of two dialogs that close together may have returned the focus already.
      const target = opener.current?.isConnected
        ? opener.current
        : (focused() ?? otherwise?.current ?? windowBeneath() ?? document.getElementById('conteudo'));
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

function focused(): Element | null {
  return document.activeElement === document.body ? null : document.activeElement;
}

/** The button that opened a window may be gone from the one beneath, as that of an empty list. */
function windowBeneath(): Element | null {
  return [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1) ?? null;
}
