import { useEffect, useRef } from 'react';

/** Opens what `?abrir=` names, once; a reload does not open it again. */
export function useOpenInUrl(open: (name: string) => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const address = new URL(location.href);
    const name = address.searchParams.get('abrir');
    if (!name) return;
    address.searchParams.delete('abrir');
    history.replaceState(history.state, '', address);
    latest.current(name);
  }, []);
}
