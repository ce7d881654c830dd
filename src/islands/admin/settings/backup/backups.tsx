import { useRead } from '#src/islands/admin/use-read.ts';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { BACKUPS_PATH, type ShownBackupSettings, type ShownBackups } from '#src/wire/backups/backups.ts';
import { restoredSentences } from '#src/wire/backups/restore-texts.ts';
import { RESTORE_PATH, type ShownRestore } from '#src/wire/backups/restores.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { BackupForm } from './backup-form.tsx';
import { BackupList } from './backup-list.tsx';
import { OutsideBackup } from './outside-backup.tsx';
import { TakeOut } from './take-out.tsx';

export type BackupsProps = { rendered: ShownBackups; settings: ShownBackupSettings; restore: ShownRestore };

export function Backups({ rendered, settings, restore }: BackupsProps) {
  const read = useRead<ShownBackups>(BACKUPS_PATH, {
    initialData: rendered,
    refetchInterval: ({ state }) => pauseOf(state.data ?? rendered),
  });
  const { data: shown = rendered, isError } = read;
  const reread = () => void read.refetch();
  return (
    <>
      {isError && (
        <FailedState
          title="Erro ao ler os backups"
          text="O que está abaixo é da última leitura. Confira sua conexão e tente de novo."
          read={read}
        />
      )}
      <RestoreNews rendered={restore} />
      {shown.engine === 'server' && <OutsideBackup outside={shown.outside} onChange={reread} />}
      <BackupList shown={shown} onChange={reread} />
      <BackupForm rendered={settings} shown={shown} onSaved={reread} />
      <TakeOut />
    </>
  );
}

function pauseOf({ running, continuous }: ShownBackups): number {
  if (running) return SECOND_MS;
  return (continuous ? 5 : 30) * SECOND_MS;
}

/** What the last restore did, and goes on doing with the bank. */
function RestoreNews({ rendered }: { rendered: ShownRestore }) {
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
