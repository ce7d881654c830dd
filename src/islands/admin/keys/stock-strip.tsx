import { Plus } from 'lucide-react';
import { useState } from 'react';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import type { KeyStock } from '#src/wire/keys/activation-keys.ts';
import { endingText } from '#src/wire/keys/key-forecast.ts';
import { buyersWaitingText, keysLeftText } from './stock-text.ts';

type Props = { stock: readonly KeyStock[]; onAdd: (productId: string) => void };

const SHOWN_AT_FIRST = 4;

export function StockStrip({ stock, onAdd }: Props) {
  const [isWhole, setWhole] = useState(false);
  const wanting = stock
    .filter(({ buyersWaiting, isRunningLow }) => buyersWaiting > 0 || isRunningLow)
    .toSorted((one, other) => other.buyersWaiting - one.buyersWaiting || one.keysAvailable - other.keysAvailable);
  if (wanting.length === 0) return null;
  const shown = isWhole ? wanting : wanting.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby="wanted-keys" className="rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line px-4 py-3">
        <h2 id="wanted-keys" className="text-base leading-5">
          {headline(wanting)}
        </h2>
        {wanting.some(({ buyersWaiting }) => buyersWaiting > 0) && (
          <p className="text-table text-muted">As próximas chaves vão para quem espera há mais tempo.</p>
        )}
      </div>
      <ul className="divide-y divide-line">
        {shown.map((product) => (
          <Product key={product.productId} product={product} onAdd={onAdd} />
        ))}
      </ul>
      {shown.length < wanting.length && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="min-h-10 w-full max-sm:min-h-11 border-t border-line px-4 text-left text-table text-link hover:bg-raised"
        >
          Ver mais {wanting.length - shown.length}
        </button>
      )}
    </section>
  );
}

function Product({
  product: { productId, name, buyersWaiting, keysAvailable, daysLeft },
  onAdd,
}: { product: KeyStock } & Pick<Props, 'onAdd'>) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1.5 text-table sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <span className="truncate font-medium max-sm:col-start-1 max-sm:row-start-1">{name}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:col-span-2 max-sm:row-start-2">
        {buyersWaiting > 0 && <Badge tone="danger">{buyersWaitingText(buyersWaiting)}</Badge>}
        <span className="text-muted tabular-nums">
          {keysLeftText(keysAvailable)}
          {daysLeft !== null && keysAvailable > 0 && ` · ${endingText(daysLeft)}`}
        </span>
      </span>
      <span className="max-sm:col-start-2 max-sm:row-start-1">
        <Button size="small" icon={Plus} aria-label={`Adicionar chaves de ${name}`} onClick={() => onAdd(productId)}>
          Adicionar
        </Button>
      </span>
    </li>
  );
}

function headline(wanting: readonly KeyStock[]): string {
  const total = wanting.reduce((sum, { buyersWaiting }) => sum + buyersWaiting, 0);
  if (total === 0) return countText(wanting.length, 'produto com poucas chaves', 'produtos com poucas chaves');
  return countText(total, 'compra paga espera chave', 'compras pagas esperam chave');
}
