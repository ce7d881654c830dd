import type { ComponentType } from 'react';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { useHydrated } from '#src/islands/ui/use-hydrated.ts';
import { lazyPart } from './lazy-part.tsx';

/** Loads a part of a window that few open. */
export function lazyPanel<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazyPart(load, { waiting: WAITING, NotArrived, failure: 'Uma parte da janela não pôde ser carregada:' });
}

/** The same of a page: the server shows the place alone, since what is loaded late would need inline scripts, which the CSP forbids. */
export function lazySection<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Panel = lazyPanel(load);
  return (props) => (useHydrated() ? <Panel {...props} /> : WAITING);
}

const WAITING = <Skeleton className="h-40 w-full" />;

function NotArrived() {
  return (
    <Notice tone="danger" title="Uma parte da janela não chegou">
      Confira sua conexão e recarregue a página.
    </Notice>
  );
}
