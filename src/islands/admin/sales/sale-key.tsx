import { useState } from 'react';
import { CopyableText } from '#src/islands/ui/copy/copyable-text.tsx';
import { HIDDEN_KEY } from '#src/wire/keys/key-list.ts';
import type { PaymentStatus, PurchaseItem } from '#src/wire/purchases/purchases.ts';
import type { SaleKey as Given } from '#src/wire/sales/sales.ts';

type Props = { given: Given | null; item: PurchaseItem; paymentStatus: PaymentStatus };

/** The key is masked, since the screen may be shared in a call. */
export function SaleKey({ given, item, paymentStatus }: Props) {
  const [isShown, setShown] = useState(false);
  if (!given) {
    if (item.isKeyOnItsWay) return 'A caminho: o cliente recebe a próxima chave livre';
    if (!item.requiresActivation) return 'Este produto não precisa de chave';
    return paymentStatus === 'COMPLETED' ? 'Nenhuma chave' : 'Entregue depois do pagamento';
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {isShown ? (
        <CopyableText name="chave" text={given.text} isCode />
      ) : (
        <span role="img" aria-label="Chave oculta" className="code text-mini">
          {given.text === HIDDEN_KEY ? HIDDEN_KEY : mask(given.text)}
        </span>
      )}
      {given.text !== HIDDEN_KEY && (
        <button
          type="button"
          onClick={() => setShown(!isShown)}
          className="relative -my-1 min-h-9 rounded-md max-sm:before:absolute max-sm:before:-inset-1 text-link hover:underline"
        >
          {isShown ? 'ocultar' : 'mostrar'}
        </button>
      )}
      {given.state !== 'active' && (
        <span className={given.state === 'revoked' ? 'text-muted' : 'text-warning'}>
          {given.state === 'revoked' ? 'Revogada' : 'Suspensa'}
        </span>
      )}
    </span>
  );
}

function mask(key: string): string {
  return `${key.slice(0, 3)}${'•'.repeat(Math.min(Math.max(key.length - 7, 4), 16))}${key.slice(-4)}`;
}
