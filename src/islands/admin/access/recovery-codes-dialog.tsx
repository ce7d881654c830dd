import { useRef } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { CopyButton } from '#src/islands/ui/copy/copy-button.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';

/** The shop keeps hashes alone, so that nobody reads them again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = codes.join('\n');
  return (
    <Dialog
      title="Guarde os códigos de reserva"
      description="Cada um abre a sua conta uma vez, quando faltarem a passkey e o aplicativo. Eles não aparecem de novo."
      onClose={onClose}
      foot={
        <>
          <CopyButton label="Copiar todos" text={text} field={field} className="button-2" />
          <Button variant="primary" onClick={onClose}>
            Guardei os códigos
          </Button>
        </>
      }
    >
      <textarea
        ref={field}
        readOnly
        aria-label="Códigos de reserva"
        rows={codes.length}
        value={text}
        className="code block w-full resize-none rounded-field border border-outline bg-background p-3 text-sm leading-7"
      />
    </Dialog>
  );
}
