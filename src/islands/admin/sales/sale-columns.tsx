import { DayTime } from '#src/islands/ui/date-time.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import { numberText } from '#src/wire/purchases/purchase-number.ts';
import type { Sale } from '#src/wire/sales/sales.ts';
import { SaleStatus } from './sale-status.tsx';

/** `now` is null before hydration, and later expires open sales. */
export function saleColumns(now: Date | null): Column<Sale>[] {
  return [
    {
      id: 'id',
      header: 'Pedido',
      isMinor: true,
      width: 'w-22 @6xl:w-24',
      card: 'hidden',
      cell: numberOf,
    },
    {
      id: 'customer',
      header: 'Cliente',
      sortKey: 'customer',
      card: 'title',
      cell: (sale) => (
        <span className={sale.customerId ? 'font-medium' : 'text-muted'}>
          {sale.customerName}
          <span className="sr-only">, pedido {numberText(sale)}</span>
        </span>
      ),
    },
    {
      id: 'product',
      header: 'Produto',
      sortKey: 'product',
      width: '@5xl:w-34',
      card: 'foot',
      cell: (sale) => (
        <span className="text-muted" title={namesOf(sale)}>
          {namesOf(sale)}
        </span>
      ),
    },
    {
      id: 'origin',
      header: 'Origem',
      isMinor: true,
      width: 'w-22',
      card: 'hidden',
      cell: ({ origin, importedFrom }) => (
        <span className="truncate text-muted" title={origin?.campaign ?? undefined}>
          {origin?.source ?? importedFrom ?? '—'}
        </span>
      ),
    },
    {
      id: 'createdAt',
      header: 'Data',
      sortKey: 'createdAt',
      width: 'w-35',
      card: 'foot',
      cell: ({ createdAt }) => <DayTime at={createdAt} />,
    },
    {
      id: 'total',
      header: 'Valor',
      sortKey: 'total',
      align: 'end',
      width: 'w-28 @4xl:w-36 @6xl:w-38',
      card: 'aside',
      cell: ({ totalAmount }) => <span className="font-medium">{totalAmount}</span>,
    },
    {
      id: 'status',
      header: 'Status',
      width: 'w-38 @4xl:w-44 @5xl:w-65',
      card: 'line',
      cardLabel: numberOf,
      cell: (sale) => <SaleStatus sale={sale} now={now} />,
    },
  ];
}

function numberOf(sale: Sale) {
  return <span className="code text-muted">{numberText(sale)}</span>;
}
