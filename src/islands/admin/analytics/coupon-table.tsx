import { BadgePercent } from 'lucide-react';
import { useState } from 'react';
import { countText } from '#src/islands/admin/count-text.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { DataTable } from '#src/islands/ui/data-table.tsx';
import type { Column } from '#src/islands/ui/data-table-props.ts';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import type { Analytics, CouponSales } from '#src/wire/analytics.ts';
import { formatReais } from '#src/wire/money.ts';

type Props = { analytics: Analytics | undefined; isStale: boolean };

const SHOWN_AT_FIRST = 10;

export function CouponTable({ analytics, isStale }: Props) {
  const [isWhole, setWhole] = useState(false);
  const coupons = analytics?.coupons.toSorted(byRevenue);
  const shown = isWhole ? coupons : coupons?.slice(0, SHOWN_AT_FIRST);
  const hidden = (coupons?.length ?? 0) - (shown?.length ?? 0);
  return (
    <section aria-labelledby="coupons" className="grid grid-cols-1 gap-3 pt-2">
      <h2 id="coupons" className="text-base">
        Cupons
      </h2>
      <DataTable
        caption="Vendas do período por cupom"
        columns={COLUMNS}
        rows={shown}
        total={coupons?.length ?? 0}
        page={1}
        pageSize={coupons ? coupons.length : 5}
        noun={['cupom', 'cupons']}
        rowKey={({ code }) => code ?? ''}
        isStale={isStale}
        emptyState={
          <EmptyState
            icon={BadgePercent}
            title="Nenhuma venda neste período"
            text="Escolha um período maior para ver o que cada cupom vendeu."
          />
        }
      />
      {hidden > 0 && (
        <div>
          <Button variant="secondary" size="small" onClick={() => setWhole(true)}>
            Mostrar mais {countText(hidden, 'linha', 'linhas')}
          </Button>
        </div>
      )}
    </section>
  );
}

function byRevenue(one: CouponSales, other: CouponSales): number {
  return (
    Number(one.code === null) - Number(other.code === null) ||
    other.revenue - one.revenue ||
    (one.code ?? '').localeCompare(other.code ?? '')
  );
}

const COLUMNS: Column<CouponSales>[] = [
  {
    id: 'code',
    header: 'Cupom',
    cell: ({ code }) =>
      code === null ? (
        <span className="text-muted">Sem cupom</span>
      ) : (
        <span className="code" title={code}>
          {code}
        </span>
      ),
  },
  {
    id: 'sales',
    header: 'Vendas',
    align: 'end',
    width: 'w-24',
    cell: ({ sales }) => sales.toLocaleString('pt-BR'),
  },
  {
    id: 'revenue',
    header: 'Receita',
    align: 'end',
    width: 'w-34',
    card: 'aside',
    cell: ({ revenue }) => <span className="font-medium">{formatReais(revenue)}</span>,
  },
  {
    id: 'discount',
    header: 'Desconto dado',
    align: 'end',
    width: 'w-34',
    cell: ({ discount }) => formatReais(discount),
  },
  {
    id: 'commission',
    header: 'Comissão',
    align: 'end',
    width: 'w-34',
    cell: ({ commission }) => formatReais(commission),
  },
];
