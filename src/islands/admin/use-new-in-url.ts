import { useEffect, useRef } from 'react';

/** Opens the dialog once; a reload does not open it again. */
export function useNewInUrl(open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const address = new URL(location.href);
    if (address.searchParams.get('novo') !== '1') return;
    address.searchParams.delete('novo');
    history.replaceState(history.state, '', address);
    latest.current();
  }, []);
}
