import { Archive } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { Spinner } from '#src/islands/ui/states/spinner.tsx';
import { BACKUP_STEPS, BACKUPS_PATH, KEPT, type ListedBackup, type ShownBackups } from '#src/wire/backups/backups.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { BackupRow } from './backup-row.tsx';
import type { Chosen } from './use-restore.ts';

const RestoreDialog = lazyDialog(async () => (await import('./restore-dialog.tsx')).RestoreDialog);

type Props = { shown: ShownBackups; onChange: () => void };

export function BackupList({ shown, onChange }: Props) {
  const { engine, running, backups, failed, nextNightAt, continuous } = shown;
  const begin = useChange<undefined, unknown>({
    run: () => api.post(BACKUPS_PATH),
    done: onChange,
    failed: 'O backup não começou',
  });
  const ended = useEnded(shown);
  const [restoring, setRestoring] = useState<{ title: string; from: Chosen | null } | null>(null);
  const restorable = engine === 'file' ? (backup: ListedBackup) => setRestoring(listed(backup)) : null;
  return (
    <section aria-labelledby="backups" className="rounded-card border border-line bg-surface p-4 lg:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="backups" className="text-base">
            Backups
          </h2>
          <p className="mt-1 text-sm text-muted tabular-nums">
            {nightText(nextNightAt)}
            {engine === 'server' && ' Aqui estão os da pasta deste servidor e os do balde.'}
          </p>
        </div>
        <Button
          size="small"
          icon={Archive}
          isBusy={begin.isBusy || running !== null}
          busyLabel="Fazendo..."
          onClick={() => begin.submit(undefined)}
        >
          Fazer agora
        </Button>
      </div>
      <div role="status">
        {running ? (
          <p className="mt-4 flex items-center gap-2.5 text-sm">
            <Spinner className="size-4" />
            {BACKUP_STEPS[running.step]}...
          </p>
        ) : (
          ended && <p className="mt-4 text-sm text-muted">{ended}</p>
        )}
      </div>
      {failed && !running && (
        <Notice className="mt-4" tone="danger" title={`O backup de ${formatDayTime(failed.at)} não deu certo`}>
          {failed.reason}
        </Notice>
      )}
      {backups.length === 0 ? (
        <p className="mt-4 text-sm text-muted">Nenhum backup ainda na pasta {shown.folder}.</p>
      ) : (
        <ul aria-labelledby="backups" className="mt-4 divide-y divide-line rounded-card border border-line">
          {backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} onRestore={restorable} onRemoved={onChange} />
          ))}
        </ul>
      )}
      {engine === 'file' && (
        <div className="mt-4 flex flex-wrap gap-3">
          {[FROM_FILE, ...(continuous?.ageSeconds == null ? [] : [FROM_COPY])].map((source) => (
            <Button key={source.title} size="small" onClick={() => setRestoring(source)}>
              {source.title}
            </Button>
          ))}
        </div>
      )}
      {restoring && <RestoreDialog {...restoring} onClose={() => setRestoring(null)} />}
      <p className="mt-3 text-table text-muted wrap-anywhere">
        Ficam os do último dia e os mais novos de {KEPT.days} dias, {KEPT.weeks} semanas e {KEPT.months} meses. O que o
        comando <code className="code">npm run backup</code> deixar em {shown.folder} aparece aqui, e a loja não apaga.
      </p>
    </section>
  );
}

const FROM_FILE = { title: 'Restaurar de um arquivo', from: null };
/** The shop knows its passphrase. */
const FROM_COPY = {
  title: 'Restaurar da cópia contínua',
  from: { choice: { kind: 'continuous' }, isEncrypted: false },
} as const;

function listed({ name, madeAt, isEncrypted }: ListedBackup) {
  const title = `Restaurar o backup de ${formatDayTime(madeAt)}`;
  return { title, from: { choice: { kind: 'listed', name }, isEncrypted } as const };
}

function nightText(nextNightAt: string | null): string {
  if (!nextNightAt) return 'Os backups de toda noite estão desligados.';
  return `A loja faz um toda noite, confere restaurando e guarda. O próximo é em ${formatDayTime(nextNightAt)}.`;
}

/** What became of the backup that was under way when the screen looked before. */
function useEnded({ running, failed }: ShownBackups): string | null {
  const wasRunning = useRef(running !== null);
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    if (running) setEnded(null);
    else if (wasRunning.current && !failed)
      setEnded('Feito e verificado: o backup foi restaurado por inteiro uma vez.');
    wasRunning.current = running !== null;
  }, [running, failed]);
  return ended;
}
