import { type ComponentType, lazy, Suspense } from 'react';
import { Processing } from './pix/processing.tsx';
import { reloadOnError } from './reload-on-error.ts';

/** A part of a step that the server never renders first. */
export function laterPart<Loaded, Props extends object>(
  load: () => Promise<Loaded>,
  partOf: (loaded: Loaded) => ComponentType<Props>,
): ComponentType<Props> {
  const Part = lazy(() => load().then((loaded) => ({ default: partOf(loaded) }), reloadOnError));
  return (props) => (
    <Suspense fallback={<Processing />}>
      <Part {...props} />
    </Suspense>
  );
}
