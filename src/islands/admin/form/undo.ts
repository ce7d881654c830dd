import { sentenceOf } from '#src/client/api.ts';
import { showToast, type ToastRequest } from '#src/client/toast.ts';
import { refreshAttention } from '../frame/use-attention.ts';

/** Long enough to read what changed and to think again. */
const UNDO_MS = 10_000;

/** For the toast of a deed that a call of `reverse` takes back; once, and never again. */
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
