import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '#src/client/queries.ts';
import { lastPage } from '#src/islands/ui/table/page-numbers.ts';
import { type Page, pageSizeOnScreen, type SortDirection } from '#src/wire/lists/lists.ts';
import type { ListName } from '#src/wire/views/built-in-views.ts';
import type { SavedView } from '#src/wire/views/saved-views.ts';
import { isPartlyUnknown, type ListRules, listParams, noFilters, pageUrl, readListUrl, viewQuery } from './list-url.ts';
import { useListUrl } from './use-list-url.ts';

export type Rendered<Item> = {
  /** The page's data for `renderedSearch`; null after an error, when the island loads it. */
  rendered: Page<Item> | null;
  /** It is `Astro.url.search`. */
  renderedSearch: string;
};

type Options<Item, Filter extends string> = Rendered<Item> & {
  list: ListRules<Filter> & { name?: ListName; path: string; pageSize: number; screenPageSize?: number };
};

export function useList<Item, Filter extends string>({ list, rendered, renderedSearch }: Options<Item, Filter>) {
  const { path } = list;
  const pageSize = pageSizeOnScreen(list);
  const { state, typed, show, type } = useListUrl(renderedSearch, list);
  const key = pageUrl(path, state, pageSize);
  const [client] = useState(() => clientWith(key, rendered));
  const query = useQuery<Page<Item>>({ queryKey: [key], placeholderData: keepPreviousData }, client);
  const { data: page, isPlaceholderData, isPending, isError, isFetching } = query;

  const isBeyondEnd = page !== undefined && !isPlaceholderData && page.items.length === 0 && state.page > 1;
  useEffect(() => {
    if (isBeyondEnd) show({ page: lastPage(page.total, pageSize) }, 'replace');
  });
  useEffect(() => refreshOnReturn(path), [path]);

  return {
    /** It includes the text being typed. */
    state: { ...state, q: typed ?? state.q },
    setQuery: type,
    setPage: (number: number) => show({ page: number }, 'push'),
    /** The same key again turns the order round, unless the order is said. */
    setSort(sortKey: string, wanted?: SortDirection): void {
      const turned = state.sort === sortKey && state.order === 'asc' ? 'desc' : 'asc';
      show({ sort: sortKey, order: wanted ?? turned, page: 1 }, 'push');
    },
    setFilter: (name: Filter, value: string) => show({ filters: { ...state.filters, [name]: value }, page: 1 }, 'push'),
    setFilters: (filters: Partial<Record<Filter, string>>) =>
      show({ filters: { ...state.filters, ...filters }, page: 1 }, 'push'),
    reset: () => show({ q: '', filters: noFilters(list), page: 1, view: '' }, 'push'),
    views: {
      name: list.name,
      current: viewQuery({ ...state, q: typed ?? state.q }, list),
      openId: state.view,
      open: ({ id, query }: Pick<SavedView, 'id' | 'query'>) =>
        show({ ...readListUrl(`?${query}`, list), view: id }, 'push'),
      openAll: () => show({ ...readListUrl('', list), view: '' }, 'push'),
      spell: (query: string) => viewQuery(readListUrl(`?${query}`, list), list),
      isPartlyUnknown: (query: string) => isPartlyUnknown(query, list),
    },
    page,
    pageSize,
    /** It changes with what the list is narrowed to, and with nothing else. */
    narrowing: JSON.stringify([state.q.trim(), state.filters]),
    isNarrowed: state.q.trim() !== '' || Object.values(state.filters).some((chosen) => chosen !== ''),
    isLoading: isPending,
    isStale: isPlaceholderData,
    isError,
    isFetching,
    refetch: (): void => void query.refetch(),
    prefetch: (number: number) =>
      void client.prefetchQuery({ queryKey: [pageUrl(path, { ...state, page: number }, pageSize)] }),
    csvHref: `${path}/export.csv?${listParams(state)}`,
    csvHrefOf: (rows: readonly { id: string }[]) => `${path}/export.csv?ids=${rows.map(({ id }) => id).join(',')}`,
  };
}

export type List<Item, Filter extends string = never> = ReturnType<typeof useList<Item, Filter>>;

/** Refetches mounted queries now and the others when they mount. */
export async function refreshLists(path: string): Promise<void> {
  await queryClient().invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) });
}

/** The browser's one client, or a new one on the server, with the rendered data. */
function clientWith<Item>(key: string, rendered: Page<Item> | null): QueryClient {
  const client = queryClient();
  if (rendered) client.setQueryData<Page<Item>>([key], rendered);
  return client;
}

/** A page restored from the browser's cache may be hours old. */
function refreshOnReturn(path: string): () => void {
  const refresh = (event: PageTransitionEvent) => {
    if (event.persisted) void refreshLists(path);
  };
  addEventListener('pageshow', refresh);
  return () => removeEventListener('pageshow', refresh);
}
