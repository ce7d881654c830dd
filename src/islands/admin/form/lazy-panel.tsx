import { type ComponentType, lazy, Suspense } from 'react';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';

/** For a part of a window that few open. */
export function lazyPanel<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Panel = lazy<ComponentType<Props>>(() => load().then((loaded) => ({ default: loaded }), showNotArrived));
  return (props) => (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <Panel {...props} />
    </Suspense>
  );
}

function showNotArrived(error: unknown): { default: typeof NotArrived } {
  console.error('Uma parte da janela não pôde ser carregada:', error);
  return { default: NotArrived };
}

/** Browsers do not fetch a failed module again, so only a reload helps. */
function NotArrived() {
  return (
    <Notice tone="danger" title="Uma parte da janela não chegou">
      Confira sua conexão e recarregue a página.
    </Notice>
  );
}
