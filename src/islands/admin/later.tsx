import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { onFirstTouch } from '#src/islands/ui/on-first-touch.ts';

/**
 * A window whose code comes with the first touch of the page, and not with the page: most visits open none. Where it does not
 * come, only a new page brings it.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Window = lazy(() => load().then((loaded) => ({ default: loaded }), reloadInstead));
  return (props) => (
    <Suspense>
      <Window {...props} />
    </Suspense>
  );
}

/** Begins to load such windows once the person does something. */
export function useFirstTouch(load: () => Promise<unknown>): void {
  useEffect(() => onFirstTouch(load), [load]);
}

function reloadInstead(error: unknown): Promise<never> {
  console.error('Uma janela não pôde ser carregada:', error);
  location.reload();
  return new Promise(() => {});
}
