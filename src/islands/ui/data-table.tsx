import { tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { DataTableHead } from './data-table-head.tsx';
import { DataTableRow, WaitingRow } from './data-table-row.tsx';
import type { Shown } from './page-numbers.ts';
import { Pager } from './pager.tsx';
import { TooltipGroup } from './tooltip.tsx';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's name for sorting by it; without one it is not sortable. */
  sortKey?: string;
  align?: 'start' | 'end';
  /** A class, such as `w-32`; columns without one share what is left. */
  width?: string;
  /** Its place in the card that a row becomes on a phone. Unless said otherwise the first column is the title, others are lines. */
  card?: 'title' | 'aside' | 'line' | 'foot' | 'hidden';
  /** Left out where there is room for a table, but not for all of its columns. */
  isMinor?: boolean;
};

export type DataTableProps<Row> = Shown & {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page is on its way. */
  rows: readonly Row[] | undefined;
  sort?: string;
  order?: 'asc' | 'desc';
  onSort?: (sortKey: string) => void;
  rowKey: (row: Row) => string;
  /** Makes the whole row one link, whose name is the title column. Further controls in cells need `relative z-1`. */
  rowHref?: (row: Row) => string;
  /** Makes the whole row one button instead, which opens its details. */
  onRowSelect?: (row: Row) => void;
  selectedKey?: string | null;
  /** The rows are those of the page before; the wanted ones are on their way. */
  isStale?: boolean;
  /** Takes the table's place when there are no rows. */
  emptyState: ReactNode;
  rowActions?: (row: Row) => ReactNode;
  /** The width of the column 'Ações', as a class. */
  actionsWidth?: string;
  /** With it the table has its pager at its foot. */
  onPage?: (page: number) => void;
  onPrefetch?: (page: number) => void;
};

// The server pages, sorts and searches: nothing of that is done here.
const features = tableFeatures({});
const NO_ROWS: readonly never[] = [];

/** One page of a list. Where there is little room its rows become cards. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, emptyState, selectedKey, isStale = false, onPage, onPrefetch } = props;
  const { page, pageSize, total, noun } = props;
  const isLoading = rows === undefined;
  const definitions = useMemo(() => columns.map(({ id, header }) => ({ id, header })), [columns]);
  const table = useTable({ features, columns: definitions, data: rows ?? NO_ROWS, getRowId: rowKey });
  if (rows?.length === 0) {
    return <div className="rounded-card border border-line bg-surface">{emptyState}</div>;
  }
  const firstIndex = (page - 1) * pageSize + 2;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="@container overflow-clip rounded-card border border-line bg-surface">
        <table
          aria-busy={isLoading || isStale}
          aria-rowcount={isLoading ? -1 : total + 1}
          className="w-full table-fixed text-left text-table @max-2xl:block"
        >
          <caption className="sr-only">{caption}</caption>
          <DataTableHead {...props} />
          <TooltipGroup>
            <tbody className={`transition-opacity duration-150 @max-2xl:block ${isStale ? 'opacity-55' : ''}`}>
              {isLoading
                ? places(pageSize).map((place) => <WaitingRow key={place} {...props} />)
                : table
                    .getRowModel()
                    .rows.map(({ id, original }, at) => (
                      <DataTableRow
                        key={id}
                        {...props}
                        row={original}
                        index={firstIndex + at}
                        isSelected={id === selectedKey}
                      />
                    ))}
            </tbody>
          </TooltipGroup>
        </table>
      </div>
      {onPage && !isLoading && <Pager {...{ page, pageSize, total, noun, onPage, onPrefetch }} />}
    </div>
  );
}

function places(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}
