import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { ApiError, api } from './api.ts';

/** The first element of a query's key is the path that it reads. */
export async function readPath({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  return api.get<unknown>(String(queryKey[0]), { signal });
}

/** The same for what a stranger may ask too: no session is an answer, null. */
export async function readPathOrNull(context: QueryFunctionContext): Promise<unknown> {
  return readPath(context).catch((error) => {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  });
}

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
