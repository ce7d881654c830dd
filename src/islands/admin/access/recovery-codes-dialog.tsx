import { useRef } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { CopyButton } from '#src/islands/ui/copy/copy-button.tsx';
import { RecoveryCodesField } from '#src/islands/ui/copy/recovery-codes-field.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';

/** The shop keeps hashes alone, so that nobody reads them again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      title="Guarde os códigos de reserva"
      description="Cada um abre a sua conta uma vez, quando faltarem a passkey e o aplicativo. Eles não aparecem de novo."
      onClose={onClose}
      foot={
        <>
          <CopyButton label="Copiar todos" text={codes.join('\n')} field={field} className="button-2" />
          <Button variant="primary" onClick={onClose}>
            Guardei os códigos
          </Button>
        </>
      }
    >
      <RecoveryCodesField ref={field} codes={codes} />
    </Dialog>
  );
}
