import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import {
  OUTSIDE_BACKUP_PATH,
  OUTSIDE_TOKEN_PATH,
  type OutsideCommand,
  type ShownBackups,
} from '#src/wire/backups/backups.ts';
import { ON_SERVER_RESTORE } from '#src/wire/backups/restore-texts.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { FieldToCopy } from '../field-to-copy.tsx';

type Props = { outside: ShownBackups['outside']; onChange: () => void };

/** The shop cannot know what the database's own server keeps, so its owner says it. */
export function OutsideBackup({ outside: { lastAt, hasScript }, onChange }: Props) {
  const telling = useChange<undefined, unknown>({
    run: () => api.post(OUTSIDE_BACKUP_PATH),
    done: onChange,
    failed: 'O backup não foi anotado',
  });
  return (
    <TitledSection id="outside" title="O banco de dados está num PostgreSQL">
      <p className="mt-1 text-sm text-muted">
        A loja copia o banco inteiro, as imagens e os arquivos vendidos, como as noites abaixo dizem. Voltar a um minuto
        certo, e um banco acima de 10 GB, são do servidor dele: o provedor, réplica com WAL arquivado (PITR), ou{' '}
        <code className="code">pg_dump</code>. A loja não vê o que foi feito fora dela: anote aqui, com{' '}
        <code className="code">npm run backup:told</code>, ou pela última linha do script que faz o backup.
      </p>
      <p className="mt-2 text-sm text-muted">{ON_SERVER_RESTORE}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ChangeButton change={telling} label="Fiz um backup fora" busyLabel="Anotando..." />
        <p role="status" className="text-sm text-muted tabular-nums">
          {lastAt ? `O último anotado é de ${formatDayTime(lastAt)}.` : 'Nenhum foi anotado ainda.'}
        </p>
      </div>
      <Script hasOne={hasScript} onChange={onChange} />
    </TitledSection>
  );
}

/** What it shows is nowhere else. */
function Script({ hasOne, onChange }: { hasOne: boolean; onChange: () => void }) {
  const [command, setCommand] = useState<string | null>(null);
  const drawing = useChange<undefined, OutsideCommand>({
    run: () => api.post(OUTSIDE_TOKEN_PATH),
    done: (drawn) => {
      setCommand(drawn.command);
      onChange();
    },
    failed: 'A linha não foi criada',
  });
  return (
    <div className="mt-4 border-t border-line pt-4">
      {command ? (
        <div role="status">
          <p id="outside-command" className="mb-2 text-sm text-muted">
            Copie esta linha para o fim do script, depois do <code className="code">pg_dump</code>. Ela tem a senha do
            script, que não aparece de novo.
          </p>
          <FieldToCopy aria-labelledby="outside-command" value={command} copyLabel="Copiar linha" />
        </div>
      ) : (
        <>
          <ChangeButton
            change={drawing}
            label={hasOne ? 'Trocar a linha do script' : 'Criar a linha do script'}
            busyLabel="Criando..."
          />
          <p className="mt-2 text-sm text-muted">
            {hasOne
              ? 'Um script já pode anotar. Com outra linha a de agora deixa de valer.'
              : 'Com ela o script que faz o backup o anota sozinho, por curl, e não pode fazer mais nada na loja.'}
          </p>
        </>
      )}
    </div>
  );
}
