import { Clock } from 'lucide-react';
import type { OpenPurchaseFacts } from './use-open-purchase.ts';

export function OpenPurchase({ productId, purchase }: { productId: string; purchase: OpenPurchaseFacts }) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4">
      <Clock aria-hidden className="size-5 shrink-0 text-warning" />
      <p className="min-w-48 flex-1 text-[.9375rem]">
        Você já tem um Pix de <strong className="tabular-nums">{purchase.amount}</strong> em aberto para este produto.
      </p>
      <a href={`/checkout/${productId}?compra=${purchase.id}`} className="button-2">
        Continuar pagamento
      </a>
    </div>
  );
}
