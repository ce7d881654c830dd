import { formatDay, formatDayTime } from '#src/wire/basics/dates.ts';

/** Shows the time on hover, and a dash for null. */
export function Day({ at }: { at: string | null }) {
  if (!at) return <span className="text-muted">—</span>;
  return (
    <time dateTime={at} title={formatDayTime(at)} className="text-muted tabular-nums">
      {formatDay(at)}
    </time>
  );
}

export function DayTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="text-muted tabular-nums">
      {formatDayTime(at)}
    </time>
  );
}
