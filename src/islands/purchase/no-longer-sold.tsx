import type { PurchaseView } from './purchase-view.ts';

export function NoLongerSold({ state }: { state: PurchaseView['state'] }) {
  return (
    <p className="rounded-card border border-line bg-surface p-4 text-[.9375rem]">
      <strong className="font-semibold">Este produto não é mais vendido.</strong> {MEANINGS[state]}{' '}
      {state !== 'open' && (
        <a href="/#produtos" className="link">
          Ver outros plugins
        </a>
      )}
    </p>
  );
}

const MEANINGS: Record<PurchaseView['state'], string> = {
  open: 'Este Pix continua valendo: pague dentro do prazo e a entrega é feita normalmente.',
  review: 'Sua compra segue em análise normalmente.',
  paid: 'O que você comprou continua nesta página.',
  ended: 'Por isso não dá para gerar um novo código.',
  refunded: '',
};
