import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react';
import { Select } from '../fields/select.tsx';
import { IconAction } from '../icon-action.tsx';
import type { DataTableProps } from './data-table-props.ts';

type Props<Row> = Pick<DataTableProps<Row>, 'columns' | 'sort' | 'order' | 'onSort'>;

/** It stands for the head where rows are cards. */
export function CardSort<Row>({ columns, sort = '', order = 'asc', onSort }: Props<Row>) {
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
          size="small"
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
