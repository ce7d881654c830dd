import { useEffect, useState } from 'react';

/** Which product's dialog is open: a new one's, or that of an id. */
export type OpenProduct = { kind: 'none' } | { kind: 'new' } | { kind: 'edit'; id: string };

const NEW_PARAMETER = 'novo';

/** `?novo=1` in the address opens the dialog of a new product; closing it takes the parameter away. */
export function useOpenProduct() {
  const [open, setOpen] = useState<OpenProduct>({ kind: 'none' });
  useEffect(() => {
    if (new URLSearchParams(location.search).has(NEW_PARAMETER)) setOpen({ kind: 'new' });
  }, []);
  return {
    open,
    openNew: () => setOpen({ kind: 'new' }),
    openEdit: (id: string) => setOpen({ kind: 'edit', id }),
    close(): void {
      setOpen({ kind: 'none' });
      const address = new URL(location.href);
      if (!address.searchParams.has(NEW_PARAMETER)) return;
      address.searchParams.delete(NEW_PARAMETER);
      history.replaceState(history.state, '', address);
    },
  };
}
