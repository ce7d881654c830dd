import { type ComponentType, useEffect } from 'react';
import { onFirstInteraction } from '#src/islands/ui/on-first-interaction.ts';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
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
