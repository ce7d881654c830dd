import { useMemo } from 'react';
import { PRODUCTS_PATH } from '#src/islands/admin/products/products-path.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';

export function useBoughtProducts() {
  const { data, isError, isFetching, refetch } = useRead<AdminProduct[]>(PRODUCTS_PATH);
  const products = useMemo(() => data && new Map(data.map((product) => [product.id, product])), [data]);
  return { products, isError, isFetching, retry: () => void refetch() };
}
