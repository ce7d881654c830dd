import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '#src/client/queries.ts';
import { lastPage } from '#src/islands/ui/page-numbers.ts';
import { PAGE_SIZE, type Page } from '#src/wire/lists.ts';
import { listParams, type Order, pageAddress } from './list-address.ts';
import { useListAddress } from './use-list-address.ts';

type Options<Item, Filter extends string> = {
  /** The call, such as `/api/admin/products`. */
  path: string;
  defaults: { sort: string; order: Order; pageSize?: number };
  /** The names of the filters, with what they are when nothing is chosen. */
  filters: Record<Filter, string>;
  /** What the page was rendered with for `renderedSearch`; null when it could not be read. */
  rendered?: Page<Item> | null;
  /** `Astro.url.search`. */
  renderedSearch?: string;
};

/** A list of the server whose search, filters, sort and page live in the address, and survive reload and back. */
export function useList<Item, Filter extends string = never>(options: Options<Item, Filter>) {
  const { path, filters, rendered, renderedSearch = '' } = options;
  const { sort, order, pageSize = PAGE_SIZE } = options.defaults;
  const { asked, typed, ask, type } = useListAddress(renderedSearch, { sort, order, filters });
  const key = pageAddress(path, asked, pageSize);
  const [client] = useState(() => clientWith(key, rendered));
  const query = useQuery<Page<Item>>({ queryKey: [key], placeholderData: keepPreviousData }, client);
  const { data: page, isPlaceholderData, isPending, isError, isFetching } = query;

  const isBeyondEnd = page !== undefined && !isPlaceholderData && page.items.length === 0 && asked.page > 1;
  useEffect(() => {
    if (isBeyondEnd) ask({ page: lastPage(page.total, pageSize) }, 'replace');
  });
  useEffect(() => refreshOnReturn(path), [path]);

  return {
    /** What the screen shows as chosen; `q` is what stands in the search field. */
    state: { ...asked, q: typed ?? asked.q },
    setQuery: type,
    setPage: (number: number) => ask({ page: number }, 'push'),
    /** The same key again turns the order round, unless the order is said. */
    setSort(sortKey: string, wanted?: Order): void {
      const turned = asked.sort === sortKey && asked.order === 'asc' ? 'desc' : 'asc';
      ask({ sort: sortKey, order: wanted ?? turned, page: 1 }, 'push');
    },
    setFilter: (name: Filter, value: string) => ask({ filters: { ...asked.filters, [name]: value }, page: 1 }, 'push'),
    /** No search and no filters. */
    reset: () => ask({ q: '', filters, page: 1 }, 'push'),
    page,
    pageSize,
    /** A search or a filter leaves something out. */
    isNarrowed: asked.q.trim() !== '' || isFiltered(asked.filters, filters),
    isLoading: isPending,
    isStale: isPlaceholderData,
    isError,
    isFetching,
    refetch: (): void => void query.refetch(),
    prefetch: (number: number) =>
      void client.prefetchQuery({ queryKey: [pageAddress(path, { ...asked, page: number }, pageSize)] }),
    /** The same list as a file, whole. */
    csvHref: (file: string) => `${file}?${listParams(asked)}`,
  };
}

export type List<Item, Filter extends string = never> = ReturnType<typeof useList<Item, Filter>>;

/** Reads again, now where it is shown and later where it is not, all that comes from calls that begin with the path. */
export async function refreshLists(path: string): Promise<void> {
  await queryClient().invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) });
}

/** The browser's one client, or one for this rendering, holding what the page was rendered with. */
function clientWith<Item>(key: string, rendered: Page<Item> | null | undefined): QueryClient {
  const client = queryClient();
  if (rendered) client.setQueryData<Page<Item>>([key], rendered);
  return client;
}

function isFiltered<Filter extends string>(chosen: Record<Filter, string>, usual: Record<Filter, string>): boolean {
  for (const name in usual) if (chosen[name] !== usual[name]) return true;
  return false;
}

/** A page that the browser kept and shows again may be hours old. */
function refreshOnReturn(path: string): () => void {
  const refresh = (event: PageTransitionEvent) => {
    if (event.persisted) void refreshLists(path);
  };
  addEventListener('pageshow', refresh);
  return () => removeEventListener('pageshow', refresh);
}
