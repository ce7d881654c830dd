import { useEffect, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { withUndo } from '#src/islands/admin/form/undo.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { type AdminCategory, CATEGORIES_PATH, type CategoryOrder } from '#src/wire/products/categories.ts';

export function useCategories(rendered: AdminCategory[]): AdminCategory[] {
  return useRead<AdminCategory[]>(CATEGORIES_PATH, { initialData: rendered }).data ?? rendered;
}

/** Shows a new order at once and stores the latest one; what was pressed meanwhile goes after it. */
export function useCategoryOrder(categories: readonly AdminCategory[]) {
  const [wanted, setWanted] = useState<string[] | null>(null);
  const stored = categories.map(({ id }) => id);
  const { submit, isBusy } = useChange<CategoryOrder, AdminCategory[]>({
    run: (order) => api.put(CATEGORIES_PATH, order),
    refresh: [CATEGORIES_PATH],
    done: (stored, { ids, openedIds }) => {
      const back = { ids: openedIds, openedIds: stored.map(({ id }) => id) } satisfies CategoryOrder;
      const undo = withUndo(() => api.put(CATEGORIES_PATH, back).finally(() => void refreshLists(CATEGORIES_PATH)));
      if (ids.join(' ') !== openedIds.join(' ')) showToast({ tone: 'success', title: 'Ordem salva', ...undo });
    },
    failed(error) {
      setWanted(null);
      showToast({ tone: 'danger', title: 'A ordem não foi salva', description: sentenceOf(error) });
      void refreshLists(CATEGORIES_PATH);
    },
  });
  const isStored = wanted === null || wanted.join(' ') === stored.join(' ');
  useEffect(() => {
    if (isBusy || wanted === null) return;
    if (isStored) setWanted(null);
    else submit({ ids: wanted, openedIds: stored });
  });
  const order = wanted ?? stored;
  return {
    ordered: order.flatMap((id) => categories.find((category) => category.id === id) ?? []),
    /** Returns its new place, counted from 0. */
    move(id: string, by: -1 | 1): number {
      const from = order.indexOf(id);
      const to = Math.min(Math.max(from + by, 0), order.length - 1);
      setWanted(order.toSpliced(from, 1).toSpliced(to, 0, id));
      return to;
    },
  };
}
