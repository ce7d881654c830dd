import { type ComponentType, useEffect, useId } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { onFirstInteraction } from '#src/islands/ui/on-first-interaction.ts';
import { Spinner } from '#src/islands/ui/states/spinner.tsx';
import { lazyPart } from './lazy-part.tsx';

type Closable = { onClose: () => void };

export function lazyDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazyPart(load, { waiting: <Opening />, NotArrived, failure: 'Uma janela não pôde ser carregada:' });
}

export function useFirstTouch(load: () => Promise<unknown>): void {
  useEffect(() => onFirstInteraction(load), [load]);
}

function Opening() {
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-6 z-40 mx-auto flex w-fit items-center gap-2 rounded-card border border-line bg-surface px-4 py-3 text-sm shadow-float transition-opacity delay-300 duration-150 starting:opacity-0"
    >
      <Spinner className="size-4" />
      Abrindo...
    </p>
  );
}

/** The browser's own window, since the code of ours may be what did not arrive, and every screen would load it for this. */
function NotArrived({ onClose }: Closable) {
  const id = useId();
  return (
    <dialog
      ref={(window) => {
        if (window && !window.open) window.showModal();
      }}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-panel border border-line bg-surface p-5 text-foreground shadow-float backdrop:bg-black/50 sm:p-6"
    >
      <h2 id={`${id}-title`} className="text-lg leading-7">
        Não foi possível abrir esta janela
      </h2>
      <p id={`${id}-text`} className="mt-1.5 text-[.9375rem] text-muted">
        Uma parte da página não chegou. Confira sua conexão e recarregue a página.
      </p>
      <form method="dialog" className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button type="submit">Cancelar</Button>
        <Button variant="primary" onClick={() => location.reload()}>
          Recarregar página
        </Button>
      </form>
    </dialog>
  );
}
