import { formatDay, formatDayTime } from '#src/wire/dates.ts';

/** A day in a table, with its time for who points at it. A dash, where it has not come. */
export function Day({ at }: { at: string | null }) {
  if (!at) return <span className="text-muted">—</span>;
  return (
    <time dateTime={at} title={formatDayTime(at)} className="text-muted tabular-nums">
      {formatDay(at)}
    </time>
  );
}

/** A day and its time in a table. */
export function DayTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="text-muted tabular-nums">
      {formatDayTime(at)}
    </time>
  );
}
