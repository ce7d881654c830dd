import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#src/client/queries.ts';
import type { SaleDetails } from '#src/wire/sales.ts';

export const SALES_PATH = '/api/admin/purchases';

/** One sale with its time line. `rendered` is what the page came with. */
export function useSale(id: string | null, rendered: SaleDetails | null) {
  const [client] = useState(queryClient);
  const { data, error, isFetching, refetch } = useQuery<SaleDetails>(
    {
      queryKey: [salePath(id ?? '')],
      enabled: id !== null,
      initialData: rendered && rendered.id === id ? rendered : undefined,
      // What was looked at before may be old by now.
      staleTime: 0,
    },
    client,
  );
  return { sale: id === null ? undefined : data, error, isFetching, retry: () => void refetch() };
}

/** Shows what an action has just answered. */
export function showSale(sale: SaleDetails): void {
  queryClient().setQueryData<SaleDetails>([salePath(sale.id)], sale);
}

function salePath(id: string): string {
  return `${SALES_PATH}/${id}`;
}
