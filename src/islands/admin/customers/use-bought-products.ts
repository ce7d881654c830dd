import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryClient } from '#src/client/queries.ts';
import type { AdminProduct } from '#src/wire/products.ts';

/** What the shop knows today of the products in a history, by id; a withdrawn one is not among them. */
export function useBoughtProducts() {
  const [client] = useState(queryClient);
  const { data, isError, isFetching, refetch } = useQuery<AdminProduct[]>(
    { queryKey: ['/api/admin/products'] },
    client,
  );
  const products = useMemo(() => data && new Map(data.map((product) => [product.id, product])), [data]);
  return { products, isError, isFetching, retry: () => void refetch() };
}
