import { Button } from '#src/islands/ui/button.tsx';
import { CheckFindings, type Found } from './check-findings.tsx';

type Props = Found & {
  check: () => unknown;
  /** Null where the form is saved elsewhere. */
  save: { label: string; isBusy: boolean } | null;
  onCancel?: (() => void) | null;
  hint?: string;
};

/** The end of a form that can be checked before it is saved, and what the check found. */
export function CheckedFoot({ check, save, onCancel = null, hint, ...found }: Props) {
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {save && (
          <Button type="submit" variant="primary" size="small" isBusy={save.isBusy} busyLabel="Salvando...">
            {save.label}
          </Button>
        )}
        <Button size="small" isBusy={found.isBusy} busyLabel="Conferindo..." onClick={check}>
          Conferir
        </Button>
        {onCancel && (
          <Button variant="quiet" size="small" onClick={onCancel}>
            Cancelar
          </Button>
        )}
        {hint && <p className="text-mini text-muted">{hint}</p>}
      </div>
      <CheckFindings {...found} />
    </div>
  );
}
