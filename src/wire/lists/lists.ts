import * as z from 'zod/mini';
import type { ListName } from '../views/built-in-views.ts';

export type ListRequest<Sort extends string = string> = {
  q: string;
  sort: Sort;
  order: SortDirection;
  /** Pages count from 1. */
  page: number;
  pageSize: number;
};

export type SortDirection = 'asc' | 'desc';

export type Page<Item> = { items: Item[]; total: number; page: number; pageSize: number };

// @__NO_SIDE_EFFECTS__
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), total: z.number(), page: z.number(), pageSize: z.number() });
}

/** Begins with the newest; `nextCursor` is null at the end. New rows move nobody who walks. */
export type CursorPage<Item> = { items: Item[]; nextCursor: string | null };

// @__NO_SIDE_EFFECTS__
function cursorPageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}

/** Where a walk by cursor stands: at the last row that it has read. */
export type ListMark = { createdAt: string; id: string };

/** Returns null for a broken one. */
export function readCursor(cursor: string): ListMark | null {
  const [, createdAt, id] = /^([\dTZ:.-]*)~([\w-]+)$/.exec(cursor) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt, id };
}

export function cursorOf({ createdAt, id }: ListMark): string {
  return `${createdAt}~${id}`;
}

/** Returns null for an invalid value, which is ignored. */
export type FilterReader<Value extends string = string> = ((text: string) => Value | null) & {
  /** All that it can read, where they are few. */
  names?: readonly string[];
};

// @__NO_SIDE_EFFECTS__
export function arrayOf<Item extends z.ZodMiniType>(item: Item) {
  return z.array(item);
}

/** The whole list, a page, or the step of a walk: as the address asks. */
// @__NO_SIDE_EFFECTS__
export function listOf<Item extends z.ZodMiniType, Whole extends z.ZodMiniType = Item>(item: Item, whole?: Whole) {
  return z.union([z.array((whole ?? item) as Whole), pageOf(item), cursorPageOf(item)]);
}

export type SortRules<Sort extends string = string> = { sorts: readonly Sort[]; sort: Sort; order: SortDirection };

export type Filters = Record<string, FilterReader>;

export type FilterValues<Readers extends Filters> = { [Name in keyof Readers]: ReturnType<Readers[Name]> };

export type ListDefinition<Sort extends string, Readers extends Filters> = SortRules<Sort> & {
  /** Its saved views are kept under this name. */
  name?: ListName;
  /** A call without parameters returns the whole list, with any of them one page. */
  path: string;
  filters: Readers;
  pageSize: number;
  screenPageSize?: number;
  /** The whole list is sorted too, so sort parameters alone request no page. */
  sortsWhole?: true;
};

export type RequestOf<List> =
  List extends ListDefinition<infer Sort, infer Readers> ? ListRequest<Sort> & FilterValues<Readers> : never;

/** The newest, or the highest, comes first. */
export function defineList<const Sort extends string, Readers extends Filters>(
  list: Omit<ListDefinition<Sort, Readers>, 'order' | 'pageSize'> & { pageSize?: number },
): ListDefinition<Sort, Readers> {
  return { order: 'desc', pageSize: PAGE_SIZE, ...list };
}

export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 1_000_000;
export const MAX_SEARCH = 200;

export function readListRequest<Sort extends string, Readers extends Filters>(
  params: URLSearchParams,
  list: ListDefinition<Sort, Readers>,
): ListRequest<Sort> & FilterValues<Readers> {
  return {
    ...readFilters(params, list.filters),
    q: withoutControls(params.get('q') ?? '')
      .normalize('NFC')
      .trim()
      .slice(0, MAX_SEARCH),
    ...readSort(params, list),
    page: readCount(params.get('page'), 1, MAX_PAGE),
    pageSize: readCount(params.get('pageSize'), list.pageSize, MAX_PAGE_SIZE),
  };
}

export function readScreenRequest<Sort extends string, Readers extends Filters>(
  params: URLSearchParams,
  list: ListDefinition<Sort, Readers>,
): ListRequest<Sort> & FilterValues<Readers> {
  return { ...readListRequest(params, list), pageSize: pageSizeOnScreen(list) };
}

export function pageSizeOnScreen({ pageSize, screenPageSize = pageSize }: PageSizes): number {
  return screenPageSize;
}

type PageSizes = Pick<ListDefinition<string, Filters>, 'pageSize' | 'screenPageSize'>;

export function readSort<Sort extends string>(
  params: URLSearchParams,
  { sorts, sort: usual, order: usualOrder }: SortRules<Sort>,
): Pick<ListRequest<Sort>, 'sort' | 'order'> {
  const sort = sorts.find((known) => known === params.get('sort')) ?? usual;
  const order = params.get('order');
  if (order === 'asc' || order === 'desc') return { sort, order };
  return { sort, order: sort === usual ? usualOrder : 'asc' };
}

export function readFilters<Readers extends Filters>(params: URLSearchParams, readers: Readers): FilterValues<Readers> {
  const values = Object.entries(readers).map(([name, read]) => [name, read(params.get(name) ?? '')]);
  return Object.fromEntries(values) as FilterValues<Readers>;
}

export function asksForPage(
  params: URLSearchParams,
  { filters, sortsWhole }: Pick<ListDefinition<string, Filters>, 'filters' | 'sortsWhole'>,
): boolean {
  const names = ['page', 'pageSize', 'q', ...(sortsWhole ? [] : ['sort', 'order']), ...Object.keys(filters)];
  return names.some((name) => params.has(name));
}

export function oneOf<Key extends string>(names: Readonly<Record<Key, unknown>>): FilterReader<Key> {
  const isKey = (text: string): text is Key => Object.hasOwn(names, text);
  return Object.assign((text: string) => (isKey(text) ? text : null), { names: Object.keys(names) });
}

export function readId(text: string): string | null {
  return withoutControls(text).trim().slice(0, MAX_ID) || null;
}

/** No text of the shop holds them, and PostgreSQL refuses a NUL. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

const MAX_ID = 64;

function readCount(text: string | null, usual: number, most: number): number {
  const count = /^\d{1,9}$/.test(text ?? '') ? Number(text) : usual;
  return Math.min(Math.max(count, 1), most);
}
