import { Button } from '#src/islands/ui/button.tsx';
import type { Release } from '#src/wire/releases/releases.ts';
import { isAwaited } from './release-text.ts';
import type { ReleaseWindow } from './use-release-window.ts';

type Props = { window: ReleaseWindow; formId: string; onWithdraw: (release: Release) => void };

/** The buttons of a version: those of a draft publish it, those of a published one can withdraw it. */
export function ReleaseFoot({
  window: { release, save, publish, pending, submitPublication },
  formId,
  onWithdraw,
}: Props) {
  if (release?.state === 'published') {
    return (
      <>
        <Button onClick={() => onWithdraw(release)}>Retirar versão</Button>
        <Button
          variant={isAwaited(release) ? 'secondary' : 'primary'}
          type="submit"
          form={formId}
          isBusy={save.isBusy}
          busyLabel="Salvando..."
        >
          Salvar alterações
        </Button>
      </>
    );
  }
  return (
    <>
      <p role="status" className="mr-auto self-center text-muted text-table empty:hidden max-sm:basis-full!">
        {pendingText(pending)}
      </p>
      <Button type="submit" form={formId} isBusy={save.isBusy} busyLabel="Salvando...">
        Salvar rascunho
      </Button>
      <Button
        variant="primary"
        isBusy={publish.isBusy}
        busyLabel="Publicando..."
        disabled={pending > 0}
        onClick={() => void submitPublication()}
      >
        Publicar versão
      </Button>
    </>
  );
}

function pendingText(pending: number): string {
  if (pending === 0) return '';
  return pending === 1 ? 'Falta 1 envio para publicar.' : `Faltam ${pending} envios para publicar.`;
}
