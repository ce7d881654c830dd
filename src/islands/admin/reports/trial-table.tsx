import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import type { TriedProduct } from '#src/wire/trials/trials.ts';
import { FirstRows } from './first-rows.tsx';
import { formatPercent } from './format-percent.ts';

type Props = { products: TriedProduct[] | undefined; isStale: boolean };

/** A shop that offers no trial has no such table. */
export function TrialTable({ products, isStale }: Props) {
  if (!products?.length) return null;
  return (
    <section aria-labelledby="trials" className="grid grid-cols-1 gap-3 pt-2">
      <div>
        <h2 id="trials" className="text-base">
          Testes
        </h2>
        <p className="text-muted text-table">Começados no período, e os que viraram venda até agora.</p>
      </div>
      <FirstRows count={products.length}>
        <DataTable caption="Testes por produto" columns={COLUMNS} rows={products} isStale={isStale} emptyState={null} />
      </FirstRows>
    </section>
  );
}

const COLUMNS: readonly Column<TriedProduct>[] = [
  { id: 'product', header: 'Produto', cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'begun', header: 'Testes', align: 'end', width: 'w-32', cell: ({ begun }) => begun.toLocaleString('pt-BR') },
  { id: 'bought', header: 'Vendas', align: 'end', width: 'w-32', cell: ({ bought }) => bought.toLocaleString('pt-BR') },
  {
    id: 'rate',
    header: 'De teste a venda',
    align: 'end',
    width: 'w-40',
    cell: ({ begun, bought }) => (begun === 0 ? '—' : formatPercent((100 * bought) / begun)),
  },
];
