import { queryClient } from '#src/client/queries.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import type { SaleDetails } from '#src/wire/sales/sales.ts';

export const SALES_PATH = '/api/admin/purchases';

export function useSale(id: string, rendered: SaleDetails | null) {
  const { data, error, isFetching, refetch } = useRead<SaleDetails>(salePath(id), {
    initialData: rendered?.id === id ? rendered : undefined,
    // Cached details may be old.
    staleTime: 0,
  });
  return { sale: data, error, isFetching, refetch };
}

export function showSale(sale: SaleDetails): void {
  queryClient().setQueryData<SaleDetails>([salePath(sale.id)], sale);
}

function salePath(id: string): string {
  return `${SALES_PATH}/${id}`;
}
