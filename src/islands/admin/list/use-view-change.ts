import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import type { ListName } from '#src/wire/views/built-in-views.ts';
import type { SavedView, ViewChange } from '#src/wire/views/saved-views.ts';
import { withUndo } from '../form/undo.ts';
import { useChange } from '../form/use-change.ts';
import { refreshLists } from './use-list.ts';

export const VIEWS_PATH = '/api/admin/views';

export function viewsPath(list: ListName): string {
  return `${VIEWS_PATH}?list=${list}`;
}

type Wish = { view: SavedView } & Omit<ViewChange, 'openedAt'>;
type Reactions = { done?: (view: SavedView, before: SavedView) => void; failed: (error: unknown) => void };

/** Shows what others made of the views where it is refused. */
export function useViewChange(list: ListName, { done, failed }: Reactions) {
  return useChange<Wish, SavedView>({
    run: ({ view, ...change }) =>
      api.put<SavedView>(`${VIEWS_PATH}/${view.id}`, { ...change, openedAt: view.updatedAt } satisfies ViewChange),
    refresh: [viewsPath(list)],
    done: (view, { view: before }) => done?.(view, before),
    failed: (error) => {
      void refreshLists(viewsPath(list));
      failed(error);
    },
  });
}

/** Says that a view was changed, and gives back what it was. */
export function showViewChanged(now: SavedView, { name, query, isShared, list }: SavedView): void {
  const back = { name, query, isShared, openedAt: now.updatedAt } satisfies ViewChange;
  const undo = withUndo(() =>
    api.put(`${VIEWS_PATH}/${now.id}`, back).finally(() => void refreshLists(viewsPath(list))),
  );
  showToast({ tone: 'success', title: 'Visão atualizada', ...undo });
}
