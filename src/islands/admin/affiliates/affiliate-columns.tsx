import { Badge } from '#src/islands/ui/badge.tsx';
import { CopyMark } from '#src/islands/ui/copy-mark.tsx';
import type { Column } from '#src/islands/ui/data-table.tsx';
import type { Affiliate } from '#src/wire/affiliates.ts';
import { percentText, reaisText } from './affiliate-words.ts';

export const AFFILIATE_COLUMNS: readonly Column<Affiliate>[] = [
  { id: 'name', header: 'Nome', sortKey: 'name', cell: (affiliate) => <Person affiliate={affiliate} /> },
  {
    id: 'couponCode',
    header: 'Cupom',
    width: 'w-36 @4xl:w-[17%]',
    cell: ({ couponCode }) => (
      <span className="block @max-2xl:flex @max-2xl:justify-end">
        <CopyMark text={couponCode} noun="o código" copied="Código copiado" className="font-medium" />
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
    width: 'w-32',
    cell: ({ totalCommission }) => reaisText(totalCommission),
  },
  {
    id: 'pendingCommission',
    header: 'A pagar',
    sortKey: 'pendingCommission',
    align: 'end',
    width: 'w-28 @4xl:w-30',
    cell: ({ pendingCommission }) => (
      <span className={pendingCommission > 0 ? 'font-medium' : 'text-muted'}>{reaisText(pendingCommission)}</span>
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

/** Two lines, as high as the row. */
function Person({ affiliate: { name, email } }: { affiliate: Affiliate }) {
  return (
    <span className="grid min-w-0">
      <span title={name} className="truncate leading-5 @max-2xl:whitespace-normal">
        {name}
      </span>
      <span title={email} className="truncate text-mini font-normal text-muted @max-2xl:whitespace-normal">
        {email}
      </span>
    </span>
  );
}
