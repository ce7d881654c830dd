import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { Checkbox } from '../fields/checkbox.tsx';
import type { Column, DataTableProps } from './data-table-props.ts';
import { MINOR } from './data-table-row.tsx';

type Props<Row> = Pick<DataTableProps<Row>, 'columns' | 'sort' | 'order' | 'onSort' | 'rowMenu' | 'rows' | 'choice'>;

/** It is hidden in the card layout, where `CardSort` sorts. */
export function DataTableHead<Row>({ columns, sort, order, onSort, rowMenu, rows, choice }: Props<Row>) {
  return (
    <thead className={STICKY}>
      <tr aria-rowindex={1} className="h-10 text-muted">
        {choice && (
          <th scope="col" className="w-11 pl-4">
            <ChooseAll rows={rows ?? []} choice={choice} />
          </th>
        )}
        {columns.map((column) => (
          <Heading key={column.id} column={column} sort={sort} order={order} onSort={onSort} />
        ))}
        {rowMenu && (
          <th scope="col" className="w-15">
            <span className="sr-only">Ações</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function ChooseAll<Row>({ rows, choice }: { rows: readonly Row[]; choice: NonNullable<Props<Row>['choice']> }) {
  const count = rows.filter(choice.isChosen).length;
  const state = count > 0 && (count === rows.length || 'some');
  return (
    <Checkbox label="Escolher todas as linhas desta página" state={state} onChange={(isOn) => choice.set(rows, isOn)} />
  );
}

type HeadingProps<Row> = Pick<Props<Row>, 'sort' | 'order' | 'onSort'> & { column: Column<Row> };

function Heading<Row>({ column, sort, order = 'asc', onSort }: HeadingProps<Row>) {
  const { header, sortKey, align } = column;
  const width = `${column.width ?? ''} ${column.isMinor ? MINOR : ''}`;
  const side = align === 'end' ? 'text-right' : '';
  if (!sortKey || !onSort) {
    return (
      <th scope="col" className={`${CELL} truncate font-medium ${side} ${width}`}>
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
      className={`${CELL} font-medium ${side} ${width}`}
    >
      <button
        type="button"
        onClick={() => onSort(sortKey)}
        className={`group/sort -mx-2 inline-flex h-9 max-w-[calc(100%+1rem)] items-center gap-1 rounded-md px-2 font-medium hover:text-foreground ${isSorted ? 'text-foreground' : ''} ${align === 'end' ? 'flex-row-reverse' : ''}`}
      >
        <span className="truncate">{header}</span>
        <Sign
          aria-hidden
          className={`size-3.5 shrink-0 ${isSorted ? '' : 'opacity-0 transition-opacity group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100'}`}
        />
      </button>
    </th>
  );
}

const STICKY =
  'sticky top-16 z-10 bg-surface @max-2xl:hidden lg:top-0 @2xl:[&_th]:bg-surface @2xl:[&_th]:shadow-[inset_0_-1px_0_var(--line)]';
const CELL = 'px-3 first:pl-4 last:pr-4 @6xl:px-4';
