import { useRead } from '#src/islands/admin/use-read.ts';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { restoredSentences } from '#src/wire/backups/restore-texts.ts';
import { RESTORE_PATH, type ShownRestore } from '#src/wire/backups/restores.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';

/** What the last restore did, and goes on doing with the bank. */
export function RestoreNews({ rendered }: { rendered: ShownRestore }) {
  const { data: shown = rendered } = useRead<ShownRestore>(RESTORE_PATH, {
    initialData: rendered,
    refetchInterval: ({ state }) => state.data?.last?.sales.isFinished === false && 2 * SECOND_MS,
  });
  const { last, failure } = shown;
  return (
    <div role="status" className="grid gap-4 empty:hidden">
      {failure && (
        <Notice tone="danger" title="A loja foi aberta de novo como estava">
          {failure.reason}
        </Notice>
      )}
      {last && (
        <Notice
          tone={last.sales.isFinished ? 'success' : 'neutral'}
          title={`Restaurado em ${formatDayTime(last.restoredAt)}, do backup de ${formatDayTime(last.backupAt)}`}
        >
          <ul className="grid gap-1 tabular-nums">
            {restoredSentences(last).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
