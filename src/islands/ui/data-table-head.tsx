import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { Column, DataTableProps } from './data-table-props.ts';
import { MINOR } from './data-table-row.tsx';

type Props<Row> = Pick<DataTableProps<Row>, 'columns' | 'sort' | 'order' | 'onSort' | 'rowActions' | 'actionsWidth'>;

/** In the card layout only sortable columns stay visible. */
export function DataTableHead<Row>({ columns, sort, order, onSort, rowActions, actionsWidth = 'w-28' }: Props<Row>) {
  const isSortable = onSort !== undefined && columns.some(({ sortKey }) => sortKey !== undefined);
  return (
    <thead
      className={`${STICKY} ${isSortable ? '@max-2xl:static @max-2xl:block @max-2xl:border-b @max-2xl:border-line' : '@max-2xl:sr-only'}`}
    >
      <tr
        aria-rowindex={1}
        className="h-10 text-muted @max-2xl:flex @max-2xl:h-auto @max-2xl:flex-wrap @max-2xl:gap-1 @max-2xl:p-2"
      >
        {columns.map((column) => (
          <Heading key={column.id} column={column} sort={sort} order={order} onSort={onSort} />
        ))}
        {rowActions && (
          <th scope="col" className={`${CELL} text-right font-medium @max-2xl:sr-only ${actionsWidth}`}>
            Ações
          </th>
        )}
      </tr>
    </thead>
  );
}

type HeadingProps<Row> = Pick<Props<Row>, 'sort' | 'order' | 'onSort'> & { column: Column<Row> };

function Heading<Row>({ column, sort, order = 'asc', onSort }: HeadingProps<Row>) {
  const { header, sortKey, align } = column;
  const width = `${column.width ?? ''} ${column.isMinor ? MINOR : ''}`;
  const side = align === 'end' ? 'text-right' : '';
  if (!sortKey || !onSort) {
    return (
      <th scope="col" className={`${CELL} truncate font-medium @max-2xl:sr-only ${side} ${width}`}>
        {header}
      </th>
    );
  }
  const isSorted = sortKey === sort;
  const Sign = isSorted ? (order === 'asc' ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={`${CELL} font-medium @max-2xl:block @max-2xl:w-auto! @max-2xl:p-0! ${side} ${width}`}
    >
      <button
        type="button"
        onClick={() => onSort(sortKey)}
        className={`group/sort -mx-2 inline-flex h-9 max-w-[calc(100%+1rem)] items-center gap-1 rounded-md px-2 font-medium hover:text-foreground @max-2xl:mx-0 @max-2xl:max-w-full ${isSorted ? 'text-foreground' : ''} ${align === 'end' ? 'flex-row-reverse @max-2xl:flex-row' : ''}`}
      >
        <span className="truncate">{header}</span>
        <Sign
          aria-hidden
          className={`size-3.5 shrink-0 ${isSorted ? '' : 'opacity-0 transition-opacity group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100 @max-2xl:opacity-60'}`}
        />
      </button>
    </th>
  );
}

const STICKY =
  'sticky top-16 z-10 bg-surface lg:top-0 @2xl:[&_th]:bg-surface @2xl:[&_th]:shadow-[inset_0_-1px_0_var(--line)]';
const CELL = 'px-3 first:pl-4 last:pr-4 @4xl:px-4';
