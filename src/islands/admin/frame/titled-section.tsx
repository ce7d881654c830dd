import type { ReactNode } from 'react';

type Props = {
  id: string;
  title: string;
  look?: keyof typeof LOOKS;
  /** It stands on the line of the title. */
  beside?: ReactNode;
  children: ReactNode;
};

export function TitledSection({ id, title, look = 'card', beside, children }: Props) {
  const heading = (
    <h2 id={id} className={LOOKS[look].title}>
      {title}
    </h2>
  );
  return (
    <section aria-labelledby={id} className={LOOKS[look].frame}>
      {beside === undefined ? (
        heading
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {heading}
          {beside}
        </div>
      )}
      {children}
    </section>
  );
}

const LOOKS = {
  card: { frame: 'rounded-card border border-line bg-surface p-4 lg:p-6', title: 'text-base' },
  list: {
    frame: 'overflow-clip rounded-card border border-line bg-surface',
    title: 'border-b border-line px-4 py-3 text-base',
  },
  part: { frame: 'mt-2 grid grid-cols-1 gap-3', title: 'text-lg' },
  table: { frame: 'grid grid-cols-1 gap-3 pt-2', title: 'text-base' },
};
