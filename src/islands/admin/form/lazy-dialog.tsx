import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { onFirstInteraction } from '#src/islands/ui/on-first-interaction.ts';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { Spinner } from '#src/islands/ui/states/spinner.tsx';

type Closable = { onClose: () => void };

export function lazyDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Window = lazy<ComponentType<Props>>(() => load().then((loaded) => ({ default: loaded }), showNotArrived));
  return (props) => (
    <Suspense fallback={<Opening />}>
      <Window {...props} />
    </Suspense>
  );
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

function showNotArrived(error: unknown): { default: typeof NotArrived } {
  console.error('Uma janela não pôde ser carregada:', error);
  return { default: NotArrived };
}

/** Browsers do not fetch a failed module again, so only a reload helps. */
function NotArrived({ onClose }: Closable) {
  return (
    <ConfirmDialog
      title="Não foi possível abrir esta janela"
      description="Uma parte da página não chegou. Confira sua conexão e recarregue a página."
      confirmLabel="Recarregar página"
      tone="neutral"
      onConfirm={() => location.reload()}
      onClose={onClose}
    />
  );
}
