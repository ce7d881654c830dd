import type { RefObject } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { CopyField } from '#src/islands/ui/copy/copy-field.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';

export type ShownSecret = { secret: string; description: string; isRotated: boolean };

type Props = ShownSecret & { returnTo: RefObject<HTMLElement | null>; onClose: () => void };

/** Nothing shows it again once the dialog is closed. */
export function SecretDialog({ secret, description, isRotated, returnTo, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      title={isRotated ? 'Segredo trocado' : 'Webhook criado'}
      description={
        isRotated
          ? 'O segredo de antes ainda vale por 24 horas: troque-o no outro sistema com calma.'
          : 'O outro sistema confere com este segredo que o aviso é mesmo da loja.'
      }
      size="small"
      returnTo={returnTo}
      foot={<Button onClick={onClose}>Já guardei o segredo</Button>}
    >
      <div className="grid grid-cols-1 gap-4">
        <CopyField label={`Segredo de ${description}`} text={secret} copyLabel="Copiar segredo" />
        <Notice tone="warning" title="Guarde agora: ele não aparece de novo">
          Se o perder, use Trocar o segredo no menu do webhook.
        </Notice>
      </div>
    </Dialog>
  );
}
