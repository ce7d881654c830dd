import { ApiError, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { refreshLists } from '../list/use-list.ts';
import { type Told, useChange } from './use-change.ts';

export type ConfirmedChangeOptions = {
  run: () => Promise<unknown>;
  /** These are prefixes of the calls to refetch. */
  refresh?: readonly string[];
  done?: Told;
  /** Its description replaces the error's message, except for a conflict. */
  failed: Told;
  onClose: () => void;
};

/** A conflict closes the dialog and refetches the list. */
export function useConfirmedChange({ run, refresh = [], done, failed, onClose }: ConfirmedChangeOptions) {
  const { submit, isBusy } = useChange<undefined, unknown>({
    run,
    refresh,
    told: done,
    done: onClose,
    failed: (error) => {
      const hasChanged = error instanceof ApiError && (error.status === 404 || error.status === 409);
      const reason = sentenceOf(error);
      const { title, description = reason } = typeof failed === 'string' ? { title: failed } : failed;
      showToast({ tone: 'danger', title, description: hasChanged ? reason : description });
      if (!hasChanged) return;
      onClose();
      void Promise.all(refresh.map(refreshLists));
    },
  });
  return { isBusy, onConfirm: () => submit(undefined), onClose };
}
