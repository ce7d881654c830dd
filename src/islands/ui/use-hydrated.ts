import { useSyncExternalStore } from 'react';

/** Some primitives write `style` attributes, which the CSP forbids in the server's HTML but not from scripts. */
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
