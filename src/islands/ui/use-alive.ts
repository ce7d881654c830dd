import { useSyncExternalStore } from 'react';

/**
 * False on the server and in the first rendering in the browser, true from then on. Some primitives write `style` attributes,
 * which the content security policy refuses in HTML but not from scripts.
 */
export function useAlive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges(): () => void {
  return () => {};
}
