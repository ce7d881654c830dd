import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react';
import { Select } from '../fields/select.tsx';
import { IconAction } from '../icon-action.tsx';
import { DataTableHead } from './data-table-head.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableRow, WaitingRow } from './data-table-row.tsx';
import { Pager } from './pager.tsx';

/** Rows become cards where space is short. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { caption, rows, emptyState, selectedKey, isStale = false, onPage, onPrefetch } = props;
  const { page = 1, total = rows?.length ?? 0, pageSize = total, noun = ['linha', 'linhas'] } = props;
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
                    key={row.id}
                    {...props}
                    row={row}
                    index={firstIndex + at}
                    isSelected={row.id === selectedKey}
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

type Props<Row> = Pick<DataTableProps<Row>, 'columns' | 'sort' | 'order' | 'onSort'>;

/** It stands for the head where rows are cards. */
function CardSort<Row>({ columns, sort = '', order = 'asc', onSort }: Props<Row>) {
  const options = columns.flatMap(({ sortKey, header }) => (sortKey ? [{ value: sortKey, label: header }] : []));
  if (!onSort || options.length === 0) return null;
  const isRising = order === 'asc';
  return (
    <div className="hidden items-center gap-2 border-b border-line py-2 pr-2 pl-4 @max-2xl:flex">
      <span aria-hidden="true" className="shrink-0 text-table text-muted">
        Ordenar por
      </span>
      <div className="min-w-0 flex-1">
        <Select
          label="Ordenar"
          isLabelHidden
          value={sort}
          onChange={(chosen) => chosen !== sort && onSort(chosen)}
          options={options}
          placeholder={sort === 'createdAt' ? 'Mais recentes' : 'Escolher'}
        />
      </div>
      {options.some(({ value }) => value === sort) && (
        <IconAction
          label={isRising ? 'Mudar para ordem decrescente' : 'Mudar para ordem crescente'}
          icon={isRising ? ArrowUpNarrowWide : ArrowDownWideNarrow}
          onClick={() => onSort(sort)}
        />
      )}
    </div>
  );
}
