import { useEffect, useRef } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { countText } from '../list/count-text.ts';

type Props = {
  /** The bar shows only where there are changes. */
  count: number;
  /** It reads `em Página e Licença`, for instance. */
  where?: string;
  /** So many fields have to be corrected first. */
  wrong?: number;
  isBusy: boolean;
  /** It says why nothing can be saved yet. */
  waiting?: string | null;
  /** The id of the form, where the bar stands outside it. */
  form?: string;
  onDiscard: () => void;
};

/** The bar stands at the foot of what is edited, on a page or in a window; Ctrl S saves too. */
export function SaveBar({ count, where, wrong = 0, isBusy, waiting, form, onDiscard }: Props) {
  const save = useRef<HTMLButtonElement>(null);
  useSaveKeys(() => save.current?.click());
  if (count === 0) return null;
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="flex min-w-0 items-baseline gap-2.5 text-sm">
        <span aria-hidden className="size-2 shrink-0 -translate-y-px rounded-full bg-warning" />
        <span className="min-w-0">
          <strong className="font-semibold">{countText(count, 'alteração', 'alterações')}</strong>
          {where && ` ${where}`}
          {wrong > 0 && `, ${wrong.toLocaleString('pt-BR')} para corrigir`}
          {waiting && <span className="block text-muted text-table">{waiting}</span>}
        </span>
      </p>
      <div className="ml-auto flex items-center gap-2">
        <kbd aria-hidden className="mr-1 text-mini text-muted max-lg:hidden">
          Ctrl S
        </kbd>
        <Button variant="quiet" size="small" disabled={isBusy} onClick={onDiscard}>
          Descartar
        </Button>
        <Button
          ref={save}
          form={form}
          type="submit"
          variant="primary"
          size="small"
          isBusy={isBusy}
          busyLabel="Salvando..."
          disabled={Boolean(waiting)}
          aria-keyshortcuts="Control+S Meta+S"
        >
          Salvar alterações
        </Button>
      </div>
    </div>
  );
}

/** The card stays in sight while the page scrolls. */
export function PinnedSaveBar(props: Props) {
  return (
    <div
      data-foot
      className="sticky bottom-3 z-10 rounded-card border border-line bg-surface px-4 py-3 shadow-float empty:hidden"
    >
      <SaveBar {...props} />
    </div>
  );
}

/** The focus of the form must not lie under the pinned bar. */
export const ABOVE_SAVE_BAR = '[&_input]:scroll-mb-28 [&_textarea]:scroll-mb-28 [&_button]:scroll-mb-28';

/** The browser's own "save page" never opens, and a page under an open window saves nothing. */
function useSaveKeys(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const opened = topWindow();
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      if (topWindow() === opened) latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function topWindow(): Element | undefined {
  return [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
}
