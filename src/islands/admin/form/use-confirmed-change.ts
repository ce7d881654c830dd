import { ApiError, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { refreshLists } from '../list/use-list.ts';
import { useChange } from './use-change.ts';

type Options = {
  run: () => Promise<unknown>;
  /** These are prefixes of the calls to refetch. */
  refresh: readonly string[];
  done: { title: string; description?: string };
  /** `description` replaces the error's message, except for a conflict. */
  failed: { title: string; description?: string };
  onClose: () => void;
};

/** A conflict closes the dialog and refetches the list. */
export function useConfirmedChange({ run, refresh, done, failed, onClose }: Options) {
  const { submit, isBusy } = useChange<undefined, unknown>({
    run,
    refresh,
    told: done,
    done: onClose,
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
      void Promise.all(refresh.map(refreshLists));
    },
  });
  return { isBusy, onConfirm: () => submit(undefined), onClose };
}
