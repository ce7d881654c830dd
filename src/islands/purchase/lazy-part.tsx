import { type ComponentType, createElement, lazy, Suspense } from 'react';

/** The page is as it was where it does not load; a reload brings the same. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
  return (props) => <Suspense>{createElement(Loaded, props)}</Suspense>;
}
