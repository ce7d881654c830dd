import { ApiError, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from './use-change.ts';
import { refreshLists } from './use-list.ts';

type Options = {
  run: () => Promise<unknown>;
  /** The calls that are read again afterwards, or what they begin with. */
  refresh: readonly string[];
  done: { title: string; description?: string };
  /** The description stands in for the reason, unless that is the shop's own word about what has changed meanwhile. */
  failed: { title: string; description?: string };
  onClose: () => void;
};

/** What the 'yes' to a `ConfirmDialog` does. Where somebody else was first, the question goes and the list shows how things are. */
export function useConfirmedChange({ run, refresh, done, failed, onClose }: Options) {
  const refreshAll = () => Promise.all(refresh.map(refreshLists));
  const { submit, isBusy } = useChange<undefined, unknown>({
    run,
    done: async () => {
      await refreshAll();
      showToast({ tone: 'success', ...done });
      onClose();
    },
    failed: (error) => {
      const hasChanged = error instanceof ApiError && (error.status === 404 || error.status === 409);
      const reason = sentenceOf(error);
      showToast({
        tone: 'danger',
        title: failed.title,
        description: hasChanged ? reason : (failed.description ?? reason),
      });
      if (!hasChanged) return;
      onClose();
      void refreshAll();
    },
  });
  return { isBusy, onConfirm: () => submit(undefined), onClose };
}
