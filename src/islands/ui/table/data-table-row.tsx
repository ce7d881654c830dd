import type { ReactNode } from 'react';
import { Checkbox } from '../fields/checkbox.tsx';
import { Menu } from '../overlays/menu.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import type { Column, DataTableProps } from './data-table-props.ts';

type RowFeatures<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rowHref' | 'onRowSelect' | 'rowMenu' | 'rowName' | 'choice' | 'hasTwoLines'
>;

type RowProps<Row> = RowFeatures<Row> & {
  row: Row;
  /** It is the place in the whole list, the head being 1. */
  index: number;
  isSelected: boolean;
};

export function DataTableRow<Row>({
  columns,
  rowHref,
  onRowSelect,
  rowMenu,
  rowName = () => '',
  choice,
  hasTwoLines = false,
  row,
  index,
  isSelected,
}: RowProps<Row>) {
  const title = titleOf(columns);
  const isChosen = choice?.isChosen(row) ?? false;
  const actions = rowMenu?.(row) ?? [];
  const isOpenable = rowHref !== undefined || onRowSelect !== undefined;
  return (
    <tr
      aria-rowindex={index}
      aria-current={isSelected ? 'true' : undefined}
      className={`relative ${rowLook(hasTwoLines, choice !== undefined)} ${isSelected || isChosen ? 'bg-raised' : ''} ${isOpenable ? OPENABLE : ''}`}
    >
      {choice && (
        <td className={CHOICE}>
          <div className="relative z-1">
            <Checkbox
              label={`Escolher ${rowName(row)}`}
              state={isChosen}
              onChange={(isOn) => choice.set([row], isOn)}
            />
          </div>
        </td>
      )}
      {columns.map((column) => (
        <Cell
          key={column.id}
          column={column}
          columns={columns}
          hasMenu={rowMenu !== undefined}
          label={column.cardLabel?.(row)}
        >
          {column === title ? (
            <Opening row={row} rowHref={rowHref} onRowSelect={onRowSelect}>
              {column.cell(row)}
            </Opening>
          ) : (
            column.cell(row)
          )}
        </Cell>
      ))}
      {rowMenu && (
        <td className={MENU}>
          {actions.length > 0 && (
            <Menu label={`Ações de ${rowName(row)}`} actions={actions} className="relative z-1 align-middle" />
          )}
        </td>
      )}
    </tr>
  );
}

export function WaitingRow<Row>({ columns, rowMenu, choice, hasTwoLines = false }: RowFeatures<Row>) {
  return (
    <tr className={rowLook(hasTwoLines, choice !== undefined)}>
      {choice && <td className={CHOICE} />}
      {columns.map((column) => (
        <Cell key={column.id} column={column} columns={columns} hasMenu={rowMenu !== undefined}>
          <Skeleton className={`h-4 ${column.align === 'end' ? 'ml-auto w-16' : 'w-3/4 min-w-20'}`} />
        </Cell>
      ))}
      {rowMenu && <td className={MENU} />}
    </tr>
  );
}

function Opening<Row>({
  row,
  rowHref,
  onRowSelect,
  children,
}: Pick<RowFeatures<Row>, 'rowHref' | 'onRowSelect'> & { row: Row; children: ReactNode }) {
  if (rowHref) {
    return (
      <a href={rowHref(row)} data-opening className={OPENING}>
        {children}
      </a>
    );
  }
  if (onRowSelect) {
    return (
      <button
        type="button"
        data-opening
        aria-haspopup="dialog"
        onClick={() => onRowSelect(row)}
        className={`max-w-full text-left @2xl:truncate @2xl:align-bottom ${OPENING}`}
      >
        {children}
      </button>
    );
  }
  return children;
}

type CellProps<Row> = {
  column: Column<Row>;
  columns: readonly Column<Row>[];
  hasMenu: boolean;
  label?: ReactNode;
  children: ReactNode;
};

function Cell<Row>({ column, columns, hasMenu, label = column.header, children }: CellProps<Row>) {
  const place = column.card ?? (column === titleOf(columns) ? 'title' : 'line');
  const isAlone = place === 'title' && !columns.some(({ card }) => card === 'aside');
  const isBesideMenu = hasMenu && (isAlone || place === 'aside');
  // The cells of the foot stand in pairs.
  const isRight = place === 'foot' && columns.filter(({ card }) => card === 'foot').indexOf(column) % 2 === 1;
  return (
    <td
      className={`${CELL} ${column.align === 'end' ? 'text-right whitespace-nowrap tabular-nums' : 'truncate'} ${column.isMinor ? MINOR : ''} ${CARD_PLACES[place]} ${isAlone ? '@max-2xl:col-span-2' : ''} ${isBesideMenu ? '@max-2xl:mr-8' : ''} ${isRight ? '@max-2xl:text-right' : ''}`}
    >
      {place === 'line' ? (
        <>
          <span aria-hidden="true" className="hidden shrink-0 text-muted @max-2xl:inline">
            {label}
          </span>
          <span className={LINE_VALUE}>{children}</span>
        </>
      ) : (
        children
      )}
    </td>
  );
}

function titleOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ card }) => card === 'title') ?? columns.find(({ card }) => card === undefined);
}

export const MINOR = '@2xl:@max-4xl:hidden';

function rowLook(hasTwoLines: boolean, isChoosable: boolean): string {
  return `${ROW} ${hasTwoLines ? '@2xl:h-13' : '@2xl:h-10'} ${isChoosable ? '@max-2xl:pl-12!' : ''}`;
}

const ROW =
  'border-t border-line first:border-t-0 @max-2xl:grid @max-2xl:grid-cols-[minmax(0,1fr)_auto] @max-2xl:gap-x-4 @max-2xl:gap-y-1 @max-2xl:p-4';
const CHOICE = 'w-11 pl-4 @max-2xl:absolute @max-2xl:top-4.5 @max-2xl:left-4 @max-2xl:w-auto @max-2xl:p-0';
const MENU = 'w-15 pr-3 text-right @max-2xl:absolute @max-2xl:top-2 @max-2xl:right-2 @max-2xl:w-auto @max-2xl:p-0';
const CELL = 'px-3 first:pl-4 last:pr-4 @6xl:px-4 @max-2xl:block @max-2xl:p-0!';
const CARD_PLACES = {
  title: '@max-2xl:order-1 @max-2xl:text-sm @max-2xl:font-medium @max-2xl:whitespace-normal @max-2xl:wrap-anywhere',
  aside: '@max-2xl:order-2 @max-2xl:text-right @max-2xl:text-sm',
  line: '@max-2xl:order-3 @max-2xl:col-span-2 @max-2xl:flex! @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:text-left @max-2xl:has-data-nothing:hidden!',
  foot: '@max-2xl:order-5 @max-2xl:self-center @max-2xl:text-muted',
  hidden: '@max-2xl:hidden!',
} satisfies Record<NonNullable<Column<object>['card']>, string>;
const LINE_VALUE =
  '@max-2xl:min-w-0 @max-2xl:flex-1 @max-2xl:text-right @max-2xl:whitespace-normal @max-2xl:wrap-anywhere';
// The link stretches over the row: one tab stop, and a click anywhere opens it. What it leads to has the whole name.
const OPENING = 'after:absolute after:inset-0 focus-visible:outline-none @max-2xl:line-clamp-3';
const OPENABLE =
  'hover:bg-raised has-[[data-opening]:focus-visible]:outline-2 has-[[data-opening]:focus-visible]:-outline-offset-2 has-[[data-opening]:focus-visible]:outline-focus';
