import { DateField } from '#src/islands/ui/fields/date-field.tsx';

/** `from` and `to` are `2026-11-21`, or empty. */
type Props = { from: string; to: string; onFrom: (day: string) => void; onTo: (day: string) => void };

/** On a phone the names stand above the fields, which are too narrow for both. */
export function DayRange({ from, to, onFrom, onTo }: Props) {
  return (
    <fieldset className="grid w-full grid-cols-2 gap-x-3 gap-y-1 sm:flex sm:w-auto sm:items-center sm:gap-2">
      <legend className="sr-only">Dias do período</legend>
      <span aria-hidden="true" className="text-table text-muted max-sm:order-1">
        De
      </span>
      <div className="min-w-0 max-sm:order-2 sm:w-38">
        <DateField label="De" isLabelHidden size="small" value={from} max={to || undefined} onChange={onFrom} />
      </div>
      <span aria-hidden="true" className="text-table text-muted max-sm:order-1">
        até
      </span>
      <div className="min-w-0 max-sm:order-2 sm:w-38">
        <DateField label="Até" isLabelHidden size="small" value={to} min={from || undefined} onChange={onTo} />
      </div>
    </fieldset>
  );
}
