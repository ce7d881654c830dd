import type { ComponentType } from 'react';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { lazyPart } from './lazy-part.tsx';

/** Loads a part of a window that few open. */
export function lazyPanel<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const waiting = <Skeleton className="h-40 w-full" />;
  return lazyPart(load, { waiting, NotArrived, failure: 'Uma parte da janela não pôde ser carregada:' });
}

function NotArrived() {
  return (
    <Notice tone="danger" title="Uma parte da janela não chegou">
      Confira sua conexão e recarregue a página.
    </Notice>
  );
}
