import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { api } from './api.ts';

/**
 * The one client of the browser, passed to each hook. Never stale by itself: whoever changes something refetches it.
 * On the server each call gets its own, so that nothing rendered for one person is kept for the next.
 */
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

/** The first element of a query's key is the path that it reads. */
async function readPath({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  return api.get<unknown>(String(queryKey[0]), { signal });
}
