import { useState } from 'react';
import { useNewInUrl } from '#src/islands/admin/use-new-in-url.ts';
import { useOpenInUrl } from '#src/islands/admin/use-open-in-url.ts';

type OpenProduct = { kind: 'none' } | { kind: 'new' } | { kind: 'edit'; id: string };

export function useOpenProduct() {
  const [open, setOpen] = useState<OpenProduct>({ kind: 'none' });
  const openNew = () => setOpen({ kind: 'new' });
  useNewInUrl(openNew);
  useOpenInUrl((id) => setOpen({ kind: 'edit', id }));
  return {
    open,
    openNew,
    openEdit: (id: string) => setOpen({ kind: 'edit', id }),
    close: () => setOpen({ kind: 'none' }),
  };
}
