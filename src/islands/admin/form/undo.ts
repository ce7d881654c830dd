import { sentenceOf } from '#src/client/api.ts';
import { showToast, type ToastRequest } from '#src/client/page/toast.ts';
import { refreshAttention } from '../frame/use-attention.ts';

/** A person has time to read what changed and to think again. */
const UNDO_MS = 10_000;

/** Gives the toast of a deed a button that takes it back by `reverse`, once and never again. */
export function withUndo<Result>(
  reverse: () => Promise<Result>,
  refusalOf: (result: Result) => string | undefined = () => undefined,
): Pick<ToastRequest, 'action' | 'durationMs'> {
  let isAsked = false;
  const run = async () => {
    if (isAsked) return;
    isAsked = true;
    try {
      const refusal = refusalOf(await reverse());
      if (refusal) showFailure(refusal);
      else showToast({ tone: 'success', title: 'Desfeito' });
    } catch (error) {
      showFailure(sentenceOf(error));
    }
    void refreshAttention();
  };
  return { action: { label: 'Desfazer', run: () => void run() }, durationMs: UNDO_MS };
}

function showFailure(description: string): void {
  showToast({ tone: 'danger', title: 'Não deu para desfazer', description });
}
