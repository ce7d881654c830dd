import { DateField } from '#src/islands/ui/fields/date-field.tsx';
import type { List } from './use-list.ts';

type DayFilters = 'from' | 'to';

/** The days that a list is narrowed to. */
export function ListDays({
  list: { state, setFilter },
}: {
  list: Pick<List<unknown, DayFilters>, 'state' | 'setFilter'>;
}) {
  const { from, to } = state.filters;
  return <DayRange from={from} to={to} onFrom={(day) => setFilter('from', day)} onTo={(day) => setFilter('to', day)} />;
}

/** `from` and `to` are `2026-11-21`, or empty. */
type Props = { from: string; to: string; onFrom: (day: string) => void; onTo: (day: string) => void };

/** On a phone the words stand above the fields, which are too narrow for both. */
export function DayRange({ from, to, onFrom, onTo }: Props) {
  const ends = [
    { word: 'De', label: 'De', value: from, max: to || undefined, onChange: onFrom },
    { word: 'até', label: 'Até', value: to, min: from || undefined, onChange: onTo },
  ];
  return (
    <fieldset className="grid w-full grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-3 gap-y-2 sm:flex sm:w-auto sm:gap-2">
      <legend className="sr-only">Dias do período</legend>
      {ends.map(({ word, ...day }) => (
        <div key={word} className="grid min-w-0 gap-1 sm:flex sm:items-center sm:gap-2">
          <span aria-hidden="true" className="text-table text-muted max-sm:first-letter:uppercase">
            {word}
          </span>
          <div className="min-w-0 sm:w-38">
            <DateField isLabelHidden size="small" {...day} />
          </div>
        </div>
      ))}
    </fieldset>
  );
}
