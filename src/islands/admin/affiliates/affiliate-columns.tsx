import { CodeWithCopy } from '#src/islands/ui/copy/code-with-copy.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { TwoLines } from '#src/islands/ui/table/two-lines.tsx';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import { formatReais } from '#src/wire/basics/money.ts';

export const AFFILIATE_COLUMNS: readonly Column<Affiliate>[] = [
  { id: 'name', header: 'Nome', sortKey: 'name', cell: ({ name, email }) => <TwoLines first={name} second={email} /> },
  {
    id: 'couponCode',
    header: 'Cupom',
    width: 'w-36 @4xl:w-[17%]',
    cell: ({ couponCode }) => (
      <span className="block @max-2xl:flex @max-2xl:justify-end">
        <CodeWithCopy text={couponCode} noun="o código" copied="Código copiado" className="font-medium" />
      </span>
    ),
  },
  {
    id: 'commissionRate',
    header: 'Taxa',
    sortKey: 'commissionRate',
    align: 'end',
    width: 'w-18 @4xl:w-22',
    cell: ({ commissionRate }) => percentText(commissionRate),
  },
  {
    id: 'totalSales',
    header: 'Vendas',
    isMinor: true,
    sortKey: 'totalSales',
    align: 'end',
    width: 'w-26',
    cell: ({ totalSales }) => totalSales.toLocaleString('pt-BR'),
  },
  {
    id: 'totalCommission',
    header: 'Comissão',
    isMinor: true,
    sortKey: 'totalCommission',
    align: 'end',
    width: 'w-34 @6xl:w-38',
    cell: ({ totalCommission }) => formatReais(totalCommission),
  },
  {
    id: 'pendingCommission',
    header: 'A pagar',
    sortKey: 'pendingCommission',
    align: 'end',
    width: 'w-34 @6xl:w-38',
    cell: ({ pendingCommission }) => (
      <span className={pendingCommission > 0 ? 'font-medium' : 'text-muted'}>{formatReais(pendingCommission)}</span>
    ),
  },
  {
    id: 'isActive',
    header: 'Status',
    width: 'w-26 @4xl:w-28',
    card: 'foot',
    cell: ({ isActive }) => <Badge tone={isActive ? 'success' : 'warning'}>{isActive ? 'Ativo' : 'Pendente'}</Badge>,
  },
];

function percentText(percent: number): string {
  return `${percent.toLocaleString('pt-BR', { maximumFractionDigits: 2 })}%`;
}
