import type { ReactNode } from 'react';
import { DataTable } from '#src/islands/ui/data-table.tsx';
import type { DataTableProps } from '#src/islands/ui/data-table-props.ts';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import type { List } from './use-list.ts';

type TableProps<Row> = Pick<
  DataTableProps<Row>,
  'caption' | 'noun' | 'columns' | 'rowHref' | 'onRowSelect' | 'selectedKey' | 'rowActions' | 'actionsWidth'
>;

type Props<Row> = TableProps<Row> & {
  list: Omit<List<Row>, 'setFilter' | 'setFilters'>;
  failure: { title: string; text?: string };
  nothingYet: ReactNode;
  nothingFound: ReactNode;
};

/** Keeps the last rows when a refetch fails. */
export function ListTable<Row extends { id: string }>({
  list,
  failure,
  nothingYet,
  nothingFound,
  ...tableProps
}: Props<Row>) {
  const { page, state } = list;
  // An empty page of the former search says nothing about the new one.
  const isWaiting = list.isStale && page?.items.length === 0;
  return (
    <>
      {list.isError && (
        <FailedState
          title={failure.title}
          text={page ? LAST_KNOWN : failure.text}
          isTrying={list.isFetching}
          onRetry={list.refetch}
        />
      )}
      {(page || !list.isError) && (
        <DataTable
          {...tableProps}
          rows={isWaiting ? undefined : page?.items}
          rowKey={({ id }) => id}
          total={page?.total ?? 0}
          page={state.page}
          pageSize={list.pageSize}
          sort={state.sort}
          order={state.order}
          onSort={list.setSort}
          isStale={list.isStale}
          onPage={list.setPage}
          onPrefetch={list.prefetch}
          emptyState={list.isNarrowed ? nothingFound : nothingYet}
        />
      )}
    </>
  );
}

const LAST_KNOWN = 'A lista abaixo é a última que chegou. Confira sua conexão e tente de novo.';
