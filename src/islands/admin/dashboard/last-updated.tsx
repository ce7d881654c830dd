import { LiveIndicator } from '#src/islands/admin/frame/live-indicator.tsx';
import type { Connection } from '#src/islands/admin/use-sale-updates.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';

type Props = {
  connection: Connection;
  updatedAt: number;
};

export function LastUpdated({ connection, updatedAt }: Props) {
  return (
    // The width is fixed, so that the changing text moves nothing.
    <div className="flex w-full sm:w-auto sm:min-w-56 sm:justify-end">
      <LiveIndicator connection={connection}>
        {' '}
        · atualizado às <span className="tabular-nums">{formatDayTime(new Date(updatedAt)).slice(-5)}</span>
      </LiveIndicator>
    </div>
  );
}
