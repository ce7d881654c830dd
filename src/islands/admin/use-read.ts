import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#src/client/queries.ts';

/** All readers of the call share it; `refreshLists` refetches it. */
export function useRead<Answer>(
  path: string,
  options: Omit<UseQueryOptions<Answer>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<Answer> {
  const [client] = useState(queryClient);
  return useQuery<Answer>({ ...options, queryKey: [path] }, client);
}
