import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import type { CopyTrial, ShownContinuousCopy } from '#src/wire/backups/backups.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { formatFileSize } from '#src/wire/basics/file-size.ts';
import type { BackupFormState } from './use-backup-form.ts';

type Props = { form: BackupFormState; shown: ShownContinuousCopy | null };

export function ContinuousCopy({ form, shown }: Props) {
  const { draft, type, shown: settings } = form;
  const { copySeconds } = settings;
  const aMonth = Math.ceil(A_MONTH_SECONDS / copySeconds);
  return (
    <TitledSection
      id="continuous-copy"
      title="Cópia contínua"
      beside={shown && <Badge tone={toneOf(shown)}>{ageText(shown)}</Badge>}
    >
      <p className="mt-1 text-sm text-muted">
        Entre uma noite e outra, o que a loja anota segue a cada {copySeconds.toLocaleString('pt-BR')} segundos: uma
        máquina perdida leva no máximo os últimos {Math.ceil(copySeconds) + 2}. Vai para o balde, se há um; senão para a
        pasta, que então deve ser de outra máquina.
      </p>
      <div className="mt-4 grid gap-3">
        <Switch
          label="Copiar o tempo todo"
          hint={`Sem vendas nada é enviado. Com vendas o dia todo são até ${aMonth.toLocaleString('pt-BR')} envios por mês, que o balde pode cobrar, e uma cópia inteira por dia.`}
          isOn={draft.isContinuous}
          onChange={(isContinuous) => type({ isContinuous })}
        />
        {shown && (
          <p className="text-table text-muted tabular-nums">
            Desde {formatDayTime(shown.beganAt)} · {formatFileSize(shown.sizeBytes)} guardados
          </p>
        )}
        {shown?.trial && <Trial trial={shown.trial} />}
        {shown?.problem && (
          <Notice tone="danger" title="A cópia contínua não segue">
            {shown.problem}
          </Notice>
        )}
      </div>
    </TitledSection>
  );
}

function Trial({ trial: { at, lastOrderAt, problem } }: { trial: CopyTrial }) {
  if (problem) {
    return (
      <Notice tone="danger" title={`A cópia contínua não voltou inteira na conferência de ${formatDayTime(at)}`}>
        {problem}
      </Notice>
    );
  }
  const newest = lastOrderAt ? `, com o pedido mais novo de ${formatDayTime(lastOrderAt)}` : ', ainda sem pedidos';
  return (
    <p className="text-table text-muted tabular-nums">
      Banco de dados restaurado para conferir em {formatDayTime(at)}: íntegro{newest}.
    </p>
  );
}

const A_MONTH_SECONDS = 30 * 24 * 60 * 60;

function toneOf({ problem, ageSeconds }: ShownContinuousCopy) {
  return problem || ageSeconds === null ? 'warning' : 'success';
}

function ageText({ ageSeconds }: ShownContinuousCopy): string {
  if (ageSeconds === null) return 'primeira cópia a caminho';
  if (ageSeconds < 120) return `atualizada há ${ageSeconds} s`;
  return `atualizada há ${Math.floor(ageSeconds / 60).toLocaleString('pt-BR')} min`;
}
