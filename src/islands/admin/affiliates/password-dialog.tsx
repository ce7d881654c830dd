import type { RefObject } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { CopyField } from '#src/islands/ui/copy/copy-field.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';

export type DrawnPassword = { affiliate: Affiliate; password: string };

type Props = DrawnPassword & { returnTo: RefObject<HTMLElement | null>; onClose: () => void };

/** Nothing stores it once the dialog is closed. */
export function PasswordDialog({ affiliate, password, returnTo, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      title="Afiliado criado"
      description={nextStep(affiliate)}
      size="small"
      returnTo={returnTo}
      foot={<Button onClick={onClose}>Já guardei a senha</Button>}
    >
      <div className="grid grid-cols-1 gap-4">
        <CopyField label={`Senha de ${affiliate.email}`} text={password} copyLabel="Copiar senha" />
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
