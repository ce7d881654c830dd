import { Button } from '#src/islands/ui/button.tsx';
import { Notice } from '#src/islands/ui/notice.tsx';
import { type AdminProduct, PRODUCT_STATUS_NAMES } from '#src/wire/products.ts';
import type { Release } from '#src/wire/releases.ts';

export type Activation = { submit: (nothing: undefined) => void; isBusy: boolean };
type Props = { product: AdminProduct; releases: readonly Release[]; activation: Activation };

/** Says why the shop does not show the product, and what is left to do. */
export function ActivationNotice({ product: { status, downloadUrl }, releases, activation }: Props) {
  if (status === 'active') return null;
  const isDeliverable =
    downloadUrl !== '' || releases.some(({ channel, state }) => channel === 'stable' && state === 'published');
  const title = `${PRODUCT_STATUS_NAMES[status]}: ainda não aparece na loja`;
  if (!isDeliverable) {
    return (
      <Notice tone="neutral" title={title}>
        Publique uma versão estável e depois ative o produto.
      </Notice>
    );
  }
  return (
    <Notice tone="neutral" title={title}>
      <span className="block">Já há o que entregar. Quando quiser vender, ative.</span>
      <span className="mt-3 block">
        <Button
          variant="secondary"
          size="small"
          isBusy={activation.isBusy}
          busyLabel="Ativando..."
          onClick={() => activation.submit(undefined)}
        >
          Ativar na loja
        </Button>
      </span>
    </Notice>
  );
}
