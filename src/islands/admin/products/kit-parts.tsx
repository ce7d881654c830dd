import { ArrowUp, X } from 'lucide-react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { sumOfAmounts } from '#src/wire/basics/money.ts';
import { type KitPart, MOST_PARTS } from '#src/wire/products/kits.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { PRODUCTS_PATH } from './products-path.ts';

type Props = { parts: readonly KitPart[]; error: string | null; onChange: (parts: KitPart[]) => void };

/** The plugins of a kit, in the order in which buyers see them. */
export function KitParts({ parts, error, onChange }: Props) {
  const { data: products = [], isError } = useRead<AdminProduct[]>(PRODUCTS_PATH);
  const isPart = (id: string) => parts.some(({ productId }) => productId === id);
  const free = products.filter(({ id, kind, status }) => kind === 'plugin' && status === 'active' && !isPart(id));
  const add = (id: string) => {
    const chosen = free.find((product) => product.id === id);
    if (chosen) onChange([...parts, { productId: id, name: chosen.name }]);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      {parts.length > 0 && (
        <ul aria-label="Plugins do kit" className="grid grid-cols-1 gap-2">
          {parts.map(({ productId, name }, at) => {
            const product = products.find(({ id }) => id === productId);
            return (
              <li
                key={productId}
                className="flex items-center gap-3 rounded-card border border-line py-1.5 pr-1.5 pl-4 text-sm"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="font-medium">{name}</span>
                  {product && product.status !== 'active' && <span className="text-warning"> · não está à venda</span>}
                </span>
                {product && <span className="whitespace-nowrap text-muted tabular-nums">{product.price}</span>}
                {at > 0 && (
                  <IconAction label={`Subir ${name}`} icon={ArrowUp} onClick={() => onChange(moved(parts, at))} />
                )}
                <IconAction
                  label={`Tirar ${name} do kit`}
                  icon={X}
                  tone="danger"
                  onClick={() => onChange(parts.toSpliced(at, 1))}
                />
              </li>
            );
          })}
        </ul>
      )}
      <Select
        label="Adicionar plugin"
        value=""
        placeholder="Escolha um plugin ativo"
        disabled={parts.length >= MOST_PARTS || free.length === 0}
        onChange={add}
        options={free.map(({ id, name, price }) => ({ value: id, label: `${name} · ${price}` }))}
        hint={isError ? 'A lista de plugins não abriu. Feche e abra o produto de novo.' : worthText(parts, products)}
        error={error}
      />
    </div>
  );
}

function moved(parts: readonly KitPart[], at: number): KitPart[] {
  const part = parts[at];
  return part ? parts.toSpliced(at, 1).toSpliced(at - 1, 0, part) : [...parts];
}

function worthText(parts: readonly KitPart[], products: readonly AdminProduct[]): string {
  const prices = products.filter(({ id }) => parts.some(({ productId }) => productId === id)).map(({ price }) => price);
  return prices.length === 0
    ? `De 2 a ${MOST_PARTS}. Cada um é entregue com a sua chave e os seus arquivos.`
    : `Separados custam ${sumOfAmounts(prices)}. A página do kit faz esta conta.`;
}
