import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#src/client/queries.ts';
import type { Customer } from '#src/wire/customers.ts';
import { customerPath } from './customer-paths.ts';

export function useCustomer(id: string, rendered: Customer | null) {
  const [client] = useState(queryClient);
  const { data, error, isFetching, refetch } = useQuery<Customer>(
    { queryKey: [customerPath(id)], initialData: rendered ?? undefined },
    client,
  );
  return { customer: data, error, isFetching, retry: () => void refetch() };
}
