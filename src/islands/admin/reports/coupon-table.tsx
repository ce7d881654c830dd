import { BadgePercent } from 'lucide-react';
import { useState } from 'react';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { lastPage } from '#src/islands/ui/table/page-numbers.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import type { Analytics, CouponSales } from '#src/wire/reports/analytics.ts';
import { FirstRows } from './first-rows.tsx';

type Props = { analytics: Analytics | undefined; isStale: boolean };

const PAGE_SIZE = 10;

export function CouponTable({ analytics, isStale }: Props) {
  const [chosen, setPage] = useState(1);
  const coupons = analytics?.coupons.toSorted(byRevenue).map((row) => ({ ...row, id: row.code ?? '' }));
  const pages = lastPage(coupons?.length ?? 0, PAGE_SIZE);
  const page = Math.min(chosen, pages);
  const shown = coupons?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <TitledSection id="coupons" title="Cupons" look="table">
      <FirstRows count={shown?.length ?? 0}>
        <DataTable
          caption="Vendas do período por cupom"
          columns={COLUMNS}
          rows={shown}
          total={coupons?.length ?? 0}
          page={page}
          pageSize={PAGE_SIZE}
          {...(pages > 1 && { onPage: setPage })}
          isStale={isStale}
          emptyState={
            <EmptyState
              icon={BadgePercent}
              title="Nenhuma venda neste período"
              text="Escolha um período maior para ver o que cada cupom vendeu."
            />
          }
        />
      </FirstRows>
    </TitledSection>
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
    width: 'w-42',
    card: 'aside',
    cell: ({ revenue }) => <span className="font-medium">{formatReais(revenue)}</span>,
  },
  {
    id: 'discount',
    header: 'Desconto dado',
    align: 'end',
    width: 'w-42',
    cell: ({ discount }) => formatReais(discount),
  },
  {
    id: 'commission',
    header: 'Comissão',
    align: 'end',
    width: 'w-42',
    cell: ({ commission }) => formatReais(commission),
  },
];
