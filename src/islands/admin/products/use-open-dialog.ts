import { useState } from 'react';
import { useNewInUrl } from '#src/islands/admin/use-new-in-url.ts';
import { useOpenInUrl } from '#src/islands/admin/use-open-in-url.ts';
import type { AdminProduct } from '#src/wire/products.ts';

type OpenDialog =
  | { kind: 'none' }
  | { kind: 'new' }
  | { kind: 'edit'; id: string }
  | { kind: 'delete'; product: AdminProduct }
  | { kind: 'categories' };

/** One at a time: what is asked for while another still loads takes its place. */
export function useOpenDialog() {
  const [open, setOpen] = useState<OpenDialog>({ kind: 'none' });
  const openNew = () => setOpen({ kind: 'new' });
  useNewInUrl(openNew);
  useOpenInUrl((id) => setOpen({ kind: 'edit', id }));
  return {
    open,
    openNew,
    openEdit: (id: string) => setOpen({ kind: 'edit', id }),
    openDelete: (product: AdminProduct) => setOpen({ kind: 'delete', product }),
    openCategories: () => setOpen({ kind: 'categories' }),
    close: () => setOpen({ kind: 'none' }),
  };
}
