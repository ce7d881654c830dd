import type { ComponentProps } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { PRODUCT_STATUSES } from '#src/wire/products/data-fields.ts';
import { PLATFORMS } from '#src/wire/products/platforms.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { Release } from '#src/wire/releases/releases.ts';
import { missingText } from './release-text.ts';

export type Activation = { submit: (nothing: undefined) => void; isBusy: boolean };
type Props = {
  product: AdminProduct;
  /** The newest comes first. */
  releases: readonly Release[];
  activation: Activation;
  onOpen: (release: Release) => void;
};

/** Says why the shop does not show the product, or for which system its version has nothing yet, and what is left to do. */
export function NextSteps({ product: { status, downloadUrl }, releases, activation, onOpen }: Props) {
  const newest = releases.find(({ channel, state }) => channel === 'stable' && state === 'published');
  const waiting = newest?.files.find(({ isAwaiting }) => isAwaiting);
  const isDeliverable = downloadUrl !== '' || newest;
  return (
    <>
      {status !== 'active' && (
        <Step
          tone="neutral"
          title={`${PRODUCT_STATUSES[status]}: ainda não aparece na loja`}
          text={
            isDeliverable
              ? 'Já há o que entregar. Quando quiser vender, ative.'
              : 'Publique uma versão estável e depois ative o produto.'
          }
          label={isDeliverable ? 'Ativar na loja' : null}
          isBusy={activation.isBusy}
          busyLabel="Ativando..."
          onClick={() => activation.submit(undefined)}
        />
      )}
      {newest && (waiting || newest.missing.length > 0) && (
        <Step
          tone="warning"
          title={
            waiting
              ? `Falta publicar a versão ${newest.version} para ${PLATFORMS[waiting.platform]}`
              : `${missingText(newest.missing)} na versão ${newest.version}`
          }
          text={waiting ? 'O arquivo já foi enviado.' : 'Dá para enviar só o que falta: o resto fica como está.'}
          label={waiting ? 'Abrir a versão' : 'Enviar agora'}
          onClick={() => onOpen(newest)}
        />
      )}
    </>
  );
}

type StepProps = Pick<ComponentProps<typeof Button>, 'isBusy' | 'busyLabel' | 'onClick'> &
  Pick<ComponentProps<typeof Notice>, 'tone' | 'title'> & { text: string; label: string | null };

function Step({ tone, title, text, label, ...button }: StepProps) {
  return (
    <Notice tone={tone} title={title}>
      {text}
      {label && (
        <span className="mt-3 block">
          <Button size="small" {...button}>
            {label}
          </Button>
        </span>
      )}
    </Notice>
  );
}
