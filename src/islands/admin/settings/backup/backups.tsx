import { useRead } from '#src/islands/admin/use-read.ts';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { BACKUPS_PATH, type ShownBackupSettings, type ShownBackups } from '#src/wire/backups/backups.ts';
import type { ShownRestore } from '#src/wire/backups/restores.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { BackupForm } from './backup-form.tsx';
import { BackupList } from './backup-list.tsx';
import { OutsideBackup } from './outside-backup.tsx';
import { RestoreNews } from './restore-news.tsx';

export type BackupsProps = { rendered: ShownBackups; settings: ShownBackupSettings; restore: ShownRestore };

export function Backups({ rendered, settings, restore }: BackupsProps) {
  const {
    data: shown = rendered,
    isError,
    isFetching,
    refetch,
  } = useRead<ShownBackups>(BACKUPS_PATH, {
    initialData: rendered,
    refetchInterval: ({ state }) => pauseOf(state.data ?? rendered),
  });
  const reread = () => void refetch();
  return (
    <>
      {isError && (
        <FailedState
          title="Erro ao ler os backups"
          text="O que está abaixo é da última leitura. Confira sua conexão e tente de novo."
          isTrying={isFetching}
          onRetry={reread}
        />
      )}
      <RestoreNews rendered={restore} />
      {shown.engine === 'server' && <OutsideBackup outsideAt={shown.outsideAt} onTold={reread} />}
      <BackupList shown={shown} onChange={reread} />
      <BackupForm rendered={settings} shown={shown} onSaved={reread} />
    </>
  );
}

function pauseOf({ running, continuous }: ShownBackups): number {
  if (running) return SECOND_MS;
  return (continuous ? 5 : 30) * SECOND_MS;
}
