import type { ReactNode } from 'react';
import type { MenuAction } from '../overlays/menu-action.ts';
import type { Shown } from './page-numbers.ts';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server's sort key; not sortable without one. */
  sortKey?: string;
  align?: 'start' | 'end';
  /** A class such as `w-32`; columns without one share the rest. */
  width?: string;
  /** It is the place in the phone's card; the first column is the title by default, others are lines. */
  card?: 'title' | 'aside' | 'line' | 'foot' | 'hidden';
  /** Before the value on a card's line, instead of the header. */
  cardLabel?: (row: Row) => ReactNode;
  /** Hidden first where space is short. */
  isMinor?: boolean;
};

/** What is `Shown` belongs to a table of several pages; `pageSize` also says how many rows wait. */
export type DataTableProps<Row> = Partial<Shown> & {
  caption: string;
  columns: readonly Column<Row>[];
  /** They are undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  sort?: string;
  order?: 'asc' | 'desc';
  onSort?: (sortKey: string) => void;
  /** Makes the row one link named by its title column; further controls in cells need `relative z-1`. */
  rowHref?: (row: Row) => string;
  onRowSelect?: (row: Row) => void;
  selectedKey?: string | null;
  /** It is set while the next page loads and the rows are the old ones. */
  isStale?: boolean;
  emptyState: ReactNode;
  /** The '⋯' of a row offers these; they need `rowName`. */
  rowMenu?: (row: Row) => readonly MenuAction[];
  /** The names of a row's menu and of its checkbox say it. */
  rowName?: (row: Row) => string;
  choice?: Choice<Row>;
  /** Rows are 52 px high, for cells with two lines. */
  hasTwoLines?: boolean;
  /** The screen then has a sort selector of its own. */
  isSortedElsewhere?: boolean;
  onPage?: (page: number) => void;
  onPrefetch?: (page: number) => void;
};

/** Rows chosen for an action on several. */
type Choice<Row> = {
  isChosen: (row: Row) => boolean;
  set: (rows: readonly Row[], isChosen: boolean) => void;
};
