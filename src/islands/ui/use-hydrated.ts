import { useSyncExternalStore } from 'react';

/**
 * False on the server and in the first browser render. For primitives that write `style` attributes, which the CSP forbids in
 * HTML but not from scripts.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function neverChanges(): () => void {
  return () => {};
}
