import { useState } from 'react';
import { useNewInUrl } from '#src/islands/admin/use-new-in-url.ts';

type OpenProduct = { kind: 'none' } | { kind: 'new' } | { kind: 'edit'; id: string };

export function useOpenProduct() {
  const [open, setOpen] = useState<OpenProduct>({ kind: 'none' });
  const openNew = () => setOpen({ kind: 'new' });
  useNewInUrl(openNew);
  return {
    open,
    openNew,
    openEdit: (id: string) => setOpen({ kind: 'edit', id }),
    close: () => setOpen({ kind: 'none' }),
  };
}
