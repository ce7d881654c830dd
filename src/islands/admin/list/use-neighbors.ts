import { useEffect, useState } from 'react';
import { lastPage } from '#src/islands/ui/table/page-numbers.ts';
import type { List } from './use-list.ts';

export type Neighbors = { previous: (() => void) | null; next: (() => void) | null };

type Shown = Pick<List<{ id: string }>, 'page' | 'pageSize' | 'state' | 'setPage' | 'isStale'>;

/** Returns what stands before and after the open row in its list, also on the pages beside; null where it is in none. */
export function useNeighbors(list: Shown, openId: string | null, show: (id: string) => void): Neighbors | null {
  /** This row of a page that is on its way will be open. */
  const [awaited, setAwaited] = useState<{ page: number; at: 0 | -1 } | null>(null);
  const { page, state, isStale } = list;
  useEffect(() => {
    if (!awaited || state.page !== awaited.page || isStale || !page) return;
    setAwaited(null);
    const row = page.items.at(awaited.at);
    if (row && openId) show(row.id);
  });
  const items = page?.items ?? [];
  const at = items.findIndex(({ id }) => id === openId);
  if (at < 0 && !awaited) return null;
  const step = (row: { id: string } | undefined, number: number, edge: 0 | -1) => {
    if (awaited) return () => {};
    if (row) return () => show(row.id);
    if (number < 1 || number > lastPage(page?.total ?? 0, list.pageSize)) return null;
    return () => {
      setAwaited({ page: number, at: edge });
      list.setPage(number);
    };
  };
  return {
    previous: step(at > 0 ? items[at - 1] : undefined, state.page - 1, -1),
    next: step(items[at + 1], state.page + 1, 0),
  };
}
