import { useRef } from 'react';

type FocusHandlers = { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void };

/**
 * Gives the focus back to what had it before a window opened. Radix does that for its own triggers alone; where the opener is
 * gone, as a deleted row is, the page's content takes the focus.
 */
export function useFocusReturn(): FocusHandlers {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const target = opener.current?.isConnected ? opener.current : document.getElementById('conteudo');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}
