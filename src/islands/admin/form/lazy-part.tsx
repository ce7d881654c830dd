import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

type Words<Props> = {
  waiting: ReactNode;
  /** Browsers do not fetch a failed module again, so only a reload helps. */
  NotArrived: ComponentType<Props>;
  /** The console shows it. */
  failure: string;
};

export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting, NotArrived, failure }: Words<Props>,
): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.error(failure, error);
      return { default: NotArrived };
    }
  });
  return (props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}
