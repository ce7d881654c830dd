import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { OUTSIDE_BACKUP_PATH } from '#src/wire/backups/backups.ts';
import { ON_SERVER_RESTORE } from '#src/wire/backups/restore-texts.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';

/** The shop cannot know what the database's own server keeps, so its owner says it. */
export function OutsideBackup({ outsideAt, onTold }: { outsideAt: string | null; onTold: () => void }) {
  const telling = useChange<undefined, unknown>({
    run: () => api.post(OUTSIDE_BACKUP_PATH),
    done: onTold,
    failed: 'O backup não foi anotado',
  });
  return (
    <section aria-labelledby="outside" className="rounded-card border border-line bg-surface p-4 lg:p-6">
      <h2 id="outside" className="text-base">
        O banco de dados está num PostgreSQL
      </h2>
      <p className="mt-1 text-sm text-muted">
        A loja copia o banco inteiro, as imagens e os arquivos vendidos, como as noites abaixo dizem. Voltar a um minuto
        certo, e um banco acima de 10 GB, são do servidor dele: o provedor, réplica com WAL arquivado (PITR), ou{' '}
        <code className="code">pg_dump</code>. A loja não vê o que foi feito fora dela: anote aqui, ou com{' '}
        <code className="code">npm run backup:told</code>.
      </p>
      <p className="mt-2 text-sm text-muted">{ON_SERVER_RESTORE}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          size="small"
          isBusy={telling.isBusy}
          busyLabel="Anotando..."
          onClick={() => telling.submit(undefined)}
        >
          Fiz um backup fora
        </Button>
        <p role="status" className="text-sm text-muted tabular-nums">
          {outsideAt ? `O último anotado é de ${formatDayTime(outsideAt)}.` : 'Nenhum foi anotado ainda.'}
        </p>
      </div>
    </section>
  );
}
