import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#src/client/queries.ts';

/** What a call of the server answers, shared by all that read it; a change of it is told by `refreshLists`. */
export function useRead<Answer>(
  path: string,
  options: Omit<UseQueryOptions<Answer>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<Answer> {
  const [client] = useState(queryClient);
  return useQuery<Answer>({ ...options, queryKey: [path] }, client);
}
