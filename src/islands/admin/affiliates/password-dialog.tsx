import { useId, useRef, useState } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { CopyButton } from '#src/islands/ui/copy-button.tsx';
import { Dialog } from '#src/islands/ui/dialog.tsx';
import { Notice } from '#src/islands/ui/notice.tsx';
import type { Affiliate } from '#src/wire/affiliates.ts';

export type DrawnPassword = { affiliate: Affiliate; password: string };

type Props = { drawn: DrawnPassword | null; onClose: () => void };

/** The password of a new affiliate, this once. */
export function PasswordDialog({ drawn, onClose }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(drawn);
  // Once the window is closed, nothing here knows the password any more.
  if (drawn !== shown) setShown(drawn);
  return (
    <Dialog
      isOpen={drawn !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Afiliado criado"
      description={shown && nextStep(shown.affiliate)}
      size="small"
      foot={
        <Button variant="secondary" onClick={onClose}>
          Já guardei a senha
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <div>
          <label htmlFor={id} className="text-sm font-medium">
            Senha de {shown?.affiliate.email}
          </label>
          <input
            id={id}
            ref={field}
            readOnly
            value={shown?.password ?? ''}
            onFocus={({ target }) => target.select()}
            className="code mt-1.5 min-h-11 w-full rounded-field border border-outline bg-raised px-3 text-base"
          />
        </div>
        <CopyButton label="Copiar senha" text={shown?.password ?? ''} field={field} className="button-1 w-full" />
        <Notice tone="warning" title="Guarde agora: ela não aparece de novo">
          A loja não sabe mostrar esta senha outra vez. O painel continua aberto só a administradores.
        </Notice>
      </div>
    </Dialog>
  );
}

function nextStep({ name, couponCode, isActive }: Affiliate): string {
  return isActive
    ? `${name} já pode divulgar o cupom ${couponCode}.`
    : `O cupom ${couponCode} começa a valer quando você ativar ${name}.`;
}
