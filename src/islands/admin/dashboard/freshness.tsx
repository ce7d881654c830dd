import { LiveSign } from '#src/islands/admin/live-sign.tsx';
import type { Connection } from '#src/islands/admin/use-sale-updates.ts';
import { formatDayTime } from '#src/wire/dates.ts';

type Props = {
  connection: Connection;
  /** Milliseconds since 1970. */
  updatedAt: number;
};

/** How old the figures are, and whether new sales appear by themselves. */
export function Freshness({ connection, updatedAt }: Props) {
  return (
    // Its words change as it connects: what stands beside and below it must not move for that.
    <div className="flex w-full sm:w-auto sm:min-w-56 sm:justify-end">
      <LiveSign connection={connection}>
        {' '}
        · atualizado às <span className="tabular-nums">{formatDayTime(new Date(updatedAt)).slice(-5)}</span>
      </LiveSign>
    </div>
  );
}
