import { type LucideIcon, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { EmptyState, type EmptyStateProps } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import type { DataTableProps } from '#src/islands/ui/table/data-table-props.ts';
import { MOST_CHOSEN } from '#src/wire/lists/chosen-rows.ts';
import { type ChoiceAction, ChoiceBar } from './choice-bar.tsx';
import type { List } from './use-list.ts';

type TableProps<Row> = Pick<
  DataTableProps<Row>,
  | 'caption'
  | 'noun'
  | 'columns'
  | 'rowHref'
  | 'onRowSelect'
  | 'selectedKey'
  | 'rowMenu'
  | 'rowName'
  | 'hasTwoLines'
  | 'isSortedElsewhere'
>;

type NothingFoundWords = { title: string; text?: string; resetLabel?: string; icon?: LucideIcon };

type Props<Row> = TableProps<Row> & {
  list: Omit<List<Row>, 'setFilter' | 'setFilters'>;
  failure: { title: string; text?: string };
  nothingYet: EmptyStateProps;
  nothingFound: NothingFoundWords;
  /** The bar offers them for the chosen rows; without them no row can be chosen. */
  choiceActions?: (rows: readonly Row[], clear: () => void) => readonly ChoiceAction[];
  /** They are 'escolhido' and 'escolhidos', for instance. */
  chosenNoun?: readonly [one: string, many: string];
};

/** Keeps the last rows when a refetch fails. */
export function ListTable<Row extends { id: string }>({
  list,
  failure,
  nothingYet,
  nothingFound,
  choiceActions,
  chosenNoun = ['escolhido', 'escolhidos'],
  ...tableProps
}: Props<Row>) {
  const { page, state } = list;
  const { chosen, choice, clear } = useChoice(page?.items ?? [], list.narrowing);
  // An empty page of the former search says nothing about the new one.
  const isWaiting = list.isStale && page?.items.length === 0;
  return (
    <>
      {list.isError && <FailedState title={failure.title} text={page ? LAST_KNOWN : failure.text} read={list} />}
      {(page || !list.isError) && (
        <DataTable
          {...tableProps}
          rows={isWaiting ? undefined : page?.items}
          total={page?.total ?? 0}
          page={state.page}
          pageSize={list.pageSize}
          sort={state.sort}
          order={state.order}
          onSort={list.setSort}
          isStale={list.isStale}
          onPage={list.setPage}
          onPrefetch={list.prefetch}
          choice={choiceActions && choice}
          emptyState={
            list.isNarrowed ? <NothingFound {...nothingFound} onReset={list.reset} /> : <EmptyState {...nothingYet} />
          }
        />
      )}
      {choiceActions && chosen.length > 0 && (
        <ChoiceBar noun={chosenNoun} count={chosen.length} actions={choiceActions(chosen, clear)} onClear={clear} />
      )}
    </>
  );
}

function NothingFound({
  title,
  text = 'Nada combina com a busca e os filtros escolhidos.',
  resetLabel = 'Limpar busca e filtros',
  icon = SearchX,
  onReset,
}: NothingFoundWords & { onReset: () => void }) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      text={text}
      action={
        <Button size="small" onClick={onReset}>
          {resetLabel}
        </Button>
      }
    />
  );
}

/** The choice stays from page to page, until search or filters change; the rows are as last read. */
function useChoice<Row extends { id: string }>(items: readonly Row[], narrowing: string) {
  const [kept, setKept] = useState<{ narrowing: string; rows: ReadonlyMap<string, Row> }>({
    narrowing,
    rows: new Map(),
  });
  const rows = kept.narrowing === narrowing ? kept.rows : new Map<string, Row>();
  const fresh = new Map(items.map((row) => [row.id, row]));
  return {
    chosen: [...rows.values()].map((row) => fresh.get(row.id) ?? row),
    choice: {
      isChosen: ({ id }: Row) => rows.has(id),
      set(changed: readonly Row[], isChosen: boolean): void {
        const next = new Map(rows);
        for (const row of changed) {
          if (!isChosen) next.delete(row.id);
          else if (next.size < MOST_CHOSEN) next.set(row.id, row);
        }
        setKept({ narrowing, rows: next });
      },
    },
    clear: () => setKept({ narrowing, rows: new Map() }),
  };
}

const LAST_KNOWN = 'A lista abaixo é a última que chegou. Confira sua conexão e tente de novo.';
