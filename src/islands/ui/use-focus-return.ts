import { type RefObject, useRef } from 'react';

type FocusHandlers = { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void };

/**
 * Gives the focus back to what had it before a window opened. Radix does that for its own triggers alone; where there is no
 * opener, or none any more, as with a deleted row, `otherwise` takes the focus, or else the page's content.
 */
export function useFocusReturn(otherwise?: RefObject<HTMLElement | null>): FocusHandlers {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = focused();
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      // Of two windows that close together the outer one may have given the focus back already.
      const target = opener.current?.isConnected
        ? opener.current
        : (focused() ?? otherwise?.current ?? document.getElementById('conteudo'));
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

function focused(): Element | null {
  return document.activeElement === document.body ? null : document.activeElement;
}
