import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { api } from './api.ts';

/** Queries never go stale by themselves, so whoever changes data refetches; the server gets a new client per call. */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') return newClient();
  client ??= newClient();
  return client;
}

let client: QueryClient | undefined;

function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readPath,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}

async function readPath({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  return api.get<unknown>(String(queryKey[0]), { signal });
}
