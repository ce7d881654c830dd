import { useEffect } from 'react';

/**
 * Radix hides the page from screen readers while a list of choices is open, as for a window, and leaves its controls in the tab order. The
 * list is no window: what it hides, and nothing that a window beneath has hidden, is shown again.
 */
export function useUnhiddenPage(): void {
  useEffect(() => {
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof Element && target.hasAttribute(MARK)) target.removeAttribute('aria-hidden');
      }
    });
    observer.observe(document.body, { subtree: true, attributeFilter: ['aria-hidden'] });
    return () => observer.disconnect();
  }, []);
}

/** Radix marks so all that it has hidden. */
const MARK = 'data-aria-hidden';
