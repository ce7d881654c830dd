import { useSyncExternalStore } from 'react';

const WIDE = '(width >= 80rem)';

/** Says whether a form and its preview have room beside each other. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(WIDE).matches,
    () => false,
  );
}
