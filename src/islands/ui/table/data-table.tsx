import { CardSort } from './card-sort.tsx';
import { DataTableHead } from './data-table-head.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableRow, WaitingRow } from './data-table-row.tsx';
import { Pager } from './pager.tsx';

/** Rows become cards where space is short. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, rows, rowKey, emptyState, selectedKey, isStale = false, onPage, onPrefetch } = props;
  const { page, pageSize, total, noun } = props;
  const isLoading = rows === undefined;
  if (rows?.length === 0) {
    return <div className="rounded-card border border-line bg-surface">{emptyState}</div>;
  }
  const firstIndex = (page - 1) * pageSize + 2;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="@container overflow-clip rounded-card border border-line bg-surface">
        {!props.isSortedElsewhere && <CardSort {...props} />}
        <table
          aria-busy={isLoading || isStale}
          aria-rowcount={isLoading ? -1 : total + 1}
          className="w-full table-fixed text-left text-table @max-2xl:block"
        >
          <caption className="sr-only">{caption}</caption>
          <DataTableHead {...props} />
          <tbody className={`transition-opacity duration-150 @max-2xl:block ${isStale ? 'opacity-55' : ''}`}>
            {isLoading
              ? places(pageSize).map((place) => <WaitingRow key={place} {...props} />)
              : rows.map((row, at) => (
                  <DataTableRow
                    key={rowKey(row)}
                    {...props}
                    row={row}
                    index={firstIndex + at}
                    isSelected={rowKey(row) === selectedKey}
                  />
                ))}
          </tbody>
        </table>
      </div>
      {onPage && !isLoading && <Pager {...{ page, pageSize, total, noun, onPage, onPrefetch }} />}
    </div>
  );
}

function places(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}
