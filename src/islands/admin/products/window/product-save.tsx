import { SaveBar } from '#src/islands/admin/form/save-bar.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { placesText } from '../product-tabs.ts';
import type { ProductWindow } from './use-product-window.ts';

type Props = { window: ProductWindow; formId: string; onDiscard: () => void; onLeave: () => void };

/** The buttons at the foot of a product's window. */
export function ProductSave({ window: { product, changes, video, isBusy }, formId, onDiscard, onLeave }: Props) {
  const waiting = video.percent === null ? null : 'Aguarde o vídeo terminar de ser enviado.';
  if (product) {
    return (
      <SaveBar
        form={formId}
        count={changes.count}
        where={placesText(changes.tabs)}
        wrong={changes.wrong}
        isBusy={isBusy}
        waiting={waiting}
        onDiscard={onDiscard}
      />
    );
  }
  return (
    <>
      {waiting && (
        <p role="status" className="mr-auto self-center text-table text-muted">
          {waiting}
        </p>
      )}
      <Button onClick={onLeave}>Cancelar</Button>
      <Button
        variant="primary"
        type="submit"
        form={formId}
        isBusy={isBusy}
        busyLabel="Criando..."
        disabled={waiting !== null}
      >
        Criar produto
      </Button>
    </>
  );
}
